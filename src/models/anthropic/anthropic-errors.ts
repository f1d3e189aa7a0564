import { AppError } from '../../domain/app-error.ts';
import { defaultAddresses } from '../../domain/default-addresses.ts';
import { hungUp } from '../http/connection-error.ts';
import { BrokenStreamError, HttpStatusError } from '../http/http-status-error.ts';
import { listCommand } from '../served/list-command.ts';
import { nearNames } from '../served/near-names.ts';
import { promptTooLong } from '../served/prompt-too-long.ts';
import type { AnthropicOptions } from './anthropic-options.ts';

export type AnthropicPlace = { readonly name: string; readonly address: string; readonly apiKey: AnthropicOptions['apiKey'] };

const listAt = (address: string): string => listCommand('anthropic', address, defaultAddresses.anthropic);

export function keyMissing(address: string): AppError {
  return new AppError('model-refused', `${address} wants a key, and none is set.`, 'export ANTHROPIC_API_KEY=…');
}

export function modelMissing({ name, address }: AnthropicPlace, present: readonly string[]): AppError {
  const near = nearNames(name, present);
  const others = near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : '';
  return new AppError(
    'model-missing',
    `${address} has no model "${name}".${others}`,
    near[0] === undefined ? listAt(address) : `--model ${near[0]}`,
  );
}

export function incomplete({ name, address }: AnthropicPlace, detail: string, cause?: unknown): AppError {
  const message = `The answer of ${name} stopped before its end, twice: ${detail}`;
  return new AppError('model-incomplete', message, `Try again; if it stays so, see whether ${address} is in trouble.`, { cause });
}

/** What was too long, in tokens, as the API says it: `prompt is too long: 210000 tokens > 200000 maximum`. */
export function tooLong(error: unknown): { readonly promptTokens: number; readonly contextTokens: number } | null {
  if (!(error instanceof HttpStatusError)) return null;
  const [, prompt, context] = /too long: (\d+) tokens > (\d+)/u.exec(error.message) ?? [];
  return prompt === undefined ? null : { promptTokens: Number(prompt), contextTokens: Number(context) };
}

/** The most tokens of answer, when more were asked for: `max_tokens: 9000 > 8192, …`, `…: 199000 + 8192 > 200000, …`. */
export function answerRoom(error: unknown): number | null {
  if (!(error instanceof HttpStatusError) || !error.message.includes('max_tokens')) return null;
  const [, most] = /max_tokens: \d+ > (\d+)/u.exec(error.message) ?? [];
  if (most !== undefined) return Number(most);
  const [, input, limit] = /(\d+) \+ \d+ > (\d+)/u.exec(error.message) ?? [];
  return input === undefined ? null : Number(limit) - Number(input);
}

export const refusesPrefill = (error: unknown): boolean =>
  error instanceof HttpStatusError && error.status === 400 && /prefill|must end with a user message/iu.test(error.message);

/** What left the HTTP layer, as a user should read it; anything else is passed through. `opening`: nothing was asked of the model yet. */
export function toAppError(error: unknown, place: AnthropicPlace, opening = false): unknown {
  if (error instanceof BrokenStreamError) return opening ? hungUp(error, place.address) : incomplete(place, error.message, error);
  if (!(error instanceof HttpStatusError)) return error;
  const { name, address, apiKey } = place;
  const { status, message: text } = error;
  const refused = (what: string, hint: string): AppError => new AppError('model-refused', what, hint, { cause: error });
  const variable = apiKey?.variable ?? 'ANTHROPIC_API_KEY';
  const size = tooLong(error);
  if (size !== null)
    return promptTooLong(name, { contextTokens: size.contextTokens, tokens: size.promptTokens, exact: true, evaluated: null });
  if (status === 401 || status === 407) {
    if (apiKey === undefined) return keyMissing(address);
    return refused(`${address} refuses the key from ${variable}: ${text}`, `Set the right one: export ${variable}=…`);
  }
  if (status === 403) {
    return refused(
      `${address} does not let this key use ${name}: ${text}`,
      `Choose one that it may use (${listAt(address)}), or set another key: export ${variable}=…`,
    );
  }
  // The API names the missing model and nothing else: `model: claude-x`.
  if (status === 404 && /model/iu.test(text)) return modelMissing(place, []);
  if (status === 404 || status === 405) {
    return refused(`${address} does not know the Messages API (${text}).`, `Check the address: --base-url ${defaultAddresses.anthropic}`);
  }
  if (status === 402 || /credit balance/iu.test(text)) {
    return refused(`${address} refuses for want of credit: ${text}`, 'Add credit to the account, or choose another --backend.');
  }
  if (status === 429 || status === 503 || status === 529) {
    return new AppError('model-timeout', `${address} is too busy: ${text}`, 'Try again later, or with fewer candidates: -n 2', {
      cause: error,
    });
  }
  return refused(`${address} answered ${status} for ${name}: ${text}`, 'Check --model and --base-url, and what the server says above.');
}
