import { AppError } from '../domain/app-error.ts';
import type { RunRequest } from '../domain/run-request.ts';
import type { RunResult } from '../domain/run-result.ts';
import type { Abortable } from '../ports/abortable.ts';
import type { Enqueued } from './enqueue.ts';
import type { Answer, RunHandle, RunItem, RunService } from './run-service-types.ts';

export type RunQueueOptions = {
  /** Runs that are driven at once. */
  readonly parallel: number;
  /** Runs that wait for their turn; one more is refused. */
  readonly mostWaiting: number;
  readonly onBegin?: (runId: string) => void;
  /** Also of a run that waits for an answer. */
  readonly onEnd?: (result: RunResult) => void;
  /** A run that could not be driven here, with the reason. It stays in the store as it is, and who follows it is told. */
  readonly onFailure?: (runId: string, error: unknown) => void;
};

/** Runs that wait for their turn: stored before anyone is told of them, driven a few at a time. */
export type RunQueue = {
  /** Throws `busy` when the queue is full, and what `enqueue` throws. */
  submit(request: RunRequest, options?: { readonly runId?: string; readonly session?: string }): Promise<Enqueued>;
  /** Throws the `busy` that `submit` would throw now. */
  checkRoom(): void;
  /** Leaves an answer and puts the run in line again. Of several at once the first wins; the others get `conflict`. */
  answer(runId: string, answer: Answer): Promise<void>;
  /** Puts an interrupted or cancelled run in line. Throws `busy`. */
  goOn(runId: string): void;
  cancel(runId: string): Promise<void>;
  /**
   * Resolves when the run waits for an answer or has ended; `after`: the last event that is of no interest. What happens until
   * then is told to `onItem`. Throws `signal.reason`.
   */
  settled(runId: string, options?: Abortable & { readonly after?: number; readonly onItem?: (item: RunItem) => void }): Promise<RunResult>;
  /**
   * Puts in line what another process promised and did not end; returns how many. `start`: also what looks as if somebody
   * still drove it, because a process that was killed says nothing. A run that could not be driven here, for a reason that may
   * pass, is tried again at a later call, twice as many calls later each time, ten times in all; any other is left alone.
   */
  recover(when: 'start' | 'later'): Promise<number>;
  readonly running: () => number;
  readonly waiting: () => number;
  /** Begins no further run. What is driven is stopped by the service's own `close`. */
  close(): void;
};

/** Tries of a run that could not be driven; with a call every 15 s the last one comes after two hours. */
const mostTries = 10;

