import type { LiveDelta, RunEvent } from '../domain/run-event.ts';
import type { RunSummary } from '../ports/run-store.ts';

/** Deltas kept for one reader; a reader that falls further behind loses them all and goes on with the facts. */
const keptDeltas = 512;
/** Facts kept for all readers of a run together, so that a crowd of them does not ask the store for each. */
const keptFacts = 128;
/** Runs whose failure is kept; of more, those that failed last. */
const keptFailures = 1024;

/** Readers that are woken in one go: a thousand of them would keep everything else waiting. */
const wokenAtOnce = 64;

/** Milliseconds for which deltas are gathered: fewer, larger pieces, which nobody sees the difference of. */
const gatheringMs = 30;
/** Characters up to which the pieces of one text are put together. */
const mostTogether = 4096;

/** One reader's view of what happens in this process. What is no longer kept of the facts the reader takes from the store. */
export type Watcher = {
  /** The next delta that belongs behind event `seq` or before it. */
  nextDelta(seq: number): LiveDelta | undefined;
  /** The facts behind `seq`, without a gap; none when they are not kept or there are none. */
  factsAfter(seq: number): readonly RunEvent[];
  /** Hands over what this reader read of the store: the others of its crowd need not read it too. */
  share(facts: readonly RunEvent[]): void;
  /** The last event that was announced; 0 when none was. */
  lastSeq(): number;
  /** What the store said of the run at most `ms` ago, asked once for all its readers. */
  summary(ask: () => Promise<RunSummary | null>, now: number, ms: number): Promise<RunSummary | null>;
  /** Says that the reader looks now: only what comes after this is news. */
  look(): void;
  /** Resolves at the next news, at once when there was some since the last look. */
  news(): Promise<void>;
  /** Why this process drives the run no further although it has no end; null while it does, or when nobody said. */
  failure(): Error | null;
  /** Ends the wait for news. */
  wake(): void;
  close(): void;
};

export type LiveFeeds = {
  /** Stored facts, in order. */
  announce(runId: string, facts: readonly RunEvent[]): void;
  /** Makes readers look again. */
  wake(runId: string): void;
  /** Tells the readers of a run, also those that come later, why it is driven no further here. `at`: milliseconds since the epoch. */
  fail(runId: string, error: Error, at: number): void;
  /** Takes that back: it is tried again, or is gone. A fact that is stored later takes it back too. */
  forgive(runId: string): void;
  show(runId: string, seq: number, delta: LiveDelta): void;
  watch(runId: string): Watcher;
};

type Group = {
  readonly readers: Set<Reader>;
  facts: readonly RunEvent[];
  /** Deltas that no reader has yet, by what they are of. */
  pending: Map<string, Late>;
  timer: NodeJS.Timeout | null;
  /** Readers are left to be woken. */
  rest: NodeJS.Immediate | null;
  asked: { readonly at: number; readonly answer: Promise<RunSummary | null> } | null;
};

type Late = { readonly seq: number; readonly delta: LiveDelta };

type Reader = {
  deltas: Late[];
  lastSeq: number;
  fresh: boolean;
  /** Null while it does not wait. */
  wake: (() => void) | null;
};

