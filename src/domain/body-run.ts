import { z } from 'zod';
import { jsonSchema } from './json.ts';
import { actionResultSchema, predictionSchema } from './skill-body.ts';

const decisionSchema = z.object({
  /** Of the decision log. */
  id: z.string(),
  question: z.string(),
  selected: z.string(),
  probabilities: z.record(z.string(), z.number()),
  calibrated: z.boolean(),
});

/** One run of a `predict-act` skill, as it is stored. Secrets are never in it. */
export const bodyRunSchema = z.object({
  id: z.string(),
  skill: z.string(),
  /** Of the skill that was run: an answer is refused when the body has changed since. */
  hash: z.string(),
  at: z.number(),
  state: z.enum(['waiting', 'done', 'failed']),
  request: z.string(),
  answers: z.array(z.string()),
  meta: z.record(z.string(), jsonSchema),
  /** Settings of this call, for the resumed one. */
  config: z.record(z.string(), jsonSchema),
  prediction: predictionSchema.nullable(),
  result: actionResultSchema.nullable(),
  /** Why it failed. */
  reason: z.string().nullable(),
  printed: z.string(),
  decisions: z.array(decisionSchema),
  journal: z.array(z.object({ ask: z.string(), answer: jsonSchema })),
  /** Names of files that were handed out. */
  files: z.array(z.string()),
});
export type BodyRun = z.output<typeof bodyRunSchema>;
export type BodyDecision = z.output<typeof decisionSchema>;