export function createRunQueue(runs: RunService, options: RunQueueOptions): RunQueue {
  const line: string[] = [];
  const driven = new Set<string>();
  /** Admitted, and not in line yet: they count as waiting. */
  let entering = 0;
  let closed = false;
  /** Runs that could not be driven here. `next`: the call of `recover` that tries again. */
  const failed = new Map<string, { readonly tries: number; readonly next: number }>();
  let recoveries = 0;
  const answering = new Map<string, Promise<void>>();

  const refuseWhenFull = (): void => {
    if (closed) throw new AppError('busy', 'The service is shutting down.', 'Try again when it has started anew.');
    if (line.length + entering < options.mostWaiting) return;
    throw new AppError('busy', `${line.length} runs wait already.`, 'Try again later, or start the service with a larger --max-queued.');
  };

  const putInLine = (runId: string): void => {
    if (closed || line.includes(runId)) return;
    line.push(runId);
    fill();
  };

  const fill = (): void => {
    while (!closed && driven.size < options.parallel) {
      // A run that is being let go of here keeps its place for a moment.
      const index = line.findIndex((runId) => !driven.has(runId));
      if (index < 0) return;
      const [runId] = line.splice(index, 1);
      if (runId === undefined) return;
      driven.add(runId);
      void driveOne(runId).finally(() => {
        driven.delete(runId);
        fill();
      });
    }
  };

  /** Never throws. */
  const driveOne = async (runId: string): Promise<void> => {
    try {
      const handle: RunHandle = await runs.resume(runId);
      options.onBegin?.(runId);
      const result = await handle.result;
      failed.delete(runId);
      if (result.state !== 'interrupted') options.onEnd?.(result);
    } catch (error) {
      // At a shutdown everything is stopped on purpose; and whoever else drives a run shows it too.
      const code = error instanceof AppError ? error.code : 'internal';
      if (closed || code === 'store-conflict') return;
      const tries = (failed.get(runId)?.tries ?? 0) + 1;
      // Since the last try it has ended elsewhere, or was removed.
      if (tries > 1 && (code === 'conflict' || code === 'not-found')) {
        failed.delete(runId);
        return;
      }
      const mayPass = error instanceof AppError && error.retryable && tries < mostTries;
      failed.set(runId, { tries, next: mayPass ? recoveries + 2 ** (tries - 1) : Number.POSITIVE_INFINITY });
      options.onFailure?.(runId, error);
    }
  };

  const isOpen = async (runId: string, question: string): Promise<boolean> =>
    (await runs.show(runId)).state.question?.id === question && !(await runs.isAnswered(runId));

  return {
    checkRoom: refuseWhenFull,
    async submit(request, more = {}) {
      refuseWhenFull();
      entering += 1;
      try {
        const enqueued = await runs.enqueue(request, more);
        if (enqueued.isNew) putInLine(enqueued.runId);
        return enqueued;
      } finally {
        entering -= 1;
      }
    },
    async answer(runId, answer) {
      const before = answering.get(runId) ?? Promise.resolve();
      const mine = before.then(() => runs.answer(runId, answer));
      const settled = mine.catch(() => {});
      answering.set(runId, settled);
      try {
        await mine;
        putInLine(runId);
      } finally {
        if (answering.get(runId) === settled) answering.delete(runId);
      }
    },
    goOn(runId) {
      refuseWhenFull();
      failed.delete(runId);
      putInLine(runId);
    },
    async cancel(runId) {
      await runs.cancel(runId);
      failed.delete(runId);
      const index = line.indexOf(runId);
      if (index >= 0) line.splice(index, 1);
    },
    async settled(runId, { after = 0, signal, onItem } = {}) {
      const abortable = signal === undefined ? {} : { signal };
      for await (const item of runs.subscribe(runId, { after, ...abortable })) {
        onItem?.(item);
        // A question that has its answer is no end: the run is in line.
        if (item.type === 'question-ask' && (await isOpen(runId, item.question.id))) break;
      }
      signal?.throwIfAborted();
      return (await runs.show(runId)).result;
    },
    async recover(when) {
      recoveries += 1;
      const again = [...failed]
        .filter(([runId, { next }]) => next <= recoveries && !driven.has(runId) && !line.includes(runId))
        .map(([runId]) => runId);
      const found: { readonly runId: string; readonly queuedAt: number }[] = [];
      const phases = when === 'start' ? (['queued', 'interrupted', 'running', 'waiting'] as const) : (['interrupted'] as const);
      for (const phase of phases) {
        let cursor: string | null = null;
        do {
          const page = await runs.list({ phase, limit: 100, ...(cursor === null ? {} : { cursor }) });
          for (const { id } of page.items) {
            if (driven.has(id) || failed.has(id)) continue;
            const { state } = await runs.show(id);
            // Only what a service promised: a run of a command belongs to the person who started it.
            if (state.queuedAt === null || (phase === 'waiting' && !(await runs.isAnswered(id)))) continue;
            found.push({ runId: id, queuedAt: state.queuedAt });
          }
          cursor = page.nextCursor;
        } while (cursor !== null);
      }
      found.sort((a, b) => a.queuedAt - b.queuedAt);
      for (const runId of [...again, ...found.map(({ runId }) => runId)]) putInLine(runId);
      return again.length + found.length;
    },
    running: () => driven.size,
    waiting: () => line.length + entering,
    close() {
      closed = true;
      line.length = 0;
    },
  };
}
