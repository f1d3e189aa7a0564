import { recipeOfSkill } from '../../domain/candidate.ts';
import type { RunSkill } from '../../domain/run-event.ts';
import type { RunState } from '../../domain/run-state.ts';
import { successThreshold } from '../../domain/success-threshold.ts';
import { judge, trustedTests } from '../../domain/verdict.ts';
import { isNondeterministic } from './behaviour-clusters.ts';
import { posteriorAlone } from './posterior.ts';
import type { SelectionFact } from './select.ts';

/**
 * A kept program that answers the request alone: it passes every trusted test, of which there is one that a program without a body
 * fails. It is a `success` from the same threshold on as any other program. Null where it does not pass, or is not steady.
 */
export function selectSkill(state: RunState): SelectionFact | null {
  const trusted = trustedTests(state);
  const telling = trusted.filter((test) => !state.stubPasses.has(test.id)).length;
  if (telling === 0) return null;
  for (const skill of state.skills.filter(({ answers }) => answers)) {
    const { name } = skill;
    const candidate = state.candidates.find(({ recipe }) => recipe === recipeOfSkill(name));
    if (candidate === undefined || candidate.rejected !== null || isNondeterministic(state, candidate)) continue;
    if (!trusted.every((test) => judge(state, candidate, test) === 'passed')) continue;
    const confidence = confidenceIn(skill, telling);
    const doubts = confidence >= successThreshold ? [] : [{ type: 'confidence', is: confidence, needed: successThreshold } as const];
    return {
      type: 'selection-end',
      round: 0,
      clusters: [{ id: 1, posterior: confidence, members: [candidate.id], weight: 1 }],
      selected: candidate.id,
      confidence,
      verdict: doubts.length === 0 ? 'success' : 'unsure',
      reason: `it passes ${trusted.length} of ${trusted.length} trusted tests; it is the verified skill ${name}`,
      ...(doubts.length === 0 ? {} : { doubts }),
    };
  }
  return null;
}

/** Chances as sure as this are of words alone, and words are never that sure. */
const surestWords = 0.99;

/**
 * It may be wrong in two ways, and each weighs tests as the posterior of samples does. It may be another program than was meant: words
 * and entry say how likely that is, and the request's tests speak against it. Or it may not do what it says: against that speak its own
 * tests too.
 */
function confidenceIn({ same, ownTests }: RunSkill, telling: number): number {
  if (same === undefined || ownTests === undefined) return successThreshold;
  const words = Math.min(surestWords, same);
  return posteriorAlone(telling, words / (1 - words)) * posteriorAlone(telling + ownTests);
}
