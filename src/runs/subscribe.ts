import type { LiveDelta, RunEvent } from '../domain/run-event.ts';
import type { Clock } from '../ports/clock.ts';
import type { RunStore } from '../ports/run-store.ts';
import type { LiveFeeds, Watcher } from './live-feeds.ts';
import { slept } from './own.ts';

export type Subscription = {
  readonly after: number;
  /** The last event that is shown. */
  readonly isLast: (event: RunEvent) => boolean;
  /** True when nothing will follow what is stored. */
  readonly isOver?: () => boolean;
  readonly followMs: number;
  readonly signal?: AbortSignal;
};

export const isLastOfRun = (event: RunEvent): boolean => event.type === 'run-end';

/** The owner lets a run go after these. */
export const isLastOfTurn = (event: RunEvent): boolean => event.type === 'run-end' || event.type === 'question-ask';

/**
 * Replays, then follows. The reader is announced before it reads, and every fact comes from the store in order, so that
 * there is neither a gap nor a repeat between the two; what is not in this process's feed is found by polling.
 */
export async function* subscribe(
  runId: string,
  { after, isLast, isOver = () => false, followMs, signal }: Subscription,
  { store, clock, feeds }: { readonly store: RunStore; readonly clock: Clock; readonly feeds: LiveFeeds },
): AsyncGenerator<RunEvent | LiveDelta, void, undefined> {
  const watcher = feeds.watch(runId);
  let cursor = after;
  try {
    for (;;) {
      // Asked before the read: what was stored until then is in it.
      const over = isOver();
      yield* deltasDue(watcher, cursor);
      for await (const event of store.read(runId, { after: cursor, ...(signal === undefined ? {} : { signal }) })) {
        cursor = event.seq;
        yield event;
        if (isLast(event)) return;
        yield* deltasDue(watcher, cursor);
      }
      if (over) return;
      if (watcher.lastSeq() <= cursor) await newsOrTimeout(watcher, clock, followMs, signal);
    }
  } finally {
    watcher.close();
  }
}

function* deltasDue(watcher: Watcher, seq: number): Generator<LiveDelta> {
  for (let delta = watcher.nextDelta(seq); delta !== undefined; delta = watcher.nextDelta(seq)) yield delta;
}

/** Throws `signal.reason`. */
async function newsOrTimeout(watcher: Watcher, clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  const enough = new AbortController();
  const stop = (): void => enough.abort();
  signal?.addEventListener('abort', stop, { once: true });
  const timeout = slept(clock, ms, enough.signal);
  try {
    await Promise.race([watcher.news(), timeout]);
  } finally {
    signal?.removeEventListener('abort', stop);
    enough.abort();
    await timeout;
  }
  signal?.throwIfAborted();
}
