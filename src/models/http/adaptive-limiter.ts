import type { Abortable } from '../../ports/abortable.ts';

/** A place among the requests in flight: call it exactly once, with how the request went, to give it back. */
export type Place = ((outcome: 'done' | 'busy') => void) & {
  /** The first sign of life of the answer came. */
  readonly heard: () => void;
};

/**
 * Bounds the requests in flight: one more while they succeed, half when the server says that it is busy, and a quarter less
 * when answers begin so late that the server must be queueing them. A request that waits here or in the server's own queue is
 * not late: waiting has no time limit.
 */
export type AdaptiveLimiter = {
  /** Waits for a free place. */
  acquire(options?: Abortable): Promise<Place>;
  /** Places at this moment. */
  readonly limit: number;
};

export type LimiterOptions = {
  readonly initial: number;
  readonly max: number;
  /** Milliseconds; for tests. */
  readonly now?: () => number;
};

/** An answer that begins this many times later than the quickest lately, and this many milliseconds, waited in a queue. */
const queuedRatio = 4;
const queuedMs = 400;
/** How fast a quick beginning is forgotten: other prompts take longer. */
const forgetting = 1.05;
/** After a slow answer so many more successes are asked for before the next place; doubled by each, up to this. */
const mostPatience = 8;

export function createAdaptiveLimiter({ initial, max, now = () => performance.now() }: LimiterOptions): AdaptiveLimiter {
  let limit = Math.min(initial, max);
  let inFlight = 0;
  let successes = 0;
  let patience = 1;
  let quickest = Number.POSITIVE_INFINITY;
  let shrunkAt = Number.NEGATIVE_INFINITY;
  const waiting: (() => void)[] = [];
  const admit = (): void => {
    while (inFlight < limit) {
      const next = waiting.shift();
      if (next === undefined) return;
      inFlight += 1;
      next();
    }
  };
  const shrink = (share: number): void => {
    limit = Math.max(1, Math.floor(limit * share));
    successes = 0;
    shrunkAt = now();
  };
  const begun = (startedAt: number): void => {
    const wait = now() - startedAt;
    const queued = wait > quickest * queuedRatio && wait > quickest + queuedMs;
    quickest = Math.min(quickest * forgetting, wait);
    // Those that were sent before the last change say nothing of the number since.
    if (!queued || limit === 1 || startedAt < shrunkAt) return;
    shrink(0.75);
    patience = Math.min(mostPatience, patience * 2);
  };
  const place = (): Place => {
    const startedAt = now();
    let heard = false;
    const release = (outcome: 'done' | 'busy'): void => {
      inFlight -= 1;
      if (outcome === 'busy') shrink(0.5);
      else {
        successes += 1;
        if (successes >= limit * patience && limit < max) {
          limit += 1;
          successes = 0;
        }
      }
      admit();
    };
    return Object.assign(release, {
      heard: () => {
        if (heard) return;
        heard = true;
        begun(startedAt);
      },
    });
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
          resolve(place());
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
