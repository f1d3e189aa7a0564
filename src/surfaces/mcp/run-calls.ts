import { AppError } from '../../domain/app-error.ts';
import type { RunRequest } from '../../domain/run-request.ts';
import type { RunResult } from '../../domain/run-result.ts';
import type { RunState } from '../../domain/run-state.ts';
import type { Page, RunSummary } from '../../ports/run-store.ts';
import type { RunQueue } from '../../runs/run-queue.ts';
import type { Answer, RunItem, RunService } from '../../runs/run-service-types.ts';

/** The caller that waits for a run. When it goes away, the run is cancelled: nobody else knows of it. */
export type Caller = { readonly signal: AbortSignal; readonly onItem: (item: RunItem) => void };

/** Runs as calls that wait for their result. */
export type RunCalls = {
  /** Throws `busy`, or `signal.reason` when the caller went away. */
  start(request: RunRequest, caller: Caller): Promise<RunResult>;
  /** Answers the open question and waits for what comes of it. Throws `not-found`, `conflict` or `bad-input`. */
  answer(runId: string, answer: Answer, caller: Caller): Promise<RunResult>;
  /** Throws `not-found`. */
  show(runId: string): Promise<{ readonly state: RunState; readonly result: RunResult }>;
  list(limit: number): Promise<Page<RunSummary>>;
  /** Resolves when no call goes on, and all runs whose callers went away have ended. */
  drained(): Promise<void>;
};

export type RunCallsOptions = {
  readonly open: () => Promise<{ readonly runs: RunService; readonly queue: RunQueue }>;
  /** Once it aborts, callers go away because the process stops: their runs are left to whoever closes the queue. */
  readonly closing: AbortSignal;
  readonly warn: (line: string) => void;
};

export function createRunCalls({ open, closing, warn }: RunCallsOptions): RunCalls {
  /** Calls that go on, and runs that are being ended. */
  const pending = new Set<Promise<unknown>>();
  const tracked = <T>(work: Promise<T>): Promise<T> => {
    const forget = (): void => void pending.delete(settled);
    const settled: Promise<void> = work.then(forget, forget);
    pending.add(settled);
    return work;
  };

  const end = async (queue: RunQueue, runId: string): Promise<void> => {
    try {
      await queue.cancel(runId);
      await queue.settled(runId);
    } catch (error) {
      // It ended by itself in the meantime.
      if (error instanceof AppError && error.code === 'conflict') return;
      warn(`cancelling run ${runId}: ${error instanceof Error ? error.message : String(error)}`);
    }
  };

  const follow = async (queue: RunQueue, runId: string, after: number, { signal, onItem }: Caller): Promise<RunResult> => {
    const letGo = (): void => {
      if (!closing.aborted) void tracked(end(queue, runId));
    };
    if (signal.aborted) letGo();
    else signal.addEventListener('abort', letGo, { once: true });
    try {
      return await queue.settled(runId, { after, signal, onItem });
    } finally {
      signal.removeEventListener('abort', letGo);
    }
  };

  const start = async (request: RunRequest, caller: Caller): Promise<RunResult> => {
    caller.signal.throwIfAborted();
    const { queue } = await open();
    const { runId } = await queue.submit(request);
    return follow(queue, runId, 0, caller);
  };

  const goOn = async (runId: string, answer: Answer, caller: Caller): Promise<RunResult> => {
    const { runs, queue } = await open();
    const { state } = await runs.show(runId);
    await queue.answer(runId, answer);
    return follow(queue, runId, state.seq, caller);
  };

  return {
    start: (request, caller) => tracked(start(request, caller)),
    answer: (runId, answer, caller) => tracked(goOn(runId, answer, caller)),
    async show(runId) {
      const { runs } = await open();
      return runs.show(runId);
    },
    async list(limit) {
      const { runs } = await open();
      return runs.list({ limit });
    },
    async drained() {
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}
