import type { ModelMeasurement } from '../../domain/model-measurement.ts';
import type { RunState } from '../../domain/run-state.ts';
import type { Test } from '../../domain/test.ts';
import { judgeObservation } from '../../domain/verdict.ts';
import type { Abortable } from '../../ports/abortable.ts';
import type { EngineDeps } from '../engine-deps.ts';
import { firstLookSeconds, observe } from '../observe/observe.ts';
import { evaluateExpectations } from '../tests/evaluate-expectations.ts';
import { generateTests } from '../tests/generate-tests.ts';
import type { Asker } from './asker.ts';
import type { TaskState } from './task-state.ts';

/**
 * How right the tests are that the model writes from a request alone: the engine's own prompt, judged by the known program.
 * A test that several replies hold counts as often; one whose expectation is no value counts neither way, as in a run.
 */
export async function measureTests(
  tasks: readonly TaskState[],
  asker: Asker,
  deps: EngineDeps,
  timeLeft: () => boolean,
  say: (done: number) => void,
  options: Abortable,
): Promise<NonNullable<ModelMeasurement['tests']>> {
  let right = 0;
  let trials = 0;
  let replies = 0;
  for (const [index, { task, state, contract }] of tasks.entries()) {
    if (!timeLeft() && replies > 0) break;
    say(index);
    // As in a run without examples: none are there to be copied.
    const bare: RunState = { ...state, tests: [] };
    let tests: readonly Test[] = [];
    let came = 0;
    const trouble = await asker.inTime(async (signal) => {
      const generating = generateTests(bare, contract, 100 + index, deps, { signal });
      let step = await generating.next();
      while (step.done !== true) {
        if (step.value.type === 'progress') came = step.value.done;
        step = await generating.next();
      }
      tests = step.value;
    });
    if (trouble === null) replies += came;
    if (tests.length === 0) continue;
    const { expectations } = await evaluateExpectations(tests, contract, deps, options);
    const evaluated: RunState = { ...bare, expectations: new Map(expectations.map(({ test, expected }) => [test, expected])) };
    const calls = tests.map(({ call }, at) => ({ index: at, call }));
    const { observations } = await observe(task.code, contract, calls, firstLookSeconds, deps, options);
    for (const [at, test] of tests.entries()) {
      const verdict = judgeObservation(
        observations.find(({ call }) => call === at),
        test,
        evaluated,
      );
      if (verdict === 'invalid' || verdict === 'unknown') continue;
      trials += test.votes;
      if (verdict === 'passed') right += test.votes;
    }
  }
  return { right, trials, replies };
}
