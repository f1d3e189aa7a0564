import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { AppError } from '../../../domain/app-error.ts';
import { jsonLoss } from '../../../domain/json.ts';
import { printable, printableLine } from '../../../domain/printable.ts';
import type { SkillInput } from '../../../skill-service/skill-service-types.ts';
import { mostProtocolFiles, protocolFile, skillRunOutcomeSchema } from '../../skill-run-object.ts';
import type { McpDeps } from '../mcp-deps.ts';
import { type BodyInput, runSkillBody } from './run-skill-body.ts';
import { toolResult } from './tool-result.ts';

const inputSchema = z.strictObject({
  name: z.string().min(1).max(64).describe('as find_skill names it'),
  calls: z.array(z.string().min(1).max(100_000)).max(50).optional().describe('calls as its language writes them, e.g. "f([1, 2])"'),
  stdin: z.string().max(262_144).optional().describe('for a skill that is a program: its standard input'),
  args: z.array(z.string().max(10_000)).max(50).optional().describe('and its arguments'),
  data: z.string().max(262_144).optional().describe('for a skill whose host gives data: the data as JSON'),
  request: z.string().min(1).max(10_000).optional().describe('for a skill that acts (kind predict-act): what it should do, in words'),
  files: z.array(protocolFile).max(mostProtocolFiles).optional().describe('and files that it may read, by name; again with an answer'),
  answer: z
    .strictObject({ runId: z.string().min(1).max(64), text: z.string().min(1).max(10_000) })
    .optional()
    .describe('answers the question of an earlier call whose state was "waiting"'),
});

const outputSchema = z.strictObject({
  name: z.string(),
  status: z.enum(['stub', 'unverified', 'verified', 'quarantined']).optional(),
  hash: z.string().optional(),
  language: z.string().optional(),
  results: z
    .array(
      z.strictObject({
        call: z.string(),
        outcome: z.enum(['value', 'raised', 'limit', 'missing']),
        shown: z.string(),
        stdout: z.string().nullable(),
      }),
    )
    .optional()
    .describe('of a function: what each call gave'),
  stderr: z.string().optional(),
  sandbox: z.string().optional(),
  run: skillRunOutcomeSchema.optional().describe('of a skill that acts: what it did'),
});

export function addRunSkill(server: McpServer, deps: McpDeps): void {
  server.registerTool(
    'run_skill',
    {
      title: 'Run a stored skill',
      description:
        'Runs a stored skill in a sandbox: a function on calls, standard input or data, and says what each gave; one that acts on a request in words, and says what it did. It reaches only hosts that the person granted to it before.',
      inputSchema,
      outputSchema,
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    },
    (input, ctx) => {
      const call = { deps, server, ctx };
      return toolResult(call, async () => {
        const { signal } = ctx.mcpReq;
        const service = await deps.skills();
        if (
          input.request !== undefined ||
          input.answer !== undefined ||
          (await service.show(input.name, { signal })).kind === 'predict-act'
        )
          return runSkillBody(call, bodyInput(input));
        return deps.inTurn(async () => {
          const outcome = await service.run(input.name, inputsOf(input), { signal });
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
        }, signal);
      });
    },
  );
}

/** Throws `bad-input` for what goes with functions alone, or for both a request and an answer. */
function bodyInput({ name, request, files, answer, ...calls }: z.output<typeof inputSchema>): BodyInput {
  const extra = Object.entries(calls).find(([, value]) => value !== undefined)?.[0];
  if (extra !== undefined)
    throw new AppError('bad-input', `${extra}: is for functions, and ${name} acts on a request`, 'send "request" alone');
  if (request !== undefined && answer !== undefined)
    throw new AppError('bad-input', 'request: goes with a new run, not with an answer', 'send "answer" alone');
  return { name, request, files, answer };
}

function inputsOf({ calls = [], stdin, args, data, files }: z.output<typeof inputSchema>): readonly SkillInput[] {
  const inputs: SkillInput[] = calls.map((call) => ({ type: 'call', call }));
  if (stdin !== undefined || args !== undefined) inputs.push({ type: 'program', stdin: stdin ?? '', args: args ?? [] });
  if (data !== undefined) inputs.push({ type: 'context', context: readData(data) });
  if (files !== undefined) throw new AppError('bad-input', 'files: are for skills that act on a request', 'leave them out');
  if (inputs.length === 0)
    throw new AppError('bad-input', 'calls: are missing', 'send "calls", or "stdin" for a program, or "data" for a host');
  return inputs;
}

function readData(text: string) {
  const loss = jsonLoss(text);
  if (loss !== null) throw new AppError('bad-input', `data: ${loss}`, 'change the data, then call it again');
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
