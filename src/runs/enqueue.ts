import { AppError } from '../domain/app-error.ts';
import { canonicalJson } from '../domain/canonical-json.ts';
import type { RunRequest } from '../domain/run-request.ts';
import { takeOver } from './own.ts';
import { readState } from './read-state.ts';
import type { RunContext } from './run-context.ts';
import { titleOf } from './run-title.ts';

export type Enqueued = {
  readonly runId: string;
  /** False when a run of that id had this very request already. */
  readonly isNew: boolean;
};

/** Stores a run with its request; `resume` begins it. Throws `conflict` when the id belongs to another request. */
export async function enqueueRun<Tools>(
  context: RunContext<Tools>,
  request: RunRequest,
  { runId = context.deps.random.hex(6), session }: { readonly runId?: string; readonly session?: string },
): Promise<Enqueued> {
  const { store, clock } = context.deps;
  const title = titleOf(request);
  try {
    await store.create(runId, { title, at: clock.now(), ...(session === undefined ? {} : { session }) });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'conflict') throw error;
    const stored = (await readState(store, runId)).request;
    if (stored !== null && canonicalJson(stored) === canonicalJson(request)) return { runId, isNew: false };
    // Null: whoever made it died before it could store the request.
    if (stored !== null) throw new AppError('conflict', 'That key was used for another request.', 'Send another Idempotency-Key.');
  }
  const own = await takeOver(runId, context);
  try {
    if (own.state().request === null) context.feeds.announce(runId, await own.append([{ type: 'run-queue', request }]));
  } finally {
    await own.release();
  }
  return { runId, isNew: true };
}
