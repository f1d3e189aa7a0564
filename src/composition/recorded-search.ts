import type { LiveDelta, RunFact } from '../domain/run-event.ts';
import type { RunState } from '../domain/run-state.ts';
import type { EngineDeps } from '../engine/engine-deps.ts';
import { search } from '../engine/search.ts';
import { recordReplies } from '../models/middleware/record-replies.ts';
import type { Abortable } from '../ports/abortable.ts';
import type { Model } from '../ports/model.ts';

/** What a run works with: the engine's tools, and what its model said since this was asked last. */
export type RunTools = EngineDeps & { readonly takeReplies: () => readonly RunFact[] };

/** The model, and what it said as facts; each is given out once. */
export function createRecorder(model: Model): { readonly model: Model; readonly take: () => readonly RunFact[] } {
  const kept: RunFact[] = [];
  return {
    model: recordReplies(model, (reply) => kept.push({ type: 'model-reply', ...reply })),
    take: () => kept.splice(0),
  };
}

/** The engine's search, with each reply of the model as a fact before the first fact that follows from it. */
export async function* recordedSearch(state: RunState, tools: RunTools, options: Abortable): AsyncGenerator<RunFact | LiveDelta> {
  try {
    for await (const item of search(state, tools, options)) {
      if (item.type !== 'text-delta' && item.type !== 'progress') yield* tools.takeReplies();
      yield item;
    }
  } catch (error) {
    yield* tools.takeReplies();
    throw error;
  }
}
