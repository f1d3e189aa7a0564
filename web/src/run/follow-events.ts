import { createParser } from 'eventsource-parser';
import type { LiveDelta, RunEvent } from '../../../src/domain/run-event.ts';
import { ApiError, type Problem } from '../api/client.ts';

export type RunItem = RunEvent | LiveDelta;
export type Connection = 'opening' | 'live' | 'lost' | 'ended';

export type Follower = {
  readonly onItem: (item: RunItem) => void;
  readonly onConnection: (connection: Connection) => void;
  /** The service refused: coming back would not help. */
  readonly onRefused: (error: ApiError) => void;
  /** The service cannot drive the run any further, such as on a full disk: nothing more comes of it by itself. */
  readonly onStopped: (reason: StopReason) => void;
};

export type StopReason = { readonly code: string; readonly message: string; readonly hint: string };

/** Milliseconds. The service shows a sign of life every 15 s. */
const silenceMs = 40_000;
const firstPauseMs = 500;
const longestPauseMs = 8000;

/**
 * Facts of a run in order, each once, until its end: comes back with the last id after a lost connection, for as long as
 * `signal` lets it.
 */
export async function followEvents(
  url: string,
  { onItem, onConnection, onRefused, onStopped }: Follower,
  signal: AbortSignal,
): Promise<void> {
  let last = 0;
  let pauseMs = firstPauseMs;
  while (!signal.aborted) {
    const ended = await readOnce().catch((error: unknown) => {
      if (signal.aborted) return true;
      if (!(error instanceof ApiError)) return false;
      onRefused(error);
      return true;
    });
    if (ended) return;
    onConnection('lost');
    await pause(pauseMs, signal);
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
  }

  /** Whether nothing will follow. */
  async function readOnce(): Promise<boolean> {
    const connection = new AbortController();
    const drop = () => connection.abort();
    let watch = setTimeout(drop, silenceMs);
    addEventListener('offline', drop);
    try {
      const response = await fetch(url, {
        headers: last === 0 ? {} : { 'Last-Event-ID': String(last) },
        signal: AbortSignal.any([signal, connection.signal]),
      });
      if (response.status === 204) {
        onConnection('ended');
        return true;
      }
      // A service that starts anew answers 503 for a moment; what is refused otherwise stays refused.
      if (response.status >= 400 && response.status < 500) {
        throw new ApiError((await response.json().catch(() => null)) as Problem | null, response.status);
      }
      if (!response.ok || response.body === null) return false;
      onConnection('live');
      pauseMs = firstPauseMs;
      let isOver = false;
      const parser = createParser({
        onEvent({ event, data }) {
          if (event === 'end') {
            isOver = true;
            return;
          }
          if (event === 'problem') {
            isOver = true;
            onStopped(JSON.parse(data) as StopReason);
            return;
          }
          const item = JSON.parse(data) as RunItem;
          if ('seq' in item) {
            if (item.seq <= last) return;
            last = item.seq;
          }
          onItem(item);
        },
      });
      const decoder = new TextDecoder();
      const reader = response.body.getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        clearTimeout(watch);
        watch = setTimeout(drop, silenceMs);
        parser.feed(decoder.decode(value, { stream: true }));
      }
      if (isOver) onConnection('ended');
      return isOver;
    } finally {
      clearTimeout(watch);
      removeEventListener('offline', drop);
    }
  }
}

/** Waits, shorter when the network comes back meanwhile. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}
