import type { RunState } from '../domain/run-state.ts';
import { drive } from './drive.ts';
import { noteFailure } from './note-failure.ts';
import type { Ownership } from './own.ts';
import type { RunContext } from './run-context.ts';
import type { Prepared, RunHandle, RunItem } from './run-service-types.ts';
import { subscribe } from './subscribe.ts';

/** Drives an owned run in the background and hands out its events from after `after`. */
export function launch<Tools>(
  context: RunContext<Tools>,
  run: {
    readonly runId: string;
    readonly own: Ownership;
    readonly prepared: Prepared<Tools>;
    readonly after: number;
    readonly newestCommand: number;
  },
  signal: AbortSignal | undefined,
): RunHandle {
  const { runId, own, prepared, after, newestCommand } = run;
  const { deps, timing, feeds, active } = context;
  const driving = drive({ runId, own, prepared, newestCommand, search: deps.search, store: deps.store, clock: deps.clock, timing, feeds });
  active.set(runId, driving);
  const cancel = (): void => driving.stop('cancel');
  signal?.addEventListener('abort', cancel, { once: true });
  if (signal?.aborted === true) cancel();

  const settled = driving.ended.finally(() => {
    signal?.removeEventListener('abort', cancel);
    if (active.get(runId) === driving) active.delete(runId);
    // Whoever follows it looks at the store from now on.
    feeds.wake(runId);
  });
  driving.ended.catch((error: unknown) => noteFailure(context, runId, error));
  return handle(context, runId, after, settled);
}

/** The handle of a run whose end is known or awaited. */
export function handle<Tools>(context: RunContext<Tools>, runId: string, after: number, ended: Promise<RunState>): RunHandle {
  // Stopped from outside, it is nobody's: that is what a reader of the store would say too.
  const result = ended.then((state) => context.toResult(runId, state.phase === 'running' ? { ...state, phase: 'interrupted' } : state));
  // A caller that only reads the events must not die of a rejection that it meets there as well.
  result.catch(() => {});
  return { runId, result, events: { [Symbol.asyncIterator]: () => eventsUntilEnd(context, runId, after, ended) } };
}

/** Ends with the run's last event; without one, with what is stored, and then throws what the run failed with. */
async function* eventsUntilEnd<Tools>(
  { deps, feeds, timing }: RunContext<Tools>,
  runId: string,
  after: number,
  ended: Promise<RunState>,
): AsyncGenerator<RunItem, void, undefined> {
  let over = false;
  const onEnd = (): void => {
    over = true;
    feeds.wake(runId);
  };
  ended.then(onEnd, onEnd);
  let last: RunItem | null = null;
  const subscription = { after, until: 'question', isOver: () => over, followMs: timing.followMs } as const;
  for await (const item of subscribe(runId, subscription, { store: deps.store, clock: deps.clock, feeds })) {
    last = item;
    yield item;
  }
  if (last?.type !== 'run-end' && last?.type !== 'question-ask') await ended;
}
