import { AppError } from '../domain/app-error.ts';
import type { RunEvent, RunFact } from '../domain/run-event.ts';
import { fold, type RunState } from '../domain/run-state.ts';
import type { Clock } from '../ports/clock.ts';
import { readState } from './read-state.ts';
import type { RunContext } from './run-context.ts';

/** The right to write to a run, kept alive until it is released. */
export type Ownership = {
  readonly runId: string;
  /** The state after all that is stored. */
  readonly state: () => RunState;
  /** Aborts, with the `AppError`, when another owner took the run over. */
  readonly lost: AbortSignal;
  /** Stamps and stores facts, all or none; they are durable when it returns. */
  append(facts: readonly RunFact[]): Promise<readonly RunEvent[]>;
  /** Lets anyone take the run. Never throws: a lease that cannot be given back ends by itself. */
  release(): Promise<void>;
};

/** Takes a run over and renews the lease meanwhile. Throws `not-found` or, naming the owner, `store-conflict`. */
export async function takeOver<Tools>(runId: string, { deps, timing, unreleased }: RunContext<Tools>): Promise<Ownership> {
  const { store, clock, random, owner, isGone = () => false } = deps;
  // A name for each take-over: the same process must not own a run twice either.
  const name = `${owner}#${random.hex(2)}`;
  const hasLetGo = (other: string): boolean => unreleased.has(other) || isGone(other.slice(0, other.lastIndexOf('#')));
  const { epoch } = await store.acquire(runId, name, { now: clock.now(), leaseMs: timing.leaseMs, isGone: hasLetGo });
  const lost = new AbortController();
  const over = new AbortController();
  let state: RunState;
  let released: Promise<void> | null = null;

  const noteLoss = (error: unknown): void => {
    if (error instanceof AppError && error.code === 'store-conflict' && !over.signal.aborted) lost.abort(error);
  };
  const keepRenewing = async (): Promise<void> => {
    while (await slept(clock, timing.renewMs, over.signal)) {
      try {
        await store.renew(runId, epoch, { now: clock.now(), leaseMs: timing.leaseMs });
      } catch (error) {
        // A store that cannot be reached is tried again at the next turn; the lease outlives a few of them.
        noteLoss(error);
        if (lost.signal.aborted) return;
      }
    }
  };
  const giveBack = async (): Promise<void> => {
    over.abort();
    await renewing;
    await store.release(runId, epoch).catch(() => void unreleased.add(name));
  };

  const renewing = keepRenewing();
  try {
    state = await readState(store, runId);
  } catch (error) {
    await giveBack();
    throw error;
  }

  return {
    runId,
    state: () => state,
    lost: lost.signal,
    async append(facts) {
      lost.signal.throwIfAborted();
      // A clock that was set back must not make time run backwards inside a run.
      const at = Math.max(clock.now(), state.lastAt ?? 0);
      const events = facts.map((fact, index): RunEvent => ({ ...fact, v: 1, seq: state.seq + index + 1, at }));
      try {
        await store.append(runId, { epoch, expectedSeq: state.seq }, events);
      } catch (error) {
        noteLoss(error);
        throw error;
      }
      state = events.reduce(fold, state);
      return events;
    },
    release() {
      released ??= giveBack();
      return released;
    },
  };
}

/** Null when somebody else owns the run. */
export async function takeUnlessOwned<Tools>(context: RunContext<Tools>, runId: string): Promise<Ownership | null> {
  try {
    return await takeOver(runId, context);
  } catch (error) {
    if (error instanceof AppError && error.code === 'store-conflict') return null;
    throw error;
  }
}

/** Takes the run for a moment: true when nobody drives it. */
export async function isFree<Tools>(context: RunContext<Tools>, runId: string): Promise<boolean> {
  const own = await takeUnlessOwned(context, runId);
  await own?.release();
  return own !== null;
}

/** False when the signal ended the sleep. */
export async function slept(clock: Clock, ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await clock.sleep(ms, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return !signal.aborted;
}
