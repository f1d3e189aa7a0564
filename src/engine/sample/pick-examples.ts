import type { RunState } from '../../domain/run-state.ts';
import { trustedTests } from '../../domain/verdict.ts';
import type { SolvedExample } from '../../ports/language.ts';
import type { EngineDeps } from '../engine-deps.ts';
import { nearestByShape } from '../prompts/nearest-by-shape.ts';
import { nearestExamples } from '../prompts/nearest-examples.ts';
import { taskText } from '../task-text.ts';

const shownExamples = 4;

/**
 * Solved requests near this one, the nearest last, where a model weighs it most. A later `page` takes the next nearest, so that
 * a new round asks in another context.
 */
export function pickExamples(state: RunState, deps: EngineDeps, by: 'words' | 'shape', page: number): readonly SolvedExample[] {
  const wanted = shownExamples * (page + 1);
  const ranked =
    by === 'words'
      ? nearestExamples(taskText(state), state.signature, deps.solvedExamples, wanted)
      : nearestByShape(
          trustedTests(state).map((test) => test.source ?? ''),
          deps.solvedExamples,
          wanted,
        );
  const shown = ranked.slice(shownExamples * page, wanted);
  return [...(shown.length > 0 ? shown : ranked.slice(0, shownExamples))].reverse();
}
