import type { Json } from '../../domain/json.ts';
import type { RunFact } from '../../domain/run-event.ts';
import { type RunState, withTests } from '../../domain/run-state.ts';
import { becauseOf, say, warned } from '../../domain/said.ts';
import type { Call, Expected, Test } from '../../domain/test.ts';
import type { Abortable } from '../../ports/abortable.ts';
import type { EngineDeps } from '../engine-deps.ts';
import { supersededTests } from '../tests/conflicts.ts';
import { evaluateExpectations } from '../tests/evaluate-expectations.ts';

const sourceOf = (question: string): string => `answer to ${question}`;

/** An answered question about a call that is not a test yet. */
export function unadoptedAnswer(state: RunState): RunState['answers'][number] | undefined {
  return state.answers.find(
    ({ question }) =>
      question.callIndex !== undefined && !state.tests.some((test) => test.origin === 'answer' && test.source === sourceOf(question.id)),
  );
}

/**
 * Makes a person's answer a trusted test, which overrules older statements about the same call. The test itself comes last:
 * a run that stops before it adopts the answer again.
 */
export async function* adoptAnswer(
  current: () => RunState,
  answer: RunState['answers'][number],
  deps: EngineDeps,
  options: Abortable,
): AsyncGenerator<RunFact> {
  const { question } = answer;
  const contract = current().contract;
  const call = current().calls[question.callIndex ?? -1];
  if (contract === null || call === undefined || call.type === 'test') return;
  const value = question.options.find((option) => option.id === answer.optionId)?.value ?? answer.value ?? '';
  const raised = /^raises (\w+)/.exec(value);
  const test: Test = {
    id: `t${current().tests.length + 1}`,
    call,
    expected: raised?.[1] === undefined ? expectedOf(call, value) : { type: 'raises', error: raised[1] },
    origin: 'answer',
    votes: 1,
    source: sourceOf(question.id),
  };
  const evaluated = await evaluateExpectations([test], contract, deps, options);
  yield evaluated;
  if (evaluated.expectations.some(({ expected }) => expected.type === 'invalid')) {
    const told = say('answer-no-value', { value: JSON.stringify(value), language: deps.language.title });
    yield { type: 'warning', warning: warned('answer', told) };
  } else {
    const superseded = supersededTests(withTests(current(), [test]));
    if (superseded.length > 0)
      yield { type: 'tests-retract', tests: superseded, ...becauseOf(say('retract-answer', { question: question.id })) };
  }
  yield { type: 'tests-add', tests: [test] };
}

/** What is asked about data is answered with data, where the answer is JSON. */
function expectedOf(call: Call, value: string): Expected {
  if (call.type === 'context') {
    try {
      return { type: 'json', value: JSON.parse(value) as Json };
    } catch {
      // Then it is source text, as elsewhere.
    }
  }
  return { type: 'value', source: value };
}
