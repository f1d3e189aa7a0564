import { z } from 'zod';
import { jsonSchema } from './json.ts';

const parts = z.array(z.string().max(2000)).max(20);

/**
 * What a test of a `predict-act` skill says besides the request: the world that the body meets, all of it played by the host, and
 * what must come of it. Texts are looked for without regard to case.
 */
export const bodyExpectationSchema = z.strictObject({
  /** Settings; what is missing of the declared ones is made up. */
  config: z.record(z.string(), jsonSchema).optional(),
  /** Option ids by a part of the question; other decisions take the first option. */
  choose: z.record(z.string(), z.string()).optional(),
  /** Answers to requests, the first that fits each; a request that fits none gets no answer. */
  http: z
    .array(
      z.strictObject({
        method: z.string().max(20).optional(),
        /** Part of the address. */
        url: z.string().max(2000),
        status: z.number().int().min(100).max(599).optional(),
        json: jsonSchema.optional(),
        text: z.string().max(100_000).optional(),
      }),
    )
    .max(20)
    .optional(),
  /** Files that are handed in, by name. */
  files: z.record(z.string(), z.string().max(100_000)).optional(),
  /** Given one by one when the body asks the person. */
  answers: z.array(z.string().max(2000)).max(10).optional(),
  /** How it ends; `waiting`: with a question. Default: `done`. */
  ends: z.enum(['done', 'waiting']).optional(),
  /** Parts of `action_log`, of `new_state`, and of the question. */
  log: parts.optional(),
  state: parts.optional(),
  question: parts.optional(),
  /** Requests that must have been sent, in any order: method, part of the address, part of the body. */
  sent: z
    .array(z.strictObject({ method: z.string().optional(), url: z.string().optional(), body: z.string().optional() }))
    .max(20)
    .optional(),
  /** Parts of files that are handed out, by name. */
  written: z.record(z.string(), z.string()).optional(),
});
export type BodyExpectation = z.output<typeof bodyExpectationSchema>;
