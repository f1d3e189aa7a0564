import { emptyRunState, fold, type RunState } from '../domain/run-state.ts';
import type { Abortable } from '../ports/abortable.ts';
import type { RunStore } from '../ports/run-store.ts';

/** The fold of all that is stored of a run. Throws `not-found`. */
export async function readState(store: RunStore, runId: string, options: Abortable = {}): Promise<RunState> {
  let state = emptyRunState;
  for await (const event of store.read(runId, options)) state = fold(state, event);
  return state;
}
