import type { Dispatcher } from 'undici';
import { AppError } from '../../domain/app-error.ts';
import { HttpStatusError } from './http-status-error.ts';
import { parseJson } from './parse-json.ts';
import { retryAfterMs } from './retry-after.ts';

type Place = { readonly base: string /** For messages, e.g. `Ollama`. */; readonly server: string };
type Answer = Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'>;

/** Statuses that say something without a document. */
const plainStatuses: ReadonlySet<number> = new Set([401, 403, 404, 405, 407, 408, 429]);

/** What an answer with an error status means: a refusal to be explained by the adapter, or no answer of such a server at all. */
export function answerError(place: Place, path: string, answer: Answer, text: string): Error {
  const { statusCode } = answer;
  const parsed = parseJson(text);
  const isPage = /^\s*</u.test(text);
  // A gateway's error page may go away by itself, and a refused key needs no JSON; any other page means a wrong address.
  const isOther = statusCode < 500 && (!plainStatuses.has(statusCode) || (isPage && [404, 405].includes(statusCode)));
  if (parsed === undefined && isOther) return notJsonError(place, path, answer, text);
  const said = errorText(parsed) ?? (isPage ? '' : text.trim().slice(0, 200));
  return new HttpStatusError(statusCode, said || `HTTP ${statusCode}`, retryAfterMs(answer.headers, Date.now()), parsed);
}

export function notJsonError({ base, server }: Place, path: string, { statusCode, headers }: Answer, text: string): AppError {
  const isPage = String(headers['content-type'] ?? '').includes('text/html') || /^\s*<(?:!doctype|html)/iu.test(text);
  const what = isPage ? 'a web page' : text.trim() === '' ? 'nothing' : `"${text.trim().slice(0, 80)}"`;
  return new AppError(
    'model-refused',
    `${base}${path} answered ${statusCode} with ${what} instead of JSON; it is probably not ${server}.`,
    /to (?:an )?https/iu.test(text)
      ? `--base-url ${base.replace(/^http:/u, 'https:')}`
      : `Check the address: is ${base} really ${server}, and is no proxy or login page in between?`,
  );
}

/** Redirects are not followed: a key must not be carried to another host. */
export function redirectError({ base }: Place, path: string, location: string): AppError {
  const route = path.replace(/^\/v\d+/u, '');
  const hint = location.endsWith(route)
    ? `--base-url ${location.slice(0, -route.length)}`
    : 'Give the address that it sends to: --base-url';
  return new AppError('model-refused', `${base}${path} sends to ${location}.`, hint);
}

/** `{"error": "…"}`, `{"error": {"message": "…"}}`, or `{"message": "…"}` and `{"detail": "…"}` as some servers write it. */
function errorText(body: unknown): string | null {
  if (body === null || typeof body !== 'object') return null;
  const { error, message, detail } = body as { error?: unknown; message?: unknown; detail?: unknown };
  if (error !== null && typeof error === 'object' && 'message' in error && typeof error.message === 'string') return error.message;
  return [error, message, detail].find((text) => typeof text === 'string') ?? null;
}
