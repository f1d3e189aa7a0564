import { observationKey } from '../../domain/behaviour-key.ts';
import { describeCall, describeObservation } from '../../domain/describe-evidence.ts';
import type { RunFact } from '../../domain/run-event.ts';
import type { RunState } from '../../domain/run-state.ts';
import { equalityRules, observationOf } from '../../domain/verdict.ts';
import type { EngineDeps } from '../engine-deps.ts';
import { isRussian, taskText } from '../task-text.ts';

/** A cluster below this is no real alternative. */
const plausible = 0.1;
const mostOptions = 4;
const labels = ['A', 'B', 'C', 'D'] as const;

/**
 * The smallest seen input on which plausible behaviours differ, with what each answers; null when there is nothing to ask.
 */
export function askBetweenClusters(state: RunState, deps: EngineDeps): Extract<RunFact, { type: 'question-ask' }> | null {
  const rivals = (state.selection?.clusters ?? []).filter((cluster) => cluster.posterior >= plausible).slice(0, mostOptions);
  if (rivals.length < 2) return null;
  const speakers = rivals.flatMap((cluster) => state.candidates.find((candidate) => candidate.id === cluster.members[0]) ?? []);
  const differing = state.tests.filter((test) => {
    const call = state.callOfTest.get(test.id);
    if (call === undefined || test.expected.type !== 'unknown') return false;
    const keys = speakers.map((candidate) => {
      const observation = observationOf(state, candidate, call);
      return observation === undefined ? '' : observationKey(observation, equalityRules);
    });
    return new Set(keys).size > 1 && !keys.includes('');
  });
  const test = [...differing].sort((a, b) => describeCall(a.call).length - describeCall(b.call).length)[0];
  const callIndex = test === undefined ? undefined : state.callOfTest.get(test.id);
  if (test === undefined || callIndex === undefined) return null;
  const supportOf = new Map<string, number>();
  for (const [index, candidate] of speakers.entries()) {
    const observation = observationOf(state, candidate, callIndex);
    if (observation === undefined) continue;
    const value = describeObservation(observation, test.expected, (seen) => deps.language.formatValue(seen));
    supportOf.set(value, (supportOf.get(value) ?? 0) + (rivals[index]?.posterior ?? 0));
  }
  const call = describeCall(test.call);
  const options = [...supportOf].map(([value, support], index) => ({ id: labels[index] ?? String(index + 1), value, support }));
  const text = isRussian(taskText(state)) ? `Что должно получиться для ${call}?` : `What should ${call} give?`;
  return { type: 'question-ask', question: { id: `q${state.questionsAsked + 1}`, text, call, callIndex, options } };
}
