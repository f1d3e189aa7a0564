import type { RunFact, Warning } from '../domain/run-event.ts';
import type { RunRequest } from '../domain/run-request.ts';
import { launch } from './launch.ts';
import { takeOver } from './own.ts';
import type { RunContext } from './run-context.ts';
import type { RunHandle } from './run-service-types.ts';
import { titleOf } from './run-title.ts';

export const warningFact = (warning: Warning): RunFact => ({ type: 'warning', warning });

/**
 * Opens what the run needs, stores its start, and drives it. Nothing is stored of a run that cannot start. `beginning` ends
 * the way there, `signal` the run too.
 */
export async function startRun<Tools>(
  context: RunContext<Tools>,
  request: RunRequest,
  { signal, session }: { readonly signal?: AbortSignal; readonly session?: string },
  beginning: AbortSignal,
): Promise<RunHandle> {
  const { store, clock, random, prepare } = context.deps;
  beginning.throwIfAborted();
  const prepared = await prepare(request, beginning, null);
  const runId = random.hex(6);
  let created = false;
  try {
    beginning.throwIfAborted();
    await store.create(runId, { title: titleOf(request), at: clock.now(), ...(session === undefined ? {} : { session }) });
    created = true;
    const own = await takeOver(runId, context);
    try {
      await own.append([{ type: 'run-start', request, ...prepared.start }, ...prepared.warnings.map(warningFact)]);
    } catch (error) {
      await own.release();
      throw error;
    }
    return launch(context, { runId, own, prepared, after: 0, newestCommand: 0 }, signal);
  } catch (error) {
    // A stream without a start says nothing to anybody.
    if (created) await store.remove(runId).catch(() => {});
    await prepared.close().catch(() => {});
    throw error;
  }
}
