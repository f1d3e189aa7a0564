import { z } from '@hono/zod-openapi';
import { AppError, type ErrorCode, errorTable } from '../../domain/app-error.ts';

/** RFC 9457, with the code and the hint of the error table. */
export const problemSchema = z
  .object({
    type: z.string().openapi({ example: 'urn:anneal:error:bad-input' }),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    code: z.enum(Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]]),
    hint: z.string(),
    retryable: z.boolean(),
    errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  })
  .openapi('Problem');

export type Problem = z.output<typeof problemSchema>;

/**
 * 5xx: the service itself cannot do its work. What it depends on (a model, its server, an interpreter) has 424: the request was
 * taken and can be sent again when that is mended, and nothing between here and the caller should count it as a broken service.
 */
const statusByCode: Readonly<Record<ErrorCode, number>> = {
  usage: 422,
  'bad-input': 422,
  'bad-config': 500,
  'not-found': 404,
  conflict: 409,
  unauthorized: 401,
  forbidden: 403,
  'no-program': 422,
  busy: 429,
  'model-unreachable': 424,
  'model-missing': 424,
  'model-refused': 424,
  'prompt-too-long': 422,
  'model-incomplete': 424,
  'model-timeout': 424,
  'model-crashed': 424,
  'skill-rejected': 424,
  'weights-corrupt': 424,
  'weights-unavailable': 424,
  'sandbox-unavailable': 503,
  'sandbox-failed': 503,
  'runtime-missing': 424,
  'store-unavailable': 503,
  'store-newer': 503,
  'store-conflict': 409,
  'no-space': 507,
  internal: 500,
};

/** Seconds after which a full queue is worth another try. */
const retryAfterSeconds = 5;

type More = { readonly status?: number; readonly errors?: NonNullable<Problem['errors']> };

export function problemResponse(
  code: ErrorCode,
  detail: string,
  hint: string,
  { status = statusByCode[code], errors }: More = {},
): Response {
  const { about, retryable } = errorTable[code];
  const problem: Problem = {
    type: `urn:anneal:error:${code}`,
    title: about,
    status,
    detail,
    code,
    hint,
    retryable,
    ...(errors === undefined ? {} : { errors: [...errors] }),
  };
  const headers: Record<string, string> = { 'Content-Type': 'application/problem+json' };
  if (code === 'busy') headers['Retry-After'] = String(retryAfterSeconds);
  if (status === 401) headers['WWW-Authenticate'] = 'Bearer realm="anneal"';
  return new Response(JSON.stringify(problem), { status, headers });
}

/** Anything thrown. Of a defect of ours the caller learns no more than that there was one; `warn` is told the rest. */
export function problemOf(thrown: unknown, warn: (line: string) => void): Response {
  if (thrown instanceof AppError && thrown.code !== 'internal') return problemResponse(thrown.code, thrown.message, thrown.hint);
  if (thrown instanceof DOMException && thrown.name === 'AbortError') {
    return problemResponse('busy', 'The service is shutting down.', 'Try again when it has started anew.', { status: 503 });
  }
  warn(thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown));
  return problemResponse('internal', 'The service failed at this request.', 'The reason is on the standard error of the service.');
}

/** Fields that a schema refused, by their place in the request. */
export function invalidFields(
  target: string,
  issues: readonly {
    readonly path: readonly PropertyKey[];
    readonly message: string;
    readonly code?: string | undefined;
    readonly keys?: unknown;
  }[],
): Response {
  const errors = issues.flatMap(({ path, message, keys }) => {
    const field = path.map(String).join('.');
    // Unknown fields are issues of the object that holds them.
    if (Array.isArray(keys))
      return keys.map((key) => ({ field: [...path, key].map(String).join('.').slice(0, 100), message: 'is not a field' }));
    return [{ field: field === '' ? (target === 'json' ? 'body' : target) : field, message }];
  });
  const detail = errors.map(({ field, message }) => `${field}: ${message}`).join('; ');
  return problemResponse('bad-input', detail.slice(0, 1000), 'Correct the named fields; /docs lists what each accepts.', { errors });
}
