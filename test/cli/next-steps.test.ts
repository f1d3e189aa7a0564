import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Value } from '../../src/domain/value.ts';
import { nextSteps } from '../../src/surfaces/cli/next-steps.ts';
import { openPythonBench } from '../engine/python-bench.ts';
import { type Bench, fenced, runSearch } from '../engine/run-search.ts';

let bench: Bench;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ bench, close } = await openPythonBench());
});
afterAll(() => close());

const doubles = ['def double(n):\n    return n * 2', 'def double(n):\n    return n + n'];
const squares = ['def double(n):\n    return n ** 2', 'def double(n):\n    return n * n'];
const request = { task: 'Double a number', signature: 'def double(n)', candidates: 4, maxRounds: 1, questions: 0 };
const run = (programs: readonly string[], examples: readonly string[] = [], task = request.task) =>
  runSearch(bench, { ...request, task, examples: [...examples] }, { replies: [{ replies: programs.map(fenced) }] });
const parts = { larger: { name: 'a-larger-one', bytes: 1_100_000_000, present: false }, place: 'command' } as const;
const stepsOf = ({ state }: Awaited<ReturnType<typeof run>>) =>
  nextSteps(state, { ...parts, format: (value) => bench.language.formatValue(value) });

test('an unsure run says which rule made it unsure, and on which call the groups differ', async () => {
  const open = await run([...doubles, ...squares]);
  expect(open.state.end?.outcome).toBe('unsure');
  expect(open.state.end?.explanation).toMatch(
    /^No example was given; .* It is unsure because no example was given, and only 2 different programs behave so, and 3 have to; confidence 0\.\d\d is under 0\.95\.$/,
  );
  expect(open.state.selection?.doubts?.map(({ type }) => type)).toEqual(['agreement', 'confidence']);
  const [step] = stepsOf(open);
  expect(step).toMatch(/^say what is right where they differ: -e 'double\(.+\) == …' \(\S+ or \S+\)$/);

  const russian = await run([...doubles, ...squares], [], 'Удвоить число');
  expect(russian.state.end?.explanation).toMatch(/Уверенности нет: ни одного примера не дано, и одинаково ведут себя только 2/);
});

test('a surely right one has no doubts', async () => {
  const third = 'def double(n):\n    return sum([n, n])';
  const sure = await run([...doubles, third, 'def double(n):\n    return n - -n'], ['double(3) == 6', 'double(0) == 0']);
  expect(sure.state.end?.outcome).toBe('success');
  expect(sure.state.selection?.doubts).toBeUndefined();
});

test('a failure without an example claims nothing of the program, and asks for one', async () => {
  const failed = await run(['def double(n):\n    raise KeyError(n)', 'def double(n):\n    raise ValueError(n)']);
  expect(failed.state.end?.outcome).toBe('failed');
  expect(failed.state.end?.explanation).toBe(
    'No example was given; no program returned a value, and whether this one is right is not known.',
  );
  expect(stepsOf(failed)[0]).toMatch(/^give an example of what it should do: -e 'double\(.*\) == …'$/);
});

test('a failure with examples says what no program did, and of a small model what a larger one takes', async () => {
  const failed = await run(squares, ['double(3) == 6']);
  expect(failed.state.end?.explanation).toMatch(
    /^Passes 0 of 1 examples; it is the best of \d programs, and none passes every example each time/,
  );
  const profile = { recipes: ['chat'], testValidity: { value: 0.03, trials: 30 }, decides: false, repairs: false, maxTokens: 80 } as const;
  const small = { ...failed.state, profile };
  const format = (value: Value) => bench.language.formatValue(value);
  const steps = nextSteps(small, { ...parts, format });
  expect(steps[0]).toContain('say more clearly');
  expect(steps.at(-1)).toBe('a larger model: anneal models pull a-larger-one (1.1 GB), then -b llama-cpp -m a-larger-one');
  const here = { ...parts, format, larger: { ...parts.larger, present: true } };
  expect(nextSteps(small, here).at(-1)).toBe('a larger model: -b llama-cpp -m a-larger-one');
  expect(nextSteps(small, { ...here, place: 'session' }).at(-1)).toBe('a larger model: anneal chat -b llama-cpp -m a-larger-one');
  expect(nextSteps(small, { ...here, larger: null })).toEqual([steps[0]]);
});

test('what an example says already is not asked for, nor what a program does that fails one', async () => {
  const open = await run([...doubles, ...squares], ['double(3) == 6']);
  expect(open.state.end?.outcome).toBe('unsure');
  expect(stepsOf(open)).toEqual(['more programs, so that more can agree: -n 16']);
  expect(nextSteps(open.state, { ...parts, place: 'session', format: String })).toEqual(['give one more example, as in "f(3) returns 6"']);
});

test('in a session an example is a message, and a Russian request has its steps in Russian', async () => {
  const { state } = await run([...doubles, ...squares], [], 'Удвоить число');
  const steps = nextSteps(state, { larger: null, place: 'session', format: (value) => bench.language.formatValue(value) });
  expect(steps).toEqual([expect.stringMatching(/^скажите, что верно там, где они расходятся: double\(.+\) == … \(\S+ или \S+\)$/)]);
});
