import type { z } from 'zod';
import { AppError } from '../domain/app-error.ts';
import type { LanguageId } from '../domain/contract.ts';
import type { RunRequest } from '../domain/run-request.ts';
import type { Language } from '../ports/language.ts';
import { inferLanguage } from './infer-language.ts';
import { type RequestReading, type RequestText, readRequestText } from './read-request-text.ts';
import type { runFields } from './run-fields.ts';
import { refuseUnavailable } from './unavailable-language.ts';

/** What a run gets where its request says nothing. */
export type RunDefaults = Pick<
  RunRequest,
  'candidates' | 'maxRounds' | 'testSamples' | 'timeoutSeconds' | 'budgetSeconds' | 'budgetTokens' | 'seed' | 'temperature'
> & { readonly language: LanguageId | null };

export type RunInput = { readonly task: string } & z.output<z.ZodObject<typeof runFields>>;

export type RunRequestDeps = {
  readonly defaults: RunDefaults;
  readonly profiles: readonly { readonly name: string; readonly language: LanguageId }[];
  readonly language: (id: LanguageId, profile?: string) => Promise<Language>;
  /** Reads long texts without holding up others; default: in place. */
  readonly readRequest?: (text: RequestText) => Promise<RequestReading>;
};

/** The whole request, checked as far as that needs no model. Throws `bad-input` naming the field. */
export async function toRunRequest(input: RunInput, deps: RunRequestDeps): Promise<RunRequest> {
  const { defaults, profiles } = deps;
  const { language: fallback, ...numbers } = defaults;
  const { profile } = input;
  const owner = profiles.find(({ name }) => name === profile)?.language;
  if (profile !== undefined && owner === undefined) {
    throw new AppError('bad-input', `profile: there is no profile of that name`, `one of ${profiles.map(({ name }) => name).join(', ')}`);
  }
  // The program that a request comes with says its language; so does a signature.
  if (input.language === undefined && owner === undefined && input.signature === undefined) {
    refuseUnavailable(input.task, 'send "language": "python"');
  }
  const id = input.language ?? owner ?? inferLanguage(hints(input)) ?? fallback ?? 'python';
  if (owner !== undefined && owner !== id) {
    throw new AppError('bad-input', `profile: ${profile} is for ${owner}, not ${id}`, `send "language": "${owner}", or leave it out`);
  }
  const text: RequestText = {
    ...{ language: id, task: input.task, examples: input.examples ?? [] },
    ...(profile === undefined ? {} : { profile }),
    ...(input.signature === undefined ? {} : { signature: input.signature }),
  };
  await checkRequestText(text, deps);
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

/** Reads what a caller typed as its language. Throws `bad-input` naming the field. */
export async function checkRequestText(text: RequestText, deps: Pick<RunRequestDeps, 'language' | 'readRequest'>): Promise<void> {
  const reading = await readText(text, deps);
  if (!reading.ok) throw new AppError('bad-input', `${reading.field}: ${reading.reason}`, hintFor(reading.field));
}

/** Reads in place where nothing else is given. */
export async function readText(
  text: RequestText,
  { language: load, readRequest: read }: Pick<RunRequestDeps, 'language' | 'readRequest'>,
): Promise<RequestReading> {
  return read === undefined ? readRequestText(await load(text.language, text.profile), text) : read(text);
}

function hintFor(field: string): string {
  if (field === 'signature') return 'send one line, e.g. "def f(xs)" or "function f(n)"';
  return field.startsWith('examples') ? 'write a call and its result, e.g. "f(3) == 6"' : 'send shorter examples, or fewer nested brackets';
}

function hints({ task: text, signature, examples }: RunInput) {
  return { task: text, ...(signature === undefined ? {} : { signature }), ...(examples === undefined ? {} : { examples }) };
}

export type Present<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** The fields that are given. */
export function withoutUndefined<T extends object>(value: T): Present<T> {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as Present<T>;
}
