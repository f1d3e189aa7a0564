import { z } from '@hono/zod-openapi';
import { AppError } from '../../domain/app-error.ts';
import { type LanguageId, languageIds } from '../../domain/contract.ts';
import { maxTaskCharacters, type RunRequest } from '../../domain/run-request.ts';
import { readExample } from '../../engine/tests/read-example.ts';
import { inferLanguage } from '../infer-language.ts';
import type { HttpDeps } from './http-deps.ts';

export const language = z.enum(languageIds as [LanguageId, ...LanguageId[]]);
const withText = (most: number) =>
  z
    .string()
    .max(most)
    .refine((text) => text.trim() !== '', 'is blank');

export const task = withText(maxTaskCharacters);

/** Of all examples together: reading them must not hold up others. */
const mostExampleCharacters = 65_536;

/** The part of a run's request that a caller may choose: no path, no address, no sandbox setting. */
const runFields = {
  language: language.optional(),
  profile: z.string().max(64).optional().openapi({ description: 'a Lua host, e.g. wf-vars' }),
  signature: z.string().min(1).max(2000).optional(),
  examples: z
    .array(z.string().min(1).max(10_000))
    .max(200)
    .refine((examples) => examples.reduce((sum, { length }) => sum + length, 0) <= mostExampleCharacters, 'are too long together')
    .optional()
    .openapi({ description: 'trusted examples', example: ['f(3) == 6'] }),
  context: z.string().max(262_144).optional().openapi({ description: 'text or JSON that the request is about' }),
  candidates: z.number().int().min(1).max(512).optional().openapi({ description: 'candidates a round' }),
  maxRounds: z.number().int().min(1).max(32).optional(),
  testSamples: z.number().int().min(0).max(64).optional(),
  timeoutSeconds: z.number().min(0.1).max(60).optional().openapi({ description: "CPU seconds of one candidate's run" }),
  budgetSeconds: z.number().min(1).max(3600).optional(),
  budgetTokens: z.number().int().min(1).optional(),
  seed: z
    .number()
    .int()
    .min(0)
    .max(2 ** 31 - 1)
    .optional(),
  temperature: z.number().min(0).max(2).optional(),
  interactive: z.boolean().optional().openapi({ description: 'somebody is there to answer questions' }),
};

export const runInputSchema = z.strictObject({ task, ...runFields }).openapi('RunInput');
export const messageInputSchema = z.strictObject({ message: task, ...runFields }).openapi('MessageInput');

export type RunInput = z.output<typeof runInputSchema>;

/** The whole request, checked as far as that needs no model. Throws `bad-input` naming the field. */
export async function toRunRequest(input: RunInput, { defaults, profiles, language: load }: HttpDeps): Promise<RunRequest> {
  const { language: fallback, ...numbers } = defaults;
  const { profile } = input;
  const owner = profiles.find(({ name }) => name === profile)?.language;
  if (profile !== undefined && owner === undefined) {
    throw new AppError('bad-input', `profile: there is no profile of that name`, `one of ${profiles.map(({ name }) => name).join(', ')}`);
  }
  const id = input.language ?? owner ?? inferLanguage(hints(input)) ?? fallback ?? 'python';
  if (owner !== undefined && owner !== id) {
    throw new AppError('bad-input', `profile: ${profile} is for ${owner}, not ${id}`, `send "language": "${owner}", or leave it out`);
  }
  const spoken = await load(id, profile);
  const signature = input.signature === undefined ? null : spoken.parseSignature(input.signature);
  if (signature?.ok === false) {
    throw new AppError('bad-input', `signature: cannot be read as ${spoken.title}`, 'send one line, e.g. "def f(xs)" or "function f(n)"');
  }
  const entry = signature?.ok === true ? signature.value : spoken.findSignature(input.task);
  for (const [index, text] of (input.examples ?? []).entries()) {
    const reading = readExample(text, entry, spoken);
    if (!reading.ok)
      throw new AppError('bad-input', `examples.${index}: ${reading.reason}`, 'write a call and its result, e.g. "f(3) == 6"');
  }
  const { interactive = false, examples = [], ...given } = withoutUndefined(input);
  return {
    ...numbers,
    ...given,
    language: id,
    examples,
    interactive,
    // With nobody there, a tie may still wait for whoever looks.
    ...(interactive ? {} : { mayWait: true }),
  };
}

function hints({ task: text, signature, examples }: RunInput) {
  return { task: text, ...(signature === undefined ? {} : { signature }), ...(examples === undefined ? {} : { examples }) };
}

type Present<T> = { [K in keyof T]: Exclude<T[K], undefined> };

function withoutUndefined<T extends object>(value: T): Present<T> {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as Present<T>;
}
