import { recipeOfSkill } from '../../domain/candidate.ts';
import type { RunState } from '../../domain/run-state.ts';
import { judge, trustedTests } from '../../domain/verdict.ts';
import { isNondeterministic } from './behaviour-clusters.ts';
import { type SelectionFact, successThreshold } from './select.ts';

/**
 * A kept program that answers the request alone: it passes every trusted test, of which there is one that a program without a body
 * fails. It was verified by its own tests too; nobody has measured how often that is wrong, so its confidence is the threshold
 * itself. Null where it does not, or is not steady.
 */
export function selectSkill(state: RunState): SelectionFact | null {
  const trusted = trustedTests(state);
  if (trusted.every((test) => state.stubPasses.has(test.id))) return null;
  for (const { name } of state.skills.filter(({ answers }) => answers)) {
    const candidate = state.candidates.find(({ recipe }) => recipe === recipeOfSkill(name));
    if (candidate === undefined || candidate.rejected !== null || isNondeterministic(state, candidate)) continue;
    if (!trusted.every((test) => judge(state, candidate, test) === 'passed')) continue;
    return {
      type: 'selection-end',
      round: 0,
      clusters: [{ id: 1, posterior: successThreshold, members: [candidate.id], weight: 1 }],
      selected: candidate.id,
      confidence: successThreshold,
      verdict: 'success',
      reason: `it passes ${trusted.length} of ${trusted.length} trusted tests; it is the verified skill ${name}`,
    };
  }
  return null;
}
