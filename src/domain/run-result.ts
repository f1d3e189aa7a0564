import { z } from 'zod';
import { languageIds } from './contract.ts';
import { saidSchema } from './said.ts';

const entrySchema = z.object({
  kind: z.enum(['function', 'module', 'script', 'chunk-return']),
  name: z.string().nullable(),
  signature: z.string(),
});

/** The result object of `run --json` and of the HTTP API. Extend it; never change what is there. */
export const runResultSchema = z.object({
  runId: z.string(),
  state: z.enum(['queued', 'running', 'waiting', 'interrupted', 'done']),
  status: z.enum(['success', 'unsure', 'clarify', 'failed', 'cancelled']),
  language: z.enum(languageIds),
  profile: z.string().nullable(),
  entry: entrySchema.nullable(),
  code: z.string().nullable(),
  /** The code as its host takes it, e.g. `lua{…}lua`; null where that is the code itself. */
  wrapped: z.string().nullable().optional(),
  /** The kept program that was handed back; null where the code was written for this run. */
  skill: z.string().nullable().optional(),
  explanation: z.string(),
  confidence: z.number(),
  calibrated: z.boolean(),
  question: z
    .object({
      text: z.string(),
      call: z.string().nullable(),
      options: z.array(z.object({ id: z.string(), value: z.string(), support: z.number() })),
    })
    .nullable(),
  evidence: z.object({
    rounds: z.number(),
    selected: z.string().nullable(),
    candidates: z.array(
      z.object({
        id: z.string(),
        round: z.number(),
        passed: z.number(),
        total: z.number(),
        cluster: z.number().nullable(),
        rejected: z.string().nullable(),
        diagnostic: z.string().nullable(),
      }),
    ),
    clusters: z.array(z.object({ id: z.number(), posterior: z.number(), members: z.number() })),
    tests: z.array(
      z.object({
        call: z.string(),
        expected: z.string(),
        origin: z.string(),
        votes: z.number(),
        observed: z.string().nullable(),
        passed: z.boolean().nullable(),
      }),
    ),
    integrity: z.enum(['oracle-outside', 'shared']),
  }),
  sandbox: z.object({ level: z.string(), missing: z.array(z.string()) }),
  model: z.object({
    backend: z.string(),
    id: z.string(),
    calls: z.number(),
    promptTokens: z.number(),
    completionTokens: z.number(),
    demo: z.boolean(),
    /** What the tokens cost at list price; null where nobody pays for them. */
    cost: z.object({ dollars: z.number(), promptPerMillion: z.number(), completionPerMillion: z.number(), source: z.string() }).nullable(),
  }),
  timing: z.object({ totalMs: z.number(), modelMs: z.number(), sandboxMs: z.number(), overlapMs: z.number() }),
  warnings: z.array(z.object({ feature: z.string(), detail: z.string(), detailSaid: saidSchema })),
  error: z.object({ code: z.string(), message: z.string(), hint: z.string(), retryable: z.boolean() }).nullable(),
});

export type RunResult = z.output<typeof runResultSchema>;
export type RunStatus = RunResult['status'];
