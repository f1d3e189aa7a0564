import { z } from 'zod';
import { languageIds } from '../domain/contract.ts';
import { maxTaskCharacters } from '../domain/run-request.ts';

export const language = z.enum(languageIds);

/** Text that is not blank, at most this many characters. */
export const withText = (most: number) => z.string().max(most).regex(/\S/, 'is blank');

export const task = withText(maxTaskCharacters);

/** Of all examples together: reading them must not hold up others. */
const mostExampleCharacters = 65_536;

/** The part of a run's request that a caller over a protocol may choose: no path, no address, no sandbox setting. */
export const runFields = {
  language: language.optional(),
  profile: z.string().max(64).optional().describe('a Lua host, e.g. wf-vars'),
  signature: z.string().min(1).max(2000).optional(),
  examples: z
    .array(z.string().min(1).max(10_000))
    .max(200)
    .refine((examples) => examples.reduce((sum, { length }) => sum + length, 0) <= mostExampleCharacters, 'are too long together')
    .optional()
    .describe('trusted examples'),
  context: z.string().max(262_144).optional().describe('text or JSON that the request is about'),
  candidates: z.number().int().min(1).max(512).optional().describe('candidates a round'),
  maxRounds: z.number().int().min(1).max(32).optional(),
  testSamples: z.number().int().min(0).max(64).optional(),
  timeoutSeconds: z.number().min(0.1).max(60).optional().describe("CPU seconds of one candidate's run"),
  budgetSeconds: z.number().min(1).max(3600).optional(),
  budgetTokens: z.number().int().min(1).optional(),
  seed: z
    .number()
    .int()
    .min(0)
    .max(2 ** 31 - 1)
    .optional(),
  temperature: z.number().min(0).max(2).optional(),
  skills: z.boolean().optional().describe('false: no kept program joins'),
  interactive: z.boolean().optional().describe('somebody is there to answer questions'),
};
