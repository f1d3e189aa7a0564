import { AppError } from '../../domain/app-error.ts';
import { HttpStatusError } from '../http/http-status-error.ts';

export type RetryPolicy = {
  /** Waits before the second, third, … try after a connection or a process broke, in milliseconds. */
  readonly brokenMs: readonly number[];
  /** The same while the server is busy: adapters have tried for a while already, and waiting in a queue is no failure. */
  readonly busyMs: readonly number[];
  /** The longest `Retry-After` that is kept, in milliseconds; a run's budget is usually shorter. */
  readonly mostAskedMs: number;
};

export const usualRetries: RetryPolicy = {
  brokenMs: [500, 1000, 2000, 4000, 8000],
  busyMs: [5000, 10_000, 20_000, 30_000, 30_000],
  mostAskedMs: 600_000,
};

/** What another try may mend: that the model is busy, or that the way to it broke. Null for everything else. */
export type Failing = { readonly kind: 'busy' | 'broken'; readonly askedMs: number };

const brokenCodes: ReadonlySet<string> = new Set(['model-unreachable', 'model-incomplete', 'model-crashed']);
const busyStatuses: ReadonlySet<number> = new Set([429, 503, 529]);

export function failingOf(error: unknown): Failing | null {
  if (!(error instanceof AppError)) return null;
  const status = statusIn(error);
  if (status !== null && busyStatuses.has(status.status)) return { kind: 'busy', askedMs: status.retryAfterMs ?? 0 };
  return brokenCodes.has(error.code) ? { kind: 'broken', askedMs: 0 } : null;
}

/** The answer of a server that an error came from. */
function statusIn(error: unknown): HttpStatusError | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof HttpStatusError) return cause;
  return null;
}

/**
 * Milliseconds before try `attempt` (0: the second try), or null when that was enough. Half of a wait is chance (0 … 1), so
 * that many clients of one server do not come back at the same moment; what the server asks for is never cut short.
 */
export function waitBefore(attempt: number, { kind, askedMs }: Failing, policy: RetryPolicy, chance: number): number | null {
  const base = (kind === 'busy' ? policy.busyMs : policy.brokenMs)[attempt];
  return base === undefined ? null : Math.max(base * (0.5 + chance / 2), Math.min(askedMs, policy.mostAskedMs));
}
