import { AppError } from '../domain/app-error.ts';
import type { LiveDelta, RunFact } from '../domain/run-event.ts';
import type { RunState } from '../domain/run-state.ts';
import type { Clock } from '../ports/clock.ts';
import type { RunStore } from '../ports/run-store.ts';
import { waitForCancel } from './inbox.ts';
import type { LiveFeeds } from './live-feeds.ts';
import type { Ownership } from './own.ts';
import { endError } from './run-error.ts';
import type { Prepared, RunServiceDeps, RunTiming } from './run-service-types.ts';

/** Why a run is stopped from outside: `cancel` ends it, `interrupt` leaves it to whoever resumes it. */
export type Stop = 'cancel' | 'interrupt';

export type DriveJob<Tools> = {
  readonly runId: string;
  readonly own: Ownership;
  readonly prepared: Prepared<Tools>;
  /** The newest command that was there before: it has had its effect. */
  readonly newestCommand: number;
  readonly search: RunServiceDeps<Tools>['search'];
  readonly store: RunStore;
  readonly clock: Clock;
  readonly timing: RunTiming;
  readonly feeds: LiveFeeds;
};

export type Driving = {
  stop(how: Stop): void;
  /** The state at the end. Rejects when the run could not be stored or was taken over. */
  readonly ended: Promise<RunState>;
};

export const cancelled: RunFact = { type: 'run-end', outcome: 'cancelled', explanation: 'Cancelled.', error: null, overlapMs: 0 };

const isDelta = (item: RunFact | LiveDelta): item is LiveDelta => item.type === 'text-delta' || item.type === 'progress';

/** Drives a run that is owned here until it ends, waits for an answer or is stopped. Releases and closes everything. */
export function drive<Tools>(job: DriveJob<Tools>): Driving {
  const stopping = new AbortController();
  let how: Stop | null = null;
  const stop = (wanted: Stop): void => {
    how ??= wanted;
    stopping.abort(new DOMException('The run was stopped.', 'AbortError'));
  };
  const onLoss = (): void => stopping.abort(job.own.lost.reason);
  job.own.lost.addEventListener('abort', onLoss, { once: true });
  if (job.own.lost.aborted) onLoss();

  const run = async (): Promise<RunState> => {
    const inboxOver = new AbortController();
    const inbox = waitForCancel(
      job.runId,
      { ...job, inboxMs: job.timing.inboxMs, after: job.newestCommand },
      () => stop('cancel'),
      inboxOver.signal,
    );
    try {
      await follow(job, stopping.signal);
      if (stopped(job.own.state())) return job.own.state();
      job.own.lost.throwIfAborted();
      await conclude(job, how, null);
    } catch (error) {
      job.own.lost.throwIfAborted();
      // What went wrong behind a stored end changes nothing in it.
      if (stopped(job.own.state())) return job.own.state();
      await conclude(job, how, error);
    } finally {
      inboxOver.abort();
      await inbox;
      await job.own.release();
      // The run's end is stored: what does not close now changes nothing in it.
      await job.prepared.close().catch(() => {});
      job.own.lost.removeEventListener('abort', onLoss);
    }
    return job.own.state();
  };
  return { stop, ended: run() };
}

const stopped = (state: RunState): boolean => state.phase === 'done' || state.phase === 'waiting';

/** Stores each fact before the search goes on, and shows it after that. */
async function follow<Tools>(job: DriveJob<Tools>, signal: AbortSignal): Promise<void> {
  const { own, runId, feeds } = job;
  for await (const item of job.search(own.state(), job.prepared.deps, { signal })) {
    if (isDelta(item)) feeds.show(runId, own.state().seq, item);
    else await store(job, item);
    if (signal.aborted || stopped(own.state())) return;
  }
}

async function store<Tools>({ own, runId, feeds }: DriveJob<Tools>, fact: RunFact): Promise<void> {
  const facts = await own.append([fact]);
  // Whoever sees the question or the end may act on it at once, so the run is free before it is shown.
  if (stopped(own.state())) await own.release();
  feeds.announce(runId, facts);
}

/** The end of a run whose search did not write one itself. */
async function conclude<Tools>(job: DriveJob<Tools>, how: Stop | null, error: unknown): Promise<void> {
  if (how === 'interrupt') return;
  if (how === 'cancel') return store(job, cancelled);
  const failure = error ?? new AppError('internal', 'The search ended without a result.', 'Please report this.');
  const runError = endError(failure, job.runId);
  try {
    await store(job, { type: 'run-end', outcome: 'failed', explanation: runError.message, error: runError, overlapMs: 0 });
  } catch (atEnd) {
    // Where even the end cannot be stored, the first failure tells more.
    throw error ?? atEnd;
  }
}
