import type { MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { AppError, type ErrorCode } from '../../../domain/app-error.ts';
import { type Problem, problemOf, problemResponse } from '../problem.ts';

/** The protocol's form of an error. */
export type OpenAiError = {
  readonly error: { readonly message: string; readonly type: string; readonly param: string | null; readonly code: string };
};

/** What callers of the protocol look for; every other code is one of ours. */
const codes: Readonly<Partial<Record<ErrorCode, string>>> = {
  unauthorized: 'invalid_api_key',
  busy: 'rate_limit_exceeded',
  'prompt-too-long': 'context_length_exceeded',
};

const types: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  409: 'conflict_error',
  424: 'server_error',
  429: 'rate_limit_error',
};

/** A field that is not honoured, as an answer of status 400. */
export const refusal = (field: string, message: string, hint: string): HTTPException =>
  new HTTPException(400, {
    res: problemResponse('bad-input', `${field}: ${message}`, `${hint[0]?.toUpperCase()}${hint.slice(1)}.`, {
      status: 400,
      errors: [{ field, message }],
    }),
  });

/** A model of another name, as an answer of status 404. */
export const noSuchModel = (asked: string, hint: string): HTTPException => {
  const message = `There is no model ${JSON.stringify(asked.slice(0, 100))} here.`;
  return new HTTPException(404, { res: problemResponse('not-found', message, hint, { errors: [{ field: 'model', message }] }) });
};

/** The service's problem in the protocol's words. */
export function toOpenAiError({ code, detail, hint, status, errors }: Problem): OpenAiError {
  const field = errors?.[0]?.field ?? (code === 'prompt-too-long' ? 'messages' : null);
  const message = hint === '' ? detail : `${/[.!?]$/.test(detail) ? detail : `${detail}.`} ${hint}`;
  return {
    error: {
      message,
      type: types[status] ?? (status >= 500 ? 'server_error' : 'invalid_request_error'),
      param: field,
      code: code === 'not-found' && field === 'model' ? 'model_not_found' : (codes[code] ?? code),
    },
  };
}

/** What a stream that has begun says of a failure. */
export async function errorEvent(thrown: unknown, warn: (line: string) => void): Promise<OpenAiError> {
  const response = thrown instanceof HTTPException ? thrown.getResponse() : problemOf(thrown, warn);
  return toOpenAiError((await response.json()) as Problem);
}

/** Whatever refuses a request, before or in a route: below `/v1` it is told as the protocol tells it. */
export const openAiErrors: MiddlewareHandler = async (c, next) => {
  await next();
  const { res } = c;
  if (res.headers.get('content-type') !== 'application/problem+json') return;
  const problem = (await res.json()) as Problem;
  // The protocol knows no 422.
  const status = problem.status === 422 ? 400 : problem.status;
  const headers = new Headers(res.headers);
  headers.set('Content-Type', 'application/json');
  headers.delete('Content-Length');
  c.res = undefined;
  c.res = new Response(JSON.stringify(toOpenAiError({ ...problem, status })), { status, headers });
};

/** For a caller that waits for something which took too long. */
export const tookTooLong = (seconds: number): AppError =>
  new AppError(
    'model-timeout',
    `The model gave no answer within ${seconds} s.`,
    'Ask again, or start the service with a larger --budget-seconds.',
  );
