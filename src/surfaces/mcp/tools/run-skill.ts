import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { AppError } from '../../../domain/app-error.ts';
import { printable, printableLine } from '../../../domain/printable.ts';
import type { SkillInput } from '../../../skill-service/skill-service-types.ts';
import type { McpDeps } from '../mcp-deps.ts';
import { toolResult } from './tool-result.ts';

const inputSchema = z.strictObject({
  name: z.string().min(1).max(64).describe('as find_skill names it'),
  calls: z.array(z.string().min(1).max(100_000)).max(50).optional().describe('calls as its language writes them, e.g. "f([1, 2])"'),
  stdin: z.string().max(262_144).optional().describe('for a skill that is a program: its standard input'),
  args: z.array(z.string().max(10_000)).max(50).optional().describe('and its arguments'),
  data: z.string().max(262_144).optional().describe('for a skill whose host gives data: the data as JSON'),
});

const outputSchema = z.strictObject({
  name: z.string(),
  status: z.enum(['stub', 'unverified', 'verified', 'quarantined']),
  hash: z.string(),
  language: z.string(),
  results: z.array(
    z.strictObject({
      call: z.string(),
      outcome: z.enum(['value', 'raised', 'limit', 'missing']),
      shown: z.string(),
      stdout: z.string().nullable(),
    }),
  ),
  stderr: z.string(),
  sandbox: z.string(),
});

export function addRunSkill(server: McpServer, deps: McpDeps): void {
  server.registerTool(
    'run_skill',
    {
      title: 'Run a stored skill',
      description: 'Runs a stored skill in a sandbox on calls, standard input or data, and says what each gave. No model is asked.',
      inputSchema,
      outputSchema,
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    },
    (input, ctx) =>
      toolResult({ deps, server, ctx }, () =>
        deps.inTurn(async () => {
          const { signal } = ctx.mcpReq;
          const outcome = await (await deps.skills()).run(input.name, inputsOf(input), { signal });
          const { name, status, hash, language, stderr, level } = outcome;
          const results = outcome.results.map(({ call, observation, text }) => ({
            call,
            outcome: observation.outcome.type,
            shown: text,
            stdout: observation.stdout ?? null,
          }));
          const lines = results.map(({ call, shown }) => printableLine(`${call} -> ${shown}`, 4000));
          const text = [
            `${name} (${status}) · sandbox ${level}`,
            ...lines,
            ...(stderr === '' ? [] : [`stderr:\n${printable(stderr)}`]),
          ].join('\n');
          return {
            content: [{ type: 'text', text }],
            structuredContent: { name, status, hash, language, results, stderr, sandbox: level },
          };
        }, ctx.mcpReq.signal),
      ),
  );
}

function inputsOf({ calls = [], stdin, args, data }: z.output<typeof inputSchema>): readonly SkillInput[] {
  const inputs: SkillInput[] = calls.map((call) => ({ type: 'call', call }));
  if (stdin !== undefined || args !== undefined) inputs.push({ type: 'program', stdin: stdin ?? '', args: args ?? [] });
  if (data !== undefined) inputs.push({ type: 'context', context: readData(data) });
  if (inputs.length === 0)
    throw new AppError('bad-input', 'calls: are missing', 'send "calls", or "stdin" for a program, or "data" for a host');
  return inputs;
}

function readData(text: string) {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError(
      'bad-input',
      `data: no valid JSON: ${cause instanceof Error ? cause.message : String(cause)}`,
      'send the data as JSON',
      {
        cause,
      },
    );
  }
}
