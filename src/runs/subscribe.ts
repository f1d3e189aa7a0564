import type { LiveDelta, RunEvent } from '../domain/run-event.ts';
import type { RunPhase } from '../domain/run-state.ts';
import type { Clock } from '../ports/clock.ts';
import type { RunStore } from '../ports/run-store.ts';
import type { LiveFeeds, Watcher } from './live-feeds.ts';
import { slept } from './own.ts';

export type Subscription = {
  readonly after: number;
  readonly until: Until;
  /** True when nothing will follow what is stored. */
  readonly isOver?: () => boolean;
  /** True while this process drives the run: then no other one has news of it. */
  readonly isDrivenHere?: () => boolean;
  readonly followMs: number;
  readonly signal?: AbortSignal;
};

/** What a subscription ends with: the run's end, or also the question after which its owner lets it go. */
export type Until = 'end' | 'question';

const lastPhasesOf: Readonly<Record<Until, ReadonlySet<RunPhase>>> = { end: new Set(['done']), question: new Set(['done', 'waiting']) };

export const isLast = (event: RunEvent, until: Until): boolean =>
  event.type === 'run-end' || (until === 'question' && event.type === 'question-ask');

/**
 * Replays, then follows. The reader is announced before it reads, and every fact comes from the store in order, so that
 * there is neither a gap nor a repeat between the two; what is not in this process's feed is found by polling.
 */
export async function* subscribe(
  runId: string,
  { after, until, isOver = () => false, isDrivenHere = () => false, followMs, signal }: Subscription,
  { store, clock, feeds }: { readonly store: RunStore; readonly clock: Clock; readonly feeds: LiveFeeds },
): AsyncGenerator<RunEvent | LiveDelta, void, undefined> {
  const watcher = feeds.watch(runId);
  const lastPhases = lastPhasesOf[until];
  let cursor = after;
  let mayHaveMore = true;
  try {
    for (;;) {
      watcher.look();
      // Asked before the read: what was stored until then is in it.
      const over = isOver();
      yield* deltasDue(watcher, cursor);
      // At the end, and where the kept facts do not reach back, the store says what there is. A delta alone is no reason to ask it.
      const kept = over ? [] : watcher.factsAfter(cursor);
      if (kept.length > 0 || mayHaveMore || over || watcher.lastSeq() > cursor) {
        const facts = kept.length > 0 ? kept : store.read(runId, { after: cursor, ...(signal === undefined ? {} : { signal }) });
        // A run that went on after its question, or after it was cancelled, has more behind that.
        let ended = false;
        for await (const event of facts) {
          cursor = event.seq;
          yield event;
          ended = isLast(event, until);
          if (!ended) yield* deltasDue(watcher, cursor);
        }
        if (over || ended) return;
        // A reader may come back with the number of the last event: nothing will follow that.
        if (kept.length === 0) {
          const summary = await store.summary(runId);
          if (summary !== null && lastPhases.has(summary.phase) && summary.events <= cursor) return;
        }
      }
      mayHaveMore = (await nothingNewFor(followMs, watcher, clock, signal)) && !isDrivenHere();
    }
  } finally {
    watcher.close();
  }
}

function* deltasDue(watcher: Watcher, seq: number): Generator<LiveDelta> {
  for (let delta = watcher.nextDelta(seq); delta !== undefined; delta = watcher.nextDelta(seq)) yield delta;
}

/** Waits for news of this process; true when none came in time, so that only the store can tell. Throws `signal.reason`. */
async function nothingNewFor(ms: number, watcher: Watcher, clock: Clock, signal: AbortSignal | undefined): Promise<boolean> {
  signal?.throwIfAborted();
  const enough = new AbortController();
  const stop = (): void => enough.abort();
  signal?.addEventListener('abort', stop, { once: true });
  const timeout = slept(clock, ms, enough.signal);
  try {
    const timedOut = await Promise.race([watcher.news().then(() => false), timeout]);
    signal?.throwIfAborted();
    return timedOut;
  } finally {
    signal?.removeEventListener('abort', stop);
    enough.abort();
    await timeout;
  }
}
