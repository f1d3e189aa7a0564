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

type Following = { readonly store: RunStore; readonly clock: Clock; readonly feeds: LiveFeeds };
type Items = readonly (RunEvent | LiveDelta)[];

/** Facts of the store that are handed on together. */
const mostTogether = 64;

/** As `followRun`, one by one. */
export async function* subscribe(
  runId: string,
  subscription: Subscription,
  following: Following,
): AsyncGenerator<RunEvent | LiveDelta, void, undefined> {
  for await (const items of followRun(runId, subscription, following)) yield* items;
}

/**
 * Replays, then follows: what there is at once comes together. The reader is announced before it reads, and every fact comes from
 * the store in order, so that there is neither a gap nor a repeat between the two; what is not in this process's feed is found by
 * polling.
 */
export async function* followRun(
  runId: string,
  { after, until, isOver = () => false, isDrivenHere = () => false, followMs, signal }: Subscription,
  { store, clock, feeds }: Following,
): AsyncGenerator<Items, void, undefined> {
  const watcher = feeds.watch(runId);
  const lastPhases = lastPhasesOf[until];
  const waiting = createWaiting(followMs, watcher, clock, signal);
  let cursor = after;
  let mayHaveMore = true;
  /** A crowd that watches a run which waits must not read it again and again: one look says whether there is anything. */
  const isBehind = async (): Promise<boolean> => {
    const summary = await watcher.summary(() => store.summary(runId), clock.now(), followMs / 2);
    return summary === null || summary.events > cursor || lastPhases.has(summary.phase);
  };
  try {
    for (;;) {
      watcher.look();
      // Asked before the read: what was stored until then is in it.
      const over = isOver();
      const before = [...deltasDue(watcher, cursor)];
      if (before.length > 0) yield before;
      // At the end, and where the kept facts do not reach back, the store says what there is. A delta alone is no reason to ask it.
      const kept = over ? [] : watcher.factsAfter(cursor);
      if (kept.length > 0 || mayHaveMore || over || watcher.lastSeq() > cursor) {
        const abortable = signal === undefined ? {} : { signal };
        const parts = kept.length > 0 ? [kept] : inParts(store.read(runId, { after: cursor, ...abortable }));
        // A run that went on after its question, or after it was cancelled, has more behind that.
        let ended = false;
        for await (const part of parts) {
          if (kept.length === 0) watcher.share(part);
          const items = part.flatMap((event): Items => {
            // What came while the store was asked was made before this event.
            const earlier = [...deltasDue(watcher, event.seq - 1)];
            cursor = event.seq;
            ended = isLast(event, until);
            return ended ? [...earlier, event] : [...earlier, event, ...deltasDue(watcher, cursor)];
          });
          yield items;
        }
        if (over || ended) return;
        // A reader may come back with the number of the last event: nothing will follow that.
        if (kept.length === 0) {
          const summary = await store.summary(runId);
          if (summary !== null && lastPhases.has(summary.phase) && summary.events <= cursor) return;
        }
      }
      const failure = watcher.failure();
      if (failure !== null) throw failure;
      mayHaveMore = (await waiting.nothingNew(isDrivenHere())) && !isDrivenHere() && (await isBehind());
    }
  } finally {
    waiting.close();
    watcher.close();
  }
}

async function* inParts(events: AsyncIterable<RunEvent>): AsyncGenerator<readonly RunEvent[]> {
  let part: RunEvent[] = [];
  for await (const event of events) {
    part.push(event);
    if (part.length < mostTogether) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

function* deltasDue(watcher: Watcher, seq: number): Generator<LiveDelta> {
  for (let delta = watcher.nextDelta(seq); delta !== undefined; delta = watcher.nextDelta(seq)) yield delta;
}

/**
 * Waits for news of this process; true when none came in time, so that only the store can tell. One time-out serves many waits,
 * because a thousand readers that each make one for every event keep the process busy with nothing else: a wait may be shorter
 * than `ms`, never longer. Throws `signal.reason`.
 */
function createWaiting(ms: number, watcher: Watcher, clock: Clock, signal: AbortSignal | undefined) {
  const over = new AbortController();
  const stop = (): void => {
    over.abort();
    watcher.wake();
  };
  signal?.addEventListener('abort', stop, { once: true });
  let timeout: Promise<boolean> | null = null;
  return {
    async nothingNew(isDrivenHere: boolean): Promise<boolean> {
      signal?.throwIfAborted();
      if (isDrivenHere) {
        // Its end, too, is news: a thousand readers need not look at the clock meanwhile.
        await watcher.news();
        signal?.throwIfAborted();
        return false;
      }
      timeout ??= slept(clock, ms, over.signal).finally(() => {
        timeout = null;
      });
      const timedOut = await Promise.race([watcher.news().then(() => false), timeout]);
      signal?.throwIfAborted();
      return timedOut;
    },
    close(): void {
      signal?.removeEventListener('abort', stop);
      over.abort();
    },
  };
}
