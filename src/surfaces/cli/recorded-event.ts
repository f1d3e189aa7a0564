import { z } from 'zod';
import { AppError, type ErrorCode, errorTable } from '../../domain/app-error.ts';
import { languageIds } from '../../domain/contract.ts';
import { sandboxLevels } from '../../domain/execution.ts';
import type { RunEvent } from '../../domain/run-event.ts';
import { runRequestSchema } from '../../domain/run-request.ts';
import { saidSchema } from '../../domain/said.ts';

const event = { v: z.literal(1), seq: z.number().int().min(1), at: z.number() };
const warning = z.object({ feature: z.string(), detail: z.string(), detailSaid: saidSchema });
const reply = z.discriminatedUnion('type', [
  z.object({
    ...{ type: z.literal('sample'), seed: z.number(), text: z.string(), finish: z.enum(['stop', 'length']) },
    ...{ promptTokens: z.number(), completionTokens: z.number(), logprob: z.number().optional() },
  }),
  z.object({ type: z.literal('warning'), warning }),
  z.object({
    ...{ type: z.literal('decision'), choice: z.string(), labelMass: z.number().nullable(), calibrated: z.boolean() },
    probabilities: z.array(z.object({ id: z.string(), probability: z.number() })),
  }),
  z.object({ type: z.literal('aborted') }),
  z.object({ type: z.literal('failure'), code: z.enum(codes()), message: z.string(), hint: z.string() }),
]);
const model = z.object({
  ...{ backend: z.string(), id: z.string(), demo: z.boolean() },
  capabilities: z
    .object({
      ...{ jsonSchema: z.boolean(), grammar: z.boolean(), logprobs: z.boolean(), seed: z.boolean(), samplesInOneCall: z.boolean() },
      ...{ contextTokens: z.number(), promptForms: z.array(z.enum(['chat', 'chat-prefill', 'completion'])) },
    })
    .optional(),
});
const profile = z.object({
  recipes: z.array(z.enum(['chat', 'chat-prefill-examples', 'completion-examples'])),
  testValidity: z.object({ value: z.number(), trials: z.number() }),
  ...{ decides: z.boolean(), repairs: z.boolean(), maxTokens: z.number() },
});
const skill = z.object({ name: z.string(), hash: z.string(), code: z.string(), answers: z.boolean() });
const answer = { optionId: z.string().optional(), value: z.string().optional() };

/** The kinds of events from which a run is run again, and with which it is compared; all others say nothing to that. */
const schemas = {
  'run-start': z.object({
    ...{ ...event, type: z.literal('run-start'), request: runRequestSchema, language: z.enum(languageIds), model },
    sandbox: z.object({ level: z.enum(sandboxLevels), missing: z.array(z.string()) }),
    ...{ profile: profile.optional(), seed: z.number().int().optional(), skills: z.array(skill).optional() },
  }),
  'model-reply': z.object({
    ...{ ...event, type: z.literal('model-reply'), request: z.string(), reply },
    purpose: z.enum(['contract', 'tests', 'sample', 'repair', 'decide', 'explain']),
  }),
  'question-ask': z.looseObject({ ...event, type: z.literal('question-ask'), question: z.looseObject({ id: z.string() }) }),
  'question-answer': z.object({ ...event, type: z.literal('question-answer'), question: z.string(), ...answer }),
  'candidate-add': z.looseObject({ ...event, type: z.literal('candidate-add'), id: z.string(), code: z.string().nullable() }),
  'selection-end': z.looseObject({ ...event, type: z.literal('selection-end'), selected: z.string().nullable() }),
  'run-end': z.looseObject({ ...event, type: z.literal('run-end'), outcome: z.enum(['success', 'unsure', 'failed', 'cancelled']) }),
} as const;

/**
 * One line of an exported run, which may come from anybody: an event of a kind that running it again reads, checked as far as that
 * reads it; null for one of another kind. Throws `bad-input` that names the place.
 */
export function recordedEvent(line: string, place: string): RunEvent | null {
  const refuse = (what: string): AppError =>
    new AppError('bad-input', `${place}: ${what}`, 'make the file with: anneal runs export ID > run.jsonl');
  let data: unknown;
  try {
    data = JSON.parse(line);
  } catch {
    throw refuse('not an event of a run');
  }
  const known = z.object({ type: z.string() }).safeParse(data);
  if (!known.success) throw refuse('not an event of a run');
  const kind = known.data.type;
  if (!Object.hasOwn(schemas, kind)) return null;
  const read = schemas[kind as keyof typeof schemas].safeParse(data);
  if (read.success) return read.data as RunEvent;
  const [issue] = read.error.issues;
  throw refuse(`not a ${kind} as runs store it${issue === undefined ? '' : ` (${issue.path.join('.')}: ${issue.message})`}`);
}

function codes(): [ErrorCode, ...ErrorCode[]] {
  return Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]];
}
