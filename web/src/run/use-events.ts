import { useEffect, useState } from 'react';
import type { RunEvent } from '../../../src/domain/run-event.ts';
import type { ApiError } from '../api/client.ts';
import { type Connection, followEvents } from './follow-events.ts';

export type StoredEvents = {
  readonly events: readonly RunEvent[];
  readonly connection: Connection;
  readonly error: ApiError | null;
};

const nothing: StoredEvents = { events: [], connection: 'opening', error: null };
/** Milliseconds in which what arrives is taken over together. */
const togetherMs = 150;

/** All facts of a run in order, as they come. */
export function useEvents(runId: string): StoredEvents {
  const [known, setKnown] = useState(nothing);
  useEffect(() => {
    const stop = new AbortController();
    let waiting: RunEvent[] = [];
    let timer: ReturnType<typeof setTimeout> | null = null;
    const flush = (): void => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      const events = waiting;
      waiting = [];
      if (events.length > 0) setKnown((before) => ({ ...before, events: [...before.events, ...events] }));
    };
    setKnown(nothing);
    void followEvents(
      `/api/runs/${encodeURIComponent(runId)}/events`,
      {
        onItem: (item) => {
          if (!('seq' in item)) return;
          waiting.push(item);
          timer ??= setTimeout(flush, togetherMs);
        },
        onConnection: (connection) => {
          if (connection === 'ended') flush();
          setKnown((before) => ({ ...before, connection }));
        },
        onRefused: (error) => setKnown((before) => ({ ...before, error })),
        // What is stored is shown; that no more comes of it belongs to the run's own screen.
        onStopped: flush,
      },
      stop.signal,
    );
    return () => {
      stop.abort();
      if (timer !== null) clearTimeout(timer);
    };
  }, [runId]);
  return known;
}
