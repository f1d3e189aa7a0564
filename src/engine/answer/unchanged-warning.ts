import { describeCall, describeExpected } from '../../domain/describe-evidence.ts';
import type { RunFact } from '../../domain/run-event.ts';
import { callKey, type RunState } from '../../domain/run-state.ts';
import { type Said, say, warned } from '../../domain/said.ts';
import type { Test } from '../../domain/test.ts';
import { judge, trustedTests } from '../../domain/verdict.ts';
import type { Language } from '../../ports/language.ts';
import { observedCandidates } from '../select/behaviour-clusters.ts';
import { changesNothing, programToRevise } from '../select/unchanged.ts';
import { messageText } from '../task-text.ts';

const feature = 'revision';
/** Most older examples that are named. */
const mostNamed = 3;

/** Says that a revision changes nothing, which older example kept it so, and what to do; nothing for one that does. */
export function* unchangedWarning(state: RunState, language: Language): Generator<RunFact> {
  const chosen = state.candidates.find(({ id }) => id === state.selection?.selected);
  const before = programToRevise(state);
  if (chosen === undefined || before === null || !changesNothing(state, chosen)) return;
  if (state.warnings.some((warning) => warning.feature === feature)) return;
  const same = chosen.code?.trim() === before.trim() ? say('revision-same') : say('revision-does-the-same', { calls: state.calls.length });
  const held = olderExamples(state, language);
  const [first = state.tests[0]] = held;
  const example = first?.call.type === 'expression' ? `${describeCall(first.call)} == …` : '';
  yield { type: 'warning', warning: warned(feature, same, ...heldBy(state, held), say('revision-say', { example })) };
}

/** Trusted tests that the message does not state itself, those first that another program failed. */
function olderExamples(state: RunState, language: Language): readonly Test[] {
  const stated = new Set(language.findExamples(messageText(state), state.contract?.entry ?? null).map(({ call }) => callKey(call)));
  const older = trustedTests(state).filter(({ call }) => !stated.has(callKey(call)));
  return [...older].sort((a, b) => failing(state, b) - failing(state, a));
}

const failing = (state: RunState, test: Test): number =>
  observedCandidates(state).filter((candidate) => judge(state, candidate, test) === 'failed').length;

function heldBy(state: RunState, older: readonly Test[]): readonly Said[] {
  const deciding = older.filter((test) => failing(state, test) > 0);
  const named = (deciding.length > 0 ? deciding : older).slice(0, mostNamed);
  if (named.length === 0) return [];
  const texts = named.map(
    ({ call, expected }) => `${describeCall(call)} ${expected.type === 'value' ? '== ' : ''}${describeExpected(expected)}`,
  );
  const ruledOut = deciding.length === 0 ? 0 : Math.max(...named.map((test) => failing(state, test)));
  return [say('revision-held', { tests: texts.join(', '), several: named.length > 1, ruledOut })];
}
