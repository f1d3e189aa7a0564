import type { Abortable } from '../../ports/abortable.ts';
import { abortableSleep } from '../abortable-sleep.ts';
import { HttpStatusError } from './http-status-error.ts';

export type RetryPolicy = {
  /** Waits before the second, third, … try, in milliseconds; a longer `Retry-After` wins, up to a minute. */
  readonly waitsMs: readonly number[];
};

export const defaultRetryPolicy: RetryPolicy = { waitsMs: [500, 1000, 2000, 4000, 8000] };

const busyStatuses: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504, 529]);

/** True for an answer that another try may better: the server is busy, restarting or has lost its runner. */
export function isBusy(error: unknown): boolean {
  return error instanceof HttpStatusError && busyStatuses.has(error.status);
}

/** Runs `task` again with growing waits while it fails with what `isRetryable` accepts; throws the last failure. */
export async function withRetries<T>(
  task: () => Promise<T>,
  policy: RetryPolicy,
  isRetryable: (error: unknown) => boolean,
  { signal }: Abortable = {},
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await task();
    } catch (error) {
      const wait = policy.waitsMs[attempt];
      if (wait === undefined || !isRetryable(error)) throw error;
      const asked = error instanceof HttpStatusError ? (error.retryAfterMs ?? 0) : 0;
      await abortableSleep(Math.min(Math.max(wait, asked), 60_000), signal);
    }
  }
}
