import { AppError } from '../domain/app-error.ts';
import { cancelled } from './drive.ts';
import { takeUnlessOwned } from './own.ts';
import { readState } from './read-state.ts';
import type { RunContext } from './run-context.ts';

/** Asks the owner to stop; ends the run itself when nobody owns it. */
export async function cancelRun<Tools>(context: RunContext<Tools>, runId: string): Promise<void> {
  const { store, clock } = context.deps;
  const before = await readState(store, runId);
  if (before.phase === 'done') {
    throw new AppError('conflict', `Run ${runId} has ended: ${before.end?.outcome}.`, `See what it gave: \`anneal runs show ${runId}\``);
  }
  await store.send(runId, { type: 'cancel' }, clock.now());
  const driving = context.active.get(runId);
  if (driving !== undefined) {
    driving.stop('cancel');
    // Its own handle says how it ended.
    await driving.ended.catch(() => {});
  }
  const own = await takeUnlessOwned(context, runId);
  if (own === null) return;
  try {
    if (own.state().phase === 'done') return;
    context.feeds.announce(runId, await own.append([cancelled]));
  } finally {
    await own.release();
  }
}
