import { useCallback, useEffect, useState } from 'react';
import { type Cooling, cool, emptyCooling } from '../../../src/domain/cooling.ts';
import type { RunEvent } from '../../../src/domain/run-event.ts';
import { emptyRunState, fold, type RunState } from '../../../src/domain/run-state.ts';
import { useApi } from '../api/api-context.tsx';
import { type ApiError, dataOf } from '../api/client.ts';
import { type Connection, followEvents, type RunItem, type StopReason } from './follow-events.ts';

/** What is known of a run, as its facts arrive. */
export type FollowedRun = {
  readonly runId: string;
  readonly state: RunState;
  readonly cooling: Cooling;
  readonly connection: Connection;
  /** What the service does meanwhile, e.g. loading a model. */
  readonly progress: { readonly what: string; readonly done: number; readonly total: number | null } | null;
  readonly error: ApiError | null;
  /** Why nobody drives it any more although it has no end. */
  readonly stopped: StopReason | null;
  /** Follows anew, e.g. after a run that had ended goes on. */
  readonly again: () => void;
};

type Known = Omit<FollowedRun, 'runId' | 'again'>;

const nothing: Known = {
  state: emptyRunState,
  cooling: emptyCooling,
  connection: 'opening',
  progress: null,
  error: null,
  stopped: null,
};
/** Milliseconds in which what arrives is shown together. */
const togetherMs = 60;
/** What was stored before arrives at once: nothing of it is shown before the stream is quiet, or this has passed. */
const quietMs = 90;
const longestCatchUpMs = 1500;
/** Milliseconds without a fact after which the service is asked whether anybody drives the run. */
const silentMs = 5000;

/** Adds facts to what is known. */
export function withEvents(known: Pick<Known, 'state' | 'cooling'>, events: readonly RunEvent[]): Pick<Known, 'state' | 'cooling'> {
  let { state, cooling } = known;
  for (const event of events) {
    state = fold(state, event);
    cooling = cool(cooling, state, event);
  }
  return { state, cooling };
}

function withItems(known: Known, items: readonly RunItem[]): Known {
  const events = items.filter((item) => 'seq' in item);
  const delta = items.findLast((item) => item.type === 'progress');
  const progress = delta?.type === 'progress' ? { what: delta.what, done: delta.done, total: delta.total } : known.progress;
  return { ...known, ...withEvents(known, events), progress: events.length > 0 && delta === undefined ? null : progress };
}

/** Follows a run from its first fact; the service sends all again after a reload. */
export function useRun(runId: string): FollowedRun {
  const [known, setKnown] = useState(nothing);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further attempt follows anew
  useEffect(() => {
    const stop = new AbortController();
    let waiting: RunItem[] = [];
    let timer: ReturnType<typeof setTimeout> | null = null;
    let caughtUp = false;
    const openedAt = performance.now();
    const flush = () => {
      timer = null;
      caughtUp = true;
      const items = waiting;
      waiting = [];
      setKnown((before) => withItems(before, items));
    };
    setKnown(nothing);
    void followEvents(
      `/api/runs/${encodeURIComponent(runId)}/events`,
      {
        onItem: (item) => {
          if (item.type === 'text-delta') return;
          waiting.push(item);
          if (!caughtUp && timer !== null && performance.now() - openedAt < longestCatchUpMs) {
            clearTimeout(timer);
            timer = null;
          }
          timer ??= setTimeout(flush, caughtUp ? togetherMs : quietMs);
        },
        onConnection: (connection) => setKnown((before) => ({ ...before, connection })),
        onRefused: (error) => setKnown((before) => ({ ...before, error })),
        onStopped: (stopped) => setKnown((before) => ({ ...before, stopped })),
      },
      stop.signal,
    );
    return () => {
      stop.abort();
      if (timer !== null) clearTimeout(timer);
    };
  }, [runId, attempt]);
  const again = useCallback(() => setAttempt((count) => count + 1), []);
  const isLeft = useIsLeft(runId, known);
  return { runId, ...known, state: isLeft ? { ...known.state, phase: 'interrupted' } : known.state, again };
}

/** Whether nobody drives the run any more: no fact says so, only the service when it is asked. */
function useIsLeft(runId: string, { state: { phase, seq }, connection, stopped }: Known): boolean {
  const api = useApi();
  const [leftAt, setLeftAt] = useState<number | null>(null);
  const isOpen = phase === 'running' || phase === 'queued';
  const mayBeLeft = isOpen && connection === 'live' && seq > 0;
  useEffect(() => {
    if (!mayBeLeft) return;
    let isGone = false;
    const look = async (): Promise<void> => {
      const standing = await dataOf(api.GET('/api/runs/{id}', { params: { path: { id: runId } } })).catch(() => null);
      // Without an answer what was known stays; the connection tells of that.
      if (!isGone && standing !== null) setLeftAt(standing.state === 'interrupted' ? seq : null);
    };
    const timer = setInterval(() => void look(), silentMs);
    return () => {
      isGone = true;
      clearInterval(timer);
    };
  }, [api, runId, seq, mayBeLeft]);
  return isOpen && (stopped !== null || leftAt === seq);
}
