import type { LiveDelta, RunFact } from '../domain/run-event.ts';
import type { RunState } from '../domain/run-state.ts';
import type { Abortable } from '../ports/abortable.ts';
import type { EngineDeps } from './engine-deps.ts';

/**
 * Drives a run from `state` to its end or to a question. The caller stores each fact before it asks for the next item,
 * so a run that stops anywhere goes on from its stored facts. Ends after `run-end` or `question-ask`.
 * Throws `AppError` or `signal.reason`; only `runs` turns these into a `run-end`.
 */
export declare function search(state: RunState, deps: EngineDeps, options: Abortable): AsyncIterable<RunFact | LiveDelta>;
