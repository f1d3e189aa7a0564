import type { LiveDelta } from '../domain/run-event.ts';

/** Deltas kept for one reader; a reader that falls further behind loses them all and goes on with the facts. */
const keptDeltas = 512;

/** One reader's view of what happens in this process. Facts are only announced: the reader takes them from the store. */
export type Watcher = {
  /** The next delta that belongs behind event `seq` or before it. */
  nextDelta(seq: number): LiveDelta | undefined;
  /** The last event that was announced; 0 when none was. */
  lastSeq(): number;
  /** Says that the reader looks now: only what comes after this is news. */
  look(): void;
  /** Resolves at the next news, at once when there was some since the last look. */
  news(): Promise<void>;
  close(): void;
};

export type LiveFeeds = {
  announce(runId: string, seq: number): void;
  /** Makes readers look again. */
  wake(runId: string): void;
  show(runId: string, seq: number, delta: LiveDelta): void;
  watch(runId: string): Watcher;
};

type Reader = {
  deltas: { readonly seq: number; readonly delta: LiveDelta }[];
  lastSeq: number;
  fresh: boolean;
  wake: () => void;
};

/** Passes news of runs from their owner to readers in the same process, without ever waiting for a reader. */
export function createLiveFeeds(): LiveFeeds {
  const readers = new Map<string, Set<Reader>>();

  const tell = (runId: string, change: (reader: Reader) => void): void => {
    for (const reader of readers.get(runId) ?? []) {
      change(reader);
      reader.fresh = true;
      reader.wake();
    }
  };

  return {
    announce: (runId, seq) =>
      tell(runId, (reader) => {
        reader.lastSeq = seq;
      }),
    wake: (runId) => tell(runId, () => {}),
    show: (runId, seq, delta) =>
      tell(runId, (reader) => {
        if (reader.deltas.length >= keptDeltas) reader.deltas = [];
        reader.deltas.push({ seq, delta });
      }),
    watch(runId) {
      const reader: Reader = { deltas: [], lastSeq: 0, fresh: false, wake: () => {} };
      const group = readers.get(runId) ?? new Set();
      readers.set(runId, group.add(reader));
      return {
        nextDelta: (seq) => ((reader.deltas[0]?.seq ?? Number.POSITIVE_INFINITY) <= seq ? reader.deltas.shift()?.delta : undefined),
        lastSeq: () => reader.lastSeq,
        look() {
          reader.fresh = false;
        },
        news: () =>
          new Promise((resolve) => {
            if (reader.fresh) resolve();
            else reader.wake = resolve;
          }),
        close() {
          group.delete(reader);
          if (group.size === 0) readers.delete(runId);
        },
      };
    },
  };
}
