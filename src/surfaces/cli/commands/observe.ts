import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { AppError } from '../../../domain/app-error.ts';
import type { Contract, Entry } from '../../../domain/contract.ts';
import type { Json } from '../../../domain/json.ts';
import type { Observation } from '../../../domain/observation.ts';
import type { Call } from '../../../domain/test.ts';
import type { Language } from '../../../ports/language.ts';
import { defaultLimits } from '../../../ports/sandbox.ts';
import type { CliCommand } from '../cli-context.ts';
import { printableLine } from '../printable.ts';
import { readProgramFile } from '../program-file.ts';
import { readInputFile } from '../read-input-file.ts';
import { checkProfile } from '../run-options.ts';
import { type SandboxFlags, sandboxSettings } from '../sandbox-choice.ts';

type Options = SandboxFlags & { readonly language?: string; readonly profile?: string; readonly call: readonly string[] };

/** `anneal observe FILE -c CALL…`: one sandbox run, inputs only; prints what each call did. */
export const observeCommand: CliCommand<Options, [file: string]> = async (context, options, file) => {
  const { deps, terminal, signal } = context;
  const settings = await sandboxSettings(context, options);
  const program = await readProgramFile(file, options.language);
  checkProfile(options.profile, program.language, deps.profiles);
  const language = await deps.language(program.language, options.profile);
  const calls = await Promise.all(options.call.map((text) => readCall(language, text, context.workingFolder)));
  const contract = contractOf(language, calls);
  const runtime = await deps.runtime(program.language, settings, options.profile);
  const sandbox = await deps.sandbox(settings);
  const nonce = randomBytes(16).toString('hex');
  const limits = { ...defaultLimits, cpuSeconds: settings.timeout, wallSeconds: settings.timeout + 1 };
  const execution = await sandbox.run(runtime.spec, language.probe(program.code, contract, calls, { nonce, limits }), { signal });
  if (execution.termination.type === 'setup-failed') {
    throw new AppError('sandbox-failed', `the sandbox could not start: ${execution.termination.reason}`, 'anneal sandbox probe');
  }
  const observations = language.read(execution, calls, { nonce });
  const stderr = new TextDecoder().decode(execution.stderr);
  if (options.json) {
    const { termination, usage } = execution;
    terminal.json({ observations, calls: options.call, termination, usage, stderr, level: sandbox.level, integrity: 'oracle-outside' }, 2);
    return 0;
  }
  for (const [index, observation] of observations.entries()) {
    // One line a call: neither a call nor what a program says may look like another line.
    const line = `${options.call[index] ?? ''} -> ${describe(language, observation)}`;
    terminal.data(`${printableLine(line, Number.POSITIVE_INFINITY)}\n`);
  }
  for (const line of stderr.trimEnd().split('\n')) if (stderr.trim() !== '') terminal.note(`stderr  ${line}`, 'dim');
  return 0;
};

/** A call as it stands, `stdin: "…"`, or data for a program that answers from data: JSON, or `@FILE` that holds it. */
async function readCall(language: Language, text: string, workingFolder: string): Promise<Call> {
  if (text.startsWith('@') || language.host?.entry?.kind === 'chunk-return')
    return { type: 'context', context: await readContext(language, text, workingFolder) };
  if (!/^\s*stdin\s*:/.test(text)) return { type: 'expression', expression: text.trim() };
  const reading = language.parseExample(`${text.trim()} -> ""`, null);
  if (reading.ok) return reading.value.call;
  throw new AppError('bad-input', `--call "${printableLine(text, 120)}": ${reading.reason}`, 'for a program write -c \'stdin: "3 4\\n"\'');
}

const maxContextBytes = 256 * 1024;

/** The data, also out of an example `{"context": …, "expected": …}`, of which only the input counts here. */
async function readContext(language: Language, text: string, workingFolder: string): Promise<Json> {
  const context = await readJson(text, workingFolder);
  const problem = language.host?.contextProblem(context) ?? null;
  if (problem === null) return context;
  throw new AppError(
    'bad-input',
    `--call ${JSON.stringify(printableLine(text, 120))}: ${problem}`,
    'see what the host takes: anneal profiles',
  );
}

async function readJson(text: string, workingFolder: string): Promise<Json> {
  const inFile = text.startsWith('@');
  const source = inFile ? await readInputFile(resolve(workingFolder, text.slice(1)), { what: 'context', maxBytes: maxContextBytes }) : text;
  try {
    const data = JSON.parse(source) as Json;
    const isExample = typeof data === 'object' && data !== null && 'context' in data && 'expected' in data;
    return isExample ? ((data as { readonly context: Json }).context ?? null) : data;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AppError(
      'bad-input',
      `--call ${JSON.stringify(text)}: no valid JSON: ${reason}`,
      'give the data as JSON, or as @FILE that holds it',
      { cause },
    );
  }
}

/** The entry that the calls use; a file whose calls name none is a program or a bag of names. */
function contractOf({ id: language, host }: Language, calls: readonly Call[]): Contract {
  const [first] = calls;
  if (host !== undefined && host.entry !== null) return { language, profile: host.profile, entry: host.entry };
  if (first?.type === 'context') return { language, entry: { kind: 'chunk-return' } };
  if (first?.type === 'program') return { language, entry: { kind: 'script' } };
  const name = first?.type === 'expression' ? /^([A-Za-z_]\w*)\s*\(/.exec(first.expression)?.[1] : undefined;
  const entry: Entry = name === undefined ? { kind: 'module', exports: [] } : { kind: 'function', name, parameters: [] };
  return { language, entry };
}

function describe(language: Language, { outcome, stdout, argumentsAfter }: Observation): string {
  const printed = stdout === undefined ? '' : `   printed ${JSON.stringify(stdout)}`;
  const changed =
    argumentsAfter === undefined ? '' : `   arguments after: ${argumentsAfter.map((value) => language.formatValue(value)).join(', ')}`;
  return `${describeOutcome(language, outcome)}${printed}${changed}`;
}

function describeOutcome(language: Language, outcome: Observation['outcome']): string {
  switch (outcome.type) {
    case 'value':
      return [outcome.value, ...(outcome.more ?? [])].map((value) => language.formatValue(value)).join(', ');
    case 'raised':
      return `raised ${outcome.error}: ${outcome.message}`;
    case 'limit':
      return `stopped at the ${outcome.limit} limit`;
    case 'missing':
      return `no result: ${outcome.reason}`;
  }
}
