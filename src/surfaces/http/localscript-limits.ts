import { AppError } from '../../domain/app-error.ts';
import type { CountTokens } from '../../sessions/conversation.ts';

/** What LocalScript's paths are bounded by. Other surfaces have their own. */
export type LocalScriptLimits = {
  /** Tokens of a prompt and its answer together. */
  readonly contextTokens: number;
  /** Tokens of one sample at first; one that is cut off is asked for again with more. */
  readonly sampleTokens: number;
  /** Of a round's first sample; the others spread. */
  readonly firstTemperature: number;
  /** Rounds of repair behind the first one. */
  readonly repairs: number;
  /** Questions that may follow one another. */
  readonly questions: number;
};

/** As LocalScript itself has them. */
export const usualLimits: LocalScriptLimits = { contextTokens: 4096, sampleTokens: 256, firstTemperature: 0.2, repairs: 4, questions: 3 };

/** Tokens of a prompt's own words, around what it is about. */
const promptTokens = 512;

/** Tokens that are left for what people say. */
export const roomFor = ({ contextTokens, sampleTokens }: LocalScriptLimits): number =>
  Math.max(0, contextTokens - sampleTokens - promptTokens);

/** Throws `bad-input` for a text that no prompt within the limits can hold. */
export async function checkFits(field: string, text: string, limits: LocalScriptLimits, countTokens: CountTokens): Promise<void> {
  const room = roomFor(limits);
  // No tokenizer in use makes more tokens than bytes.
  if (Buffer.byteLength(text) <= room) return;
  const tokens = await countTokens(text);
  if (tokens <= room) return;
  throw new AppError(
    'bad-input',
    `${field}: has ${tokens} tokens; a context of ${limits.contextTokens} leaves room for ${room}`,
    'Shorten it, or start the service with a larger ANNEAL_LOCALSCRIPT_CONTEXT.',
  );
}
