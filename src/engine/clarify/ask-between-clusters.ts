import type { Candidate } from '../../domain/candidate.ts';
import { describeCall, describeObservation } from '../../domain/describe-evidence.ts';
import type { RunFact } from '../../domain/run-event.ts';
import { callKey, type RunState } from '../../domain/run-state.ts';
import type { Abortable } from '../../ports/abortable.ts';
import type { EngineDeps } from '../engine-deps.ts';
import { isRussian, messageText } from '../task-text.ts';
import { smallestDifference } from './smallest-difference.ts';

/** A behaviour below this is no real alternative. */
export const plausiblePosterior = 0.1;
/** Characters of an answer that a person can still compare; it must be whole, because it becomes a test. */
const longestAnswer = 4000;
const labels = ['A', 'B', 'C', 'D'] as const;

type Speaker = { readonly candidate: Candidate; readonly posterior: number };

/** One program of each plausible behaviour, the likeliest first. */
function speakersOf(state: RunState): readonly Speaker[] {
  return (state.selection?.clusters ?? [])
    .filter((cluster) => cluster.posterior >= plausiblePosterior)
    .slice(0, labels.length)
    .flatMap(({ members, posterior }) => {
      const candidate = state.candidates.find(({ id }) => id === members[0]);
      return candidate?.code == null ? [] : [{ candidate, posterior }];
    });
}

/**
 * Asks about the smallest input on which plausible behaviours differ, with what each of them answers. The input joins the
 * calls first, so that everyone is observed on it. Yields nothing when the behaviours cannot be told apart by values.
 */
export async function* askBetweenClusters(state: RunState, deps: EngineDeps, options: Abortable): AsyncGenerator<RunFact> {
  const speakers = speakersOf(state);
  const { contract } = state;
  if (speakers.length < 2 || contract === null) return;
  const calls = state.tests.flatMap(({ call, expected }) => (expected.type === 'unknown' && call.type !== 'test' ? [call] : []));
  const programs = speakers.map(({ candidate }) => candidate.code ?? '');
  const found = await smallestDifference(programs, calls, contract, deps, options);
  if (found === null) return;
  const support = new Map<string, number>();
  for (const [index, observation] of found.observations.entries()) {
    const value = describeObservation(observation, { type: 'unknown' }, (seen) => deps.language.formatValue(seen, longestAnswer));
    support.set(value, (support.get(value) ?? 0) + (speakers[index]?.posterior ?? 0));
  }
  if (support.size < 2) return;
  const known = state.calls.findIndex((call) => callKey(call) === callKey(found.call));
  if (known < 0) {
    yield {
      type: 'tests-add',
      tests: [{ id: `t${state.tests.length + 1}`, call: found.call, expected: { type: 'unknown' }, origin: 'fuzz', votes: 0 }],
    };
  }
  const call = describeCall(found.call);
  const answers = [...support].map(([value, share], index) => ({ id: labels[index] ?? String(index + 1), value, support: share }));
  const text = isRussian(messageText(state)) ? `Что должно получиться для ${call}?` : `What should ${call} give?`;
  yield {
    type: 'question-ask',
    question: { id: `q${state.questionsAsked + 1}`, text, call, callIndex: known < 0 ? state.calls.length : known, options: answers },
  };
}
