import type { CallToolResult, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { AppError } from '../../../domain/app-error.ts';
import { inFormOf } from '../../mend/in-form-of.ts';
import { type Mended, mendProgram } from '../../mend/mend-program.ts';
import { unifiedDiff } from '../../mend/unified-diff.ts';
import { language, runFields, task } from '../../run-fields.ts';
import { checkRequestText, withoutUndefined } from '../../to-run-request.ts';
import type { ToolCall } from '../ask-client.ts';
import type { McpDeps } from '../mcp-deps.ts';
import { reportProgress } from '../report-progress.ts';
import { digestOf, runDigestSchema } from '../run-digest.ts';
import { fenced, runText } from '../run-text.ts';
import { fileFields, openGivenSuite, program, programNameOf, tests, testsAbout } from './given-files.ts';
import { toolResult } from './tool-result.ts';

const name = 'fix_code';

const inputSchema = z.strictObject({
  code: program.describe('the text of the program to mend'),
  language,
  tests: tests.optional().describe(`${testsAbout}; needed unless there are examples`),
  examples: runFields.examples.describe('examples that the program must satisfy, e.g. "f(3) == 6"'),
  task: task.optional().describe('what is wrong, or what the program must do'),
  ...fileFields,
  candidates: runFields.candidates,
  maxRounds: runFields.maxRounds,
  timeoutSeconds: runFields.timeoutSeconds,
  budgetSeconds: runFields.budgetSeconds,
  budgetTokens: runFields.budgetTokens,
  seed: runFields.seed,
  temperature: runFields.temperature,
});

const credit = z.strictObject({ passed: z.number(), total: z.number() });
const outputSchema = runDigestSchema.extend({
  better: z.boolean().describe('the program in "code" passes more than the given one, and loses nothing that passed before'),
  before: credit,
  after: credit,
  diff: z.string().describe('a unified diff from the given program to the better one; empty when there is none'),
});

export function addFixCode(server: McpServer, deps: McpDeps): void {
  server.registerTool(
    name,
    {
      title: 'Mend a program until it passes its tests',
      description:
        'Mends a program: its tests or examples judge it as it is, candidates are written and run in a sandbox, and only something that passes more and loses nothing is handed back, as whole text and as a diff. Give texts, not paths. Takes seconds to minutes.',
      inputSchema,
      outputSchema,
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    },
    (input, ctx) => toolResult({ deps, server, ctx }, async () => present(await carryOut({ deps, server, ctx }, input), input)),
  );
}

type Input = z.output<typeof inputSchema>;

async function carryOut({ deps, ctx }: ToolCall, input: Input): Promise<Mended> {
  const { signal } = ctx.mcpReq;
  const { code, task: text, examples: given = [], files = {} } = input;
  const { candidates, maxRounds, timeoutSeconds, budgetSeconds, budgetTokens, seed, temperature } = input;
  if (input.tests === undefined && given.length === 0) {
    throw new AppError(
      'bad-input',
      'tests: are missing, and so are examples',
      'send "tests" or "examples": without one nobody can tell what is better',
    );
  }
  const spoken = await deps.language(input.language);
  await checkRequestText({ language: input.language, task: '', examples: given }, deps);
  const wanted = {
    ...deps.defaults,
    ...withoutUndefined({ candidates, maxRounds, timeoutSeconds, budgetSeconds, budgetTokens, seed, temperature }),
  };
  const suite =
    input.tests === undefined ? null : await openGivenSuite({ ...input, tests: input.tests }, deps, wanted.timeoutSeconds, signal);
  const report = reportProgress(ctx);
  try {
    report.say('Running the tests on the program as it is.');
    return await mendProgram(
      {
        file: programNameOf(input),
        program: { code, language: input.language },
        language: spoken,
        task: text,
        examples: given,
        suite,
        beside: suite === null && Object.keys(files).length > 0 ? { program: programNameOf(input), siblings: files } : null,
        limits: wanted,
        settings: deps.settings,
      },
      deps,
      {
        onAssumed: () => undefined,
        run: (request) => deps.calls.start(request, { signal, onItem: report.onItem }),
        signal,
      },
    );
  } finally {
    report.end();
    await suite?.close();
  }
}

function present({ result, before, after, better }: Mended, { code, language: id, ...given }: Input): CallToolResult {
  const mended = better && result.code !== null ? inFormOf(code, result.code) : null;
  const diff = mended === null ? '' : unifiedDiff(code, mended, programNameOf({ language: id, ...given }));
  const digest = digestOf({ ...result, code: mended }, name);
  const credit = `${before.passed}/${before.total} passed before, ${after.passed}/${after.total} now`;
  const keep = 'Nothing better was found, so keep what you have.';
  const text =
    result.runId === ''
      ? result.explanation
      : runText(digest, `${credit}. ${diff === '' ? keep : `The change:\n\n${fenced(diff, 'diff')}`}`);
  return {
    content: [{ type: 'text', text }],
    structuredContent: { ...digest, better, before, after, diff },
    ...(result.error === null ? {} : { isError: true }),
  };
}
