import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { AppError } from '../../../domain/app-error.ts';
import type { Contract } from '../../../domain/contract.ts';
import { describeCall, describeExpected, describeObservation } from '../../../domain/describe-evidence.ts';
import { printable, printableLine } from '../../../domain/printable.ts';
import { type RunRequest, runRequestSchema } from '../../../domain/run-request.ts';
import type { Call } from '../../../domain/test.ts';
import { observe } from '../../../engine/observe/observe.ts';
import { checkProgram } from '../../../engine/sample/check-program.ts';
import { checkExamples } from '../../../engine/tests/check-examples.ts';
import type { Language } from '../../../ports/language.ts';
import { cryptoRandom } from '../../crypto-random.ts';
import { contractOf, describeObserved, readCall } from '../../observed-calls.ts';
import { language, runFields } from '../../run-fields.ts';
import { checkRequestText, withoutUndefined } from '../../to-run-request.ts';
import type { McpDeps } from '../mcp-deps.ts';
import { program } from './given-files.ts';
import { toolResult } from './tool-result.ts';

const inputSchema = z.strictObject({
  code: program.describe('the text of the program'),
  language,
  profile: runFields.profile,
  calls: z
    .array(z.string().min(1).max(10_000))
    .max(100)
    .optional()
    .describe('calls to run, e.g. "f([1, 2])", or \'stdin: "3 4\\n"\' for a program, or JSON for a host that gives data'),
  examples: runFields.examples.describe('calls with what they must give, e.g. "f(3) == 6"'),
  timeoutSeconds: runFields.timeoutSeconds.describe('CPU seconds of all calls together (default 5)'),
});

const outputSchema = z.strictObject({
  ok: z.boolean().describe('no error was found, and every example holds'),
  diagnostics: z.array(
    z.strictObject({
      severity: z.enum(['error', 'warning']),
      rule: z.string(),
      message: z.string(),
      line: z.number().nullable(),
      hint: z.string().nullable(),
    }),
  ),
  calls: z.array(z.strictObject({ call: z.string(), outcome: z.enum(['value', 'raised', 'limit', 'missing']), shown: z.string() })),
  examples: z.array(z.strictObject({ call: z.string(), expected: z.string(), observed: z.string().nullable(), passed: z.boolean() })),
  stderr: z.string(),
  sandbox: z.string(),
});

type Input = z.output<typeof inputSchema>;
type Output = z.output<typeof outputSchema>;

export function addCheckCode(server: McpServer, deps: McpDeps): void {
  server.registerTool(
    'check_code',
    {
      title: 'Check a program, and see what calls on it do',
      description:
        'Looks at a program without running it (syntax, names, types, what its host lacks), then runs the given calls and examples on it in a sandbox and says what each did. No model is asked.',
      inputSchema,
      outputSchema,
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
    (input, ctx) =>
      toolResult({ deps, server, ctx }, () =>
        deps.inTurn(async () => {
          const output = await check(input, deps, ctx.mcpReq.signal);
          return { content: [{ type: 'text', text: checkText(output) }], structuredContent: output };
        }, ctx.mcpReq.signal),
      ),
  );
}

async function check(input: Input, deps: McpDeps, signal: AbortSignal): Promise<Output> {
  const { code, profile } = input;
  const owner = deps.profiles.find(({ name }) => name === profile)?.language;
  if (profile !== undefined && owner !== input.language) {
    const names = deps.profiles.map(({ name }) => name).join(', ');
    throw new AppError('bad-input', `profile: there is no such profile for ${input.language}`, `for lua, one of ${names}`);
  }
  const spoken = await deps.language(input.language, profile);
  await checkRequestText({ language: input.language, task: '', examples: input.examples ?? [], ...withoutUndefined({ profile }) }, deps);
  const calls = (input.calls ?? []).map((text, index) => readCall(spoken, text, `calls.${index}`));
  const request = requestOf(input, deps);
  const contract = contractFor(spoken, calls, request.examples);
  const runtime = await deps.runtime(input.language, deps.settings, profile);
  const sandbox = await deps.sandbox(deps.settings);
  const session = await sandbox.open(runtime.spec, { signal, workers: 1, program: spoken.probeProgram });
  try {
    const tools = { language: spoken, session, level: sandbox.level, random: cryptoRandom };
    const options = { signal };
    const found = [...spoken.check(code, contract), ...(await checkProgram(code, contract, tools, options))];
    const diagnostics = found.map(({ severity, rule, message, line = null, hint = null }) => ({ severity, rule, message, line, hint }));
    const base = { diagnostics, sandbox: sandbox.level };
    if (diagnostics.some(({ severity }) => severity === 'error')) return { ok: false, ...base, calls: [], examples: [], stderr: '' };
    const indexed = calls.map((call, index) => ({ index, call }));
    const look = indexed.length === 0 ? null : await observe(code, contract, indexed, request.timeoutSeconds, tools, options);
    const format = (value: Parameters<Language['formatValue']>[0]): string => spoken.formatValue(value);
    const examples = (await checkExamples(code, request, contract, tools, options)).map(({ test, observation, passed }) => ({
      call: describeCall(test.call),
      expected: describeExpected(test.expected),
      observed: observation === undefined ? null : describeObservation(observation, test.expected, format),
      passed,
    }));
    return {
      ok: examples.every(({ passed }) => passed),
      ...base,
      calls: (look?.observations ?? []).map((observation, index) => ({
        call: input.calls?.[index] ?? '',
        outcome: observation.outcome.type,
        shown: describeObserved(spoken, observation),
      })),
      examples,
      stderr: look?.stderr ?? '',
    };
  } finally {
    await session.close();
  }
}

function requestOf({ language: id, profile, examples = [], timeoutSeconds }: Input, { defaults }: McpDeps): RunRequest {
  return runRequestSchema.parse({
    task: 'Check this program.',
    language: id,
    examples,
    timeoutSeconds: timeoutSeconds ?? defaults.timeoutSeconds,
    ...withoutUndefined({ profile }),
  });
}

/** What calls and examples use; a program that is neither called nor given input is a bag of names. */
function contractFor(spoken: Language, calls: readonly Call[], examples: readonly string[]): Contract {
  const [first] = [
    ...calls,
    ...examples.flatMap((text) => {
      const reading = spoken.parseExample(text, null);
      return reading.ok ? [reading.value.call] : [];
    }),
  ];
  const contract = contractOf(spoken, first === undefined ? [] : [first]);
  // How many parameters it has is not known, so none is asked for.
  return contract.entry.kind === 'function' ? { ...contract, entry: { kind: 'module', exports: [contract.entry.name] } } : contract;
}

function checkText({ ok, diagnostics, calls, examples, stderr, sandbox }: Output): string {
  const lines = [
    `${ok ? 'ok' : 'not ok'} · ${diagnostics.length} findings · ${examples.filter(({ passed }) => passed).length}/${examples.length} examples · sandbox ${sandbox}`,
    ...diagnostics.map(
      ({ severity, message, line, hint }) =>
        `${severity}${line === null ? '' : ` in line ${line}`}: ${printable(message)}${hint === null ? '' : ` (${printableLine(hint)})`}`,
    ),
    ...calls.map(({ call, shown }) => printableLine(`${call} -> ${shown}`, 2000)),
    ...examples.map(({ call, expected, observed, passed }) =>
      printableLine(`${passed ? 'ok    ' : 'FAILED'} ${call}: expected ${expected}, observed ${observed ?? 'nothing'}`, 2000),
    ),
    ...(stderr === '' ? [] : [`stderr:\n${printable(stderr)}`]),
  ];
  return lines.join('\n');
}
