import { AppError } from '../../domain/app-error.ts';
import { hungUp } from '../http/connection-error.ts';
import { BrokenStreamError, HttpStatusError } from '../http/http-status-error.ts';
import { asRecord, asString } from '../read-json.ts';
import { nearNames } from '../served/near-names.ts';
import { promptTooLong } from '../served/prompt-too-long.ts';
import { contextError } from './context-error.ts';
import type { ApiKey } from './openai-options.ts';

/** What messages name: the model, the address without credentials, and the variable that holds the key. */
export type ErrorPlace = { readonly name: string; readonly address: string; readonly apiKey: ApiKey | undefined };
export type RequestSize = { readonly contextTokens: number | null; readonly promptTokens: number };

export function modelMissing({ name, address }: ErrorPlace, present: readonly string[]): AppError {
  const near = nearNames(name, present);
  const listed = present.slice(0, 5).join(', ');
  const others = near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : present.length > 0 ? ` There: ${listed}.` : '';
  const [first] = near.length > 0 ? near : present;
  const hint = first === undefined ? `anneal models list --backend openai --base-url ${address}` : `--model ${first}`;
  return new AppError('model-missing', `${address} has no model "${name}".${others}`, hint);
}

export function writesNoText(name: string, address: string): AppError {
  return new AppError(
    'model-refused',
    `${name} writes no text: it is a model for embeddings or the like.`,
    `anneal models list --backend openai --base-url ${address}`,
  );
}

export function incomplete({ name, address }: ErrorPlace, detail: string, cause?: unknown): AppError {
  return new AppError(
    'model-incomplete',
    `The answer of ${name} stopped before its end, twice: ${detail}`,
    `See the log of the server at ${address}; short memory or a gateway's time limit are the usual reasons.`,
    { cause },
  );
}

/** What no second try can mend, though its status says "busy". */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof HttpStatusError)) return false;
  return isOutOfCredit(error) || contextError(error) !== null || /grammar|schema|not support|invalid|unsupported/iu.test(error.message);
}

/** What left the HTTP layer, as a user should read it; anything else is passed through. `size`: of the request; null while the model is opened. */
export function toAppError(error: unknown, place: ErrorPlace, size: RequestSize | null): unknown {
  if (error instanceof BrokenStreamError) return size === null ? hungUp(error, place.address) : incomplete(place, error.message, error);
  if (!(error instanceof HttpStatusError)) return error;
  const { name, address } = place;
  const { status, message: text } = error;
  const refused = (what: string, hint: string): AppError => new AppError('model-refused', what, hint, { cause: error });
  if (status === 401 || status === 407) return keyRefused(error, place);
  if (status === 403) {
    return refused(
      `${address} does not let this key use ${name}: ${text}`,
      `Choose one that it may use (anneal models list --backend openai --base-url ${address}), or set another key: export ${variableOf(place)}=…`,
    );
  }
  const tooLong = contextError(error);
  if (tooLong !== null) {
    return promptTooLong(name, {
      contextTokens: tooLong.contextTokens ?? size?.contextTokens ?? null,
      tokens: tooLong.promptTokens ?? size?.promptTokens ?? 0,
      exact: tooLong.promptTokens !== null,
      evaluated: null,
    });
  }
  if (
    /not (?:a chat model|support (?:chat|(?:text )?generat|(?:the )?(?:chat )?completion))|does not support chat|only supports? embedding/iu.test(
      text,
    )
  ) {
    return writesNoText(name, address);
  }
  if (status === 404 && isAboutModel(error)) return modelMissing(place, []);
  if (status === 404 || status === 405) {
    return refused(
      `The server at ${address} does not know this route (${text}); it may not be OpenAI-compatible, or its API lies below another path.`,
      `Give the address with its version, such as --base-url ${new URL(address).origin}/v1`,
    );
  }
  if (status === 402 || isOutOfCredit(error)) {
    return refused(`${address} refuses for want of credit: ${text}`, 'Add credit to the account, or choose another --backend.');
  }
  if (status === 429 || status === 503 || status === 529) {
    return new AppError('model-timeout', `${address} is too busy: ${text}`, 'Try again later, or with fewer candidates: -n 2', {
      cause: error,
    });
  }
  return refused(
    `${address} answered ${status} for ${name}: ${text}`,
    status >= 500 ? `See the log of the server at ${address}.` : 'Check --model and --base-url, and what the server says above.',
  );
}

function keyRefused(error: HttpStatusError, place: ErrorPlace): AppError {
  const { apiKey, address } = place;
  return apiKey === undefined
    ? new AppError('model-refused', `${address} wants a key, and none is set.`, 'export ANNEAL_API_KEY=…', { cause: error })
    : new AppError(
        'model-refused',
        `${address} refuses the key from ${apiKey.variable}: ${error.message}`,
        `Set the right one: export ${apiKey.variable}=…`,
        { cause: error },
      );
}

const variableOf = ({ apiKey }: ErrorPlace): string => apiKey?.variable ?? 'ANNEAL_API_KEY';

const codeOf = (error: HttpStatusError): string | null => asString(asRecord(asRecord(error.body).error).code);
const isOutOfCredit = (error: HttpStatusError): boolean =>
  codeOf(error) === 'insufficient_quota' || /insufficient[_ ](?:quota|credit|balance|funds)/iu.test(error.message);

function isAboutModel(error: HttpStatusError): boolean {
  if (codeOf(error) === 'model_not_found') return true;
  return /\bmodel\b/iu.test(error.message) && !/\b(?:route|path|endpoint|url)\b/iu.test(error.message);
}
