import { z } from 'zod';
import type { BodyRunOutcome } from '../bodies/body-service.ts';
import { isPlainName, mostFileBytes } from '../bodies/file-box.ts';
import { AppError } from '../domain/app-error.ts';
import type { BodyRun } from '../domain/body-run.ts';

/** A file as protocols carry it: a name and what is in it, never a path. */
export const protocolFile = z.strictObject({
  name: z.string().min(1).max(100).describe('a plain file name'),
  text: z.string().max(mostFileBytes).optional(),
  base64: z.string().max(mostFileBytes).optional().describe('in place of text, for what is no UTF-8'),
});
type ProtocolFile = z.output<typeof protocolFile>;

export const mostProtocolFiles = 20;

/** Files that a caller hands in. Throws `bad-input`. */
export function filesOf(given: readonly ProtocolFile[] = []): ReadonlyMap<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  for (const { name, text, base64 } of given) {
    if (!isPlainName(name))
      throw new AppError('bad-input', `files: ${JSON.stringify(name)} is no plain file name`, 'send a name, not a path');
    if (files.has(name)) throw new AppError('bad-input', `files: two are named ${name}`, 'send one of them');
    if ((text === undefined) === (base64 === undefined))
      throw new AppError(
        'bad-input',
        `files: ${name} has ${text === undefined ? 'neither text nor base64' : 'both text and base64'}`,
        'send one',
      );
    files.set(name, Buffer.from(text ?? base64 ?? '', text === undefined ? 'base64' : 'utf8'));
  }
  return files;
}

/** A run of a skill with `predict` and `act`, as protocols show it. */
export const skillRunSchema = z.strictObject({
  runId: z.string(),
  skill: z.string(),
  at: z.number().describe('milliseconds since 1970'),
  state: z.enum(['waiting', 'done', 'failed']).describe('waiting: it has a question, and goes on with an answer'),
  request: z.string(),
  question: z.string().nullable(),
  log: z.string().nullable().describe('what it did, in its own words'),
  newState: z.string().nullable(),
  reason: z.string().nullable().describe('why it failed'),
  printed: z.string(),
  decisions: z.array(
    z.strictObject({
      question: z.string(),
      selected: z.string(),
      probabilities: z.record(z.string(), z.number()),
      calibrated: z.boolean(),
    }),
  ),
  files: z.array(z.string()).describe('names of what it handed out'),
});
export type SkillRunObject = z.output<typeof skillRunSchema>;

export function skillRunObject({ id, skill, at, state, request, result, reason, printed, decisions, files }: BodyRun): SkillRunObject {
  return {
    runId: id,
    ...{ skill, at, state, request, reason, printed },
    question: state === 'waiting' ? (result?.needs_input ?? '') : null,
    log: result?.action_log ?? null,
    newState: result?.new_state ?? null,
    decisions: decisions.map(({ id: _id, ...decision }) => decision),
    files: [...files],
  };
}

/** The same with what only the call that ran it knows. */
export const skillRunOutcomeSchema = skillRunSchema.extend({
  out: z.array(protocolFile).describe('files that it handed out: text, or base64 where it is no UTF-8'),
  missing: z.array(z.string()).describe('settings that it declares and nobody set: anneal skills config'),
  ungranted: z.array(z.string()).describe('hosts that it declares and that are not granted: anneal skills grant, at a terminal'),
});
export type SkillRunOutcomeObject = z.output<typeof skillRunOutcomeSchema>;

export function skillRunOutcomeObject({ run, out, missing, ungranted }: BodyRunOutcome): SkillRunOutcomeObject {
  const files = [...out].map(([name, data]) => ({ name, ...textOrBase64(data) }));
  return { ...skillRunObject(run), out: files, missing: [...missing], ungranted: [...ungranted] };
}

function textOrBase64(data: Uint8Array): { readonly text: string } | { readonly base64: string } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data) };
  } catch {
    return { base64: Buffer.from(data).toString('base64') };
  }
}
