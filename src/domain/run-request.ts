import { z } from 'zod';
import { languageIds } from './contract.ts';

/** The longest task that is accepted, in characters: beyond it a small model sees nothing but the tail. */
export const maxTaskCharacters = 100_000;

/** What a run was asked to do. Everything the engine decides from is here or in later facts. */
export const runRequestSchema = z.object({
  task: z.string().min(1).max(maxTaskCharacters),
  /** What the person said in this turn of a session; `task` may hold more of the conversation. */
  message: z.string().optional(),
  language: z.enum(languageIds).optional(),
  profile: z.string().optional(),
  signature: z.string().optional(),
  /** Trusted examples as typed, e.g. `f(3) == 6`. */
  examples: z.array(z.string()).default([]),
  /** Text or JSON that the request is about; shown to the model as data. */
  context: z.string().optional(),
  /** A program to revise, with the language of the request. */
  code: z.string().optional(),
  /** `code` is a program to mend: it is the first candidate, and what is handed back is never worse. */
  mends: z.boolean().optional(),
  /** Names that a program of several must go on to offer. */
  exports: z.array(z.string()).optional(),
  /** Files that `code` imports, by relative path, where no `suite` brings them. */
  siblings: z.record(z.string(), z.string()).optional(),
  /** Files that `code` reads and that are no text, in base64. */
  data: z.record(z.string(), z.string()).optional(),
  /** The path of `code` among its `siblings`. */
  program: z.string().optional(),
  /** The person's own test file; every test in `ids` must pass. Paths are of this machine: never taken from a network. */
  suite: z
    .object({
      file: z.string(),
      text: z.string(),
      program: z.string(),
      siblings: z.record(z.string(), z.string()),
      data: z.record(z.string(), z.string()).optional(),
      frameworkPaths: z.array(z.string()),
      alias: z.string().optional(),
      ids: z.array(z.string()),
    })
    .optional(),
  /** False: no kept program joins. */
  skills: z.boolean().optional(),
  /** Candidates a round. */
  candidates: z.number().int().min(1).max(512).default(4),
  /** Round 0 plus repair rounds. */
  maxRounds: z.number().int().min(1).max(32).default(3),
  /** True when the person asked for repair rounds: they happen also where they gained nothing for this model. */
  repairs: z.boolean().optional(),
  /** Samples of generated tests. */
  testSamples: z.number().int().min(0).max(64).default(4),
  /** CPU seconds of one candidate's run; the wall limit is one more. */
  timeoutSeconds: z.number().min(0.1).max(600).default(5),
  budgetSeconds: z.number().min(1).max(86_400).default(300),
  budgetTokens: z.number().int().min(1).optional(),
  seed: z
    .number()
    .int()
    .min(0)
    .max(2 ** 31 - 1)
    .optional(),
  temperature: z.number().min(0).max(2).default(0.8),
  /** Of the first sample of a round that asks in a bare chat turn; absent: close to the model's best guess. */
  firstTemperature: z.number().min(0).max(2).optional(),
  /** Tokens of one sample at first; one that is cut off is asked for again with more. Absent: by what is known of the model. */
  sampleTokens: z.number().int().min(16).max(65_536).optional(),
  /** True when a person is there to answer a question. */
  interactive: z.boolean().default(false),
  /** Questions that may be asked; absent: as many as a run asks at most. */
  questions: z.number().int().min(0).max(3).optional(),
  /** True when nobody is there, but a run that is left with two plausible behaviours may wait for an answer. */
  mayWait: z.boolean().optional(),
});

export type RunRequest = z.output<typeof runRequestSchema>;
export type RunRequestInput = z.input<typeof runRequestSchema>;
