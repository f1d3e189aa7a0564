import createClient from 'openapi-fetch';
import type { components, paths } from './schema.d.ts';

export type Schemas = components['schemas'];
export type Problem = Schemas['Problem'];

/** Typed by the service's own document; same origin, so its cookie goes along. */
export const createApi = () => createClient<paths>({ baseUrl: '/' });
export type Api = ReturnType<typeof createApi>;

/** What went wrong, as the service says it; or that it does not answer. */
export class ApiError extends Error {
  readonly problem: Problem | null;
  readonly status: number;

  constructor(problem: Problem | null, status: number) {
    super(problem?.detail ?? problem?.title ?? `HTTP ${status}`);
    this.name = 'ApiError';
    this.problem = problem;
    this.status = status;
  }
}

type Answer<T> = { readonly data?: T; readonly error?: unknown; readonly response: Response };

/** The data of an answer. Throws `ApiError`; status 0 means that there was no answer. */
export async function dataOf<T>(answer: Promise<Answer<T>>): Promise<T> {
  let settled: Answer<T>;
  try {
    settled = await answer;
  } catch (cause) {
    if (cause instanceof TypeError) throw new ApiError(null, 0);
    throw cause;
  }
  const { data, error, response } = settled;
  if (!response.ok) throw new ApiError(isProblem(error) ? error : null, response.status);
  return data as T;
}

const isProblem = (value: unknown): value is Problem => typeof value === 'object' && value !== null && 'code' in value;
