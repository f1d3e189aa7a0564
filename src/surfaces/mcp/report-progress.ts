import type { ServerContext } from '@modelcontextprotocol/server';
import { emptyRunState, fold, type RunState } from '../../domain/run-state.ts';
import type { RunItem } from '../../runs/run-service-types.ts';
import { runSentence } from '../cli/live/run-sentence.ts';
import { logRun } from './log-run.ts';

export type ProgressReport = {
  readonly onItem: (item: RunItem) => void;
  /** A step that is no event of a run. */
  readonly say: (message: string) => void;
  /** Sends what is still to be said, and nothing more. */
  readonly end: () => void;
};

/** Milliseconds between two notifications at least, and at most. Clients reset their time limit at each. */
const shortestMs = 250;
const longestMs = 5000;

/**
 * Tells a client how a call goes on: with log messages, and with progress where it asked for that. Nobody knows how much is left, so
 * there is no total: `progress` counts the notifications, and the message says where the run stands. `from` is the state that the
 * call goes on from.
 */
export function reportProgress(ctx: ServerContext, from: RunState = emptyRunState): ProgressReport {
  const { mcpReq } = ctx;
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return { onItem: (item) => logRun(ctx, item), say: () => undefined, end: () => undefined };
  let state = from;
  let message = '';
  let progress = 0;
  let sentAt = Number.NEGATIVE_INFINITY;
  let due: NodeJS.Timeout | null = null;

  const send = (): void => {
    if (due !== null) clearTimeout(due);
    due = null;
    sentAt = performance.now();
    progress += 1;
    const params = { progressToken, progress, ...(message === '' ? {} : { message }) };
    // A client that is gone learns nothing more; that it is gone ends the call elsewhere.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
  const soon = (): void => {
    due ??= setTimeout(send, Math.max(0, sentAt + shortestMs - performance.now()));
  };
  const heartbeat = setInterval(() => {
    if (performance.now() - sentAt >= longestMs) send();
  }, 1000);
  const say = (text: string): void => {
    if (text === message) return;
    message = text;
    soon();
  };
  return {
    say,
    onItem(item) {
      logRun(ctx, item);
      if ('seq' in item) {
        state = fold(state, item);
        say(sentenceOf(state));
      } else if (item.type === 'progress' && state.rounds.length === 0) {
        say(item.total === null ? item.what : `${item.what} ${item.done} of ${item.total}`);
      }
    },
    end() {
      clearInterval(heartbeat);
      if (due !== null) send();
    },
  };
}

function sentenceOf(state: RunState): string {
  if (state.startedAt === null && state.phase === 'queued') return 'Waiting for its turn, or for the model.';
  const { state: main, detail } = runSentence(state);
  return detail === '' ? main : `${main} ${detail}`;
}
