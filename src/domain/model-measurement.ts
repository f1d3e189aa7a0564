import { z } from 'zod';
import { languageIds } from './contract.ts';

const count = z.number().int().min(0);
const share = z.object({ right: count, trials: count });

/** What `doctor --full` found out about one model; null where it was not measured. Rates in tokens a second. */
export const measurementSchema = z.object({
  v: z.literal(1),
  model: z.string(),
  fingerprint: z.string().nullable(),
  language: z.enum(languageIds),
  /** Milliseconds since the epoch. */
  at: z.number(),
  seconds: z.number(),
  questions: count,
  timedOut: count,
  speed: z.object({ promptTokens: z.number().nullable(), single: z.number(), together: z.number(), samples: count }).nullable(),
  forms: z.array(share.extend({ form: z.enum(['chat', 'chat-prefill-examples', 'completion-examples']), note: z.string().nullable() })),
  /** Tokens of the longest right answer of the best form. */
  longestRight: count.nullable(),
  tests: share.extend({ replies: count }).nullable(),
  decisions: share
    .extend({ chance: z.number(), calibrated: z.boolean(), labelMass: z.number().nullable(), commonest: z.number() })
    .nullable(),
  /** Tokens: what the backend declares, the longest prompt that was read whole, the longest with its needle found. */
  context: z.object({ declared: count, read: count, found: count.nullable(), stopped: z.string() }).nullable(),
  schema: share.nullable(),
  thinks: z.boolean().nullable(),
  samples: z.object({ asked: count, given: count, distinct: count }).nullable(),
  seeds: z.object({ repeats: z.boolean(), differs: z.boolean() }).nullable(),
});

export type ModelMeasurement = z.output<typeof measurementSchema>;
