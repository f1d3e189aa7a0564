import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { printable, printableLine } from '../../../domain/printable.ts';
import type { SuiteResult } from '../../../domain/suite.ts';
import { runSuite } from '../../../engine/suite/run-suite.ts';
import { language, runFields } from '../../run-fields.ts';
import type { McpDeps } from '../mcp-deps.ts';
import { fileFields, openGivenSuite, program, tests, testsAbout } from './given-files.ts';
import { toolResult } from './tool-result.ts';

const inputSchema = z.strictObject({
  code: program.describe('the text of the program'),
  tests: tests.describe(testsAbout),
  language,
  ...fileFields,
  timeoutSeconds: runFields.timeoutSeconds.describe("CPU seconds of the program's calls (default 5)"),
});

const outputSchema = z.strictObject({
  outcome: z.enum(['passed', 'failed', 'broken']).describe('broken: some test has no result that counts'),
  passed: z.number(),
  total: z.number().describe('without skipped tests'),
  tests: z.array(
    z.strictObject({
      id: z.string(),
      outcome: z.enum(['passed', 'failed', 'skipped', 'missing']),
      message: z.string().nullable(),
      line: z.number().nullable(),
      integrity: z.enum(['oracle-outside', 'shared']),
    }),
  ),
  integrity: z.enum(['oracle-outside', 'shared']).describe('shared: some tests ran beside the program, which a hostile one could forge'),
  tampered: z.boolean().describe('the program attacked the run: nothing that it reported counts'),
  assumed: z.string().nullable().describe('the module of the tests that was taken for the program'),
  sandbox: z.string(),
});

/** Longest message of a failed test, in characters. */
const mostMessage = 2000;

export function addRunTests(server: McpServer, deps: McpDeps): void {
  server.registerTool(
    'run_tests',
    {
      title: 'Run a test file on a program',
      description:
        'Runs a test file on a program in a sandbox without network or your files, and says test by test what passed. Give both as texts. No model is asked.',
      inputSchema,
      outputSchema,
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
    (input, ctx) =>
      toolResult({ deps, server, ctx }, () =>
        deps.inTurn(async () => {
          const { signal } = ctx.mcpReq;
          const suite = await openGivenSuite(input, deps, input.timeoutSeconds ?? deps.defaults.timeoutSeconds, signal);
          try {
            const result = await runSuite(input.code, suite.tests, suite.tools, { signal });
            const { outcome, passed, total, integrity, tampered, assumed } = result;
            const shown = result.tests.map((test) => ({ ...test, message: test.message?.slice(0, mostMessage) ?? null }));
            const structured = { outcome, passed, total, tests: shown, integrity, tampered, assumed, sandbox: suite.level };
            return { content: [{ type: 'text', text: suiteText(structured) }], structuredContent: structured };
          } finally {
            await suite.close();
          }
        }, ctx.mcpReq.signal),
      ),
  );
}

type Shown = Pick<SuiteResult, 'outcome' | 'passed' | 'total' | 'tests' | 'integrity' | 'tampered'> & {
  readonly assumed: string | null;
  readonly sandbox: string;
};

/** First what did not pass, then the sum. */
function suiteText({ outcome, passed, total, tests: all, integrity, tampered, assumed, sandbox }: Shown): string {
  const failed = all.filter((test) => test.outcome === 'failed' || test.outcome === 'missing');
  const lines = failed.map(({ id, outcome: how, line, message }) => {
    const where = line === null ? '' : ` (line ${line})`;
    const why = message === null ? '' : `\n  ${printable(message).split('\n').slice(0, 12).join('\n  ')}`;
    return `${how === 'failed' ? 'FAILED' : 'NO RESULT'} ${printableLine(id)}${where}${why}`;
  });
  return [
    `${passed}/${total} passed · ${outcome} · integrity ${integrity} · sandbox ${sandbox}`,
    ...(tampered ? ['The program attacked the run: nothing that it reported counts.'] : []),
    ...(assumed === null ? [] : [`The tests import ${JSON.stringify(assumed)}; the program was taken for it.`]),
    ...lines,
  ].join('\n');
}
