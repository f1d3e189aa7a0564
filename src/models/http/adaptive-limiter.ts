import type { Abortable } from '../../ports/abortable.ts';

/**
 * Bounds the requests in flight: additive increase while they succeed, halved when the server says that it is busy.
 * A request that waits here or in the server's own queue is not late: waiting has no time limit.
 */
export type AdaptiveLimiter = {
  /** Waits for a free place; the caller must call what it gets back exactly once, with how the request went. */
  acquire(options?: Abortable): Promise<(outcome: 'done' | 'busy') => void>;
  /** Places at this moment. */
  readonly limit: number;
};

export function createAdaptiveLimiter({ initial, max }: { readonly initial: number; readonly max: number }): AdaptiveLimiter {
  let limit = Math.min(initial, max);
  let inFlight = 0;
  let successes = 0;
  const waiting: (() => void)[] = [];
  const admit = (): void => {
    while (inFlight < limit) {
      const next = waiting.shift();
      if (next === undefined) return;
      inFlight += 1;
      next();
    }
  };
  const release = (outcome: 'done' | 'busy'): void => {
    inFlight -= 1;
    if (outcome === 'busy') {
      limit = Math.max(1, Math.floor(limit / 2));
      successes = 0;
    } else {
      successes += 1;
      if (successes >= limit && limit < max) {
        limit += 1;
        successes = 0;
      }
    }
    admit();
  };
  return {
    get limit() {
      return limit;
    },
    acquire({ signal } = {}) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) {
          reject(signal.reason);
          return;
        }
        const enter = (): void => {
          signal?.removeEventListener('abort', leave);
          resolve(release);
        };
        const leave = (): void => {
          const at = waiting.indexOf(enter);
          if (at >= 0) waiting.splice(at, 1);
          reject(signal?.reason);
        };
        signal?.addEventListener('abort', leave, { once: true });
        waiting.push(enter);
        admit();
      });
    },
  };
}