/** Passes news of runs from their owner to readers in the same process, without ever waiting for a reader. */
export function createLiveFeeds(): LiveFeeds {
  const groups = new Map<string, Group>();
  const failures = new Map<string, { readonly error: Error; readonly at: number }>();

  const tell = (group: Group | undefined, change: (reader: Reader) => void): void => {
    if (group === undefined) return;
    for (const reader of group.readers) {
      change(reader);
      reader.fresh = true;
    }
    if (group.rest === null) wakeSome(group);
  };

  const wakeSome = (group: Group): void => {
    let woken = 0;
    group.rest = null;
    for (const reader of group.readers) {
      if (!reader.fresh || reader.wake === null) continue;
      if (woken === wokenAtOnce) {
        group.rest = setImmediate(() => wakeSome(group));
        return;
      }
      wake(reader);
      woken += 1;
    }
  };

  const handOut = (group: Group): void => {
    if (group.timer !== null) clearTimeout(group.timer);
    group.timer = null;
    const late = [...group.pending.values()];
    group.pending = new Map();
    if (late.length === 0) return;
    tell(group, (reader) => {
      if (reader.deltas.length >= keptDeltas) reader.deltas = [];
      reader.deltas.push(...late);
    });
  };

  return {
    announce(runId, facts) {
      const group = groups.get(runId);
      const [first] = facts;
      const last = facts.at(-1);
      if (group === undefined || first === undefined || last === undefined) return;
      handOut(group);
      // A gap, where another process wrote in between, begins the kept ones anew.
      const follows = group.facts.at(-1)?.seq === first.seq - 1;
      group.facts = [...(follows ? group.facts : []), ...facts].slice(-keptFacts);
      tell(group, (reader) => {
        reader.lastSeq = last.seq;
      });
    },
    wake: (runId) => tell(groups.get(runId), () => {}),
    fail(runId, error, at) {
      failures.delete(runId);
      failures.set(runId, { error, at });
      const [oldest] = failures.keys();
      if (failures.size > keptFailures && oldest !== undefined) failures.delete(oldest);
      tell(groups.get(runId), () => {});
    },
    forgive: (runId) => void failures.delete(runId),
    show(runId, seq, delta) {
      const group = groups.get(runId);
      if (group === undefined) return;
      const key = delta.type === 'progress' ? `${seq} ${delta.what}` : `${seq} ${delta.purpose} ${delta.sample}`;
      const together = joined(group.pending.get(key)?.delta, delta);
      if (together === null || group.pending.size >= keptDeltas) handOut(group);
      group.pending.set(key, { seq, delta: together ?? delta });
      group.timer ??= setTimeout(() => handOut(group), gatheringMs);
    },
    watch(runId) {
      const reader: Reader = { deltas: [], lastSeq: 0, fresh: false, wake: null };
      const group = groups.get(runId) ?? { readers: new Set(), facts: [], pending: new Map(), timer: null, rest: null, asked: null };
      groups.set(runId, group);
      group.readers.add(reader);
      return {
        factsAfter(seq) {
          const from = group.facts[0]?.seq ?? Number.POSITIVE_INFINITY;
          return from > seq + 1 ? [] : group.facts.slice(seq + 1 - from);
        },
        share(facts) {
          group.facts = withMore(group.facts, facts);
          // Another process goes on with it.
          if ((facts.at(-1)?.at ?? 0) > (failures.get(runId)?.at ?? Number.POSITIVE_INFINITY)) failures.delete(runId);
        },
        nextDelta(seq) {
          if (reader.deltas.length === 0) handOut(group);
          return (reader.deltas[0]?.seq ?? Number.POSITIVE_INFINITY) <= seq ? reader.deltas.shift()?.delta : undefined;
        },
        summary(ask, now, ms) {
          if (group.asked === null || now - group.asked.at >= ms) group.asked = { at: now, answer: ask() };
          return group.asked.answer;
        },
        lastSeq: () => reader.lastSeq,
        failure: () => failures.get(runId)?.error ?? null,
        look() {
          reader.fresh = false;
        },
        news: () =>
          new Promise((resolve) => {
            if (reader.fresh) resolve();
            else reader.wake = resolve;
          }),
        wake: () => wake(reader),
        close() {
          group.readers.delete(reader);
          if (group.readers.size > 0) return;
          if (group.timer !== null) clearTimeout(group.timer);
          if (group.rest !== null) clearImmediate(group.rest);
          groups.delete(runId);
        },
      };
    },
  };
}

function wake(reader: Reader): void {
  const resolve = reader.wake;
  reader.wake = null;
  resolve?.();
}

/** With those before and behind that join without a gap; the newest where they are too many. */
function withMore(kept: readonly RunEvent[], more: readonly RunEvent[]): readonly RunEvent[] {
  const first = kept[0]?.seq;
  const last = kept.at(-1)?.seq;
  if (first === undefined || last === undefined) return more.slice(-keptFacts);
  const before = more.filter(({ seq }) => seq < first);
  const behind = more.filter(({ seq }) => seq > last);
  const joins = (before.at(-1)?.seq ?? first - 1) === first - 1 && (behind[0]?.seq ?? last + 1) === last + 1;
  return joins ? [...before, ...kept, ...behind].slice(-keptFacts) : kept;
}

/** The newer state of a progress, a text with its next piece; null where that would be too long. */
function joined(before: LiveDelta | undefined, delta: LiveDelta): LiveDelta | null {
  if (before?.type !== 'text-delta' || delta.type !== 'text-delta') return delta;
  if (before.text.length + delta.text.length > mostTogether) return null;
  return { ...delta, text: before.text + delta.text };
}
