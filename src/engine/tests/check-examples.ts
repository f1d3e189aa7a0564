import type { Contract } from '../../domain/contract.ts';
import type { Observation } from '../../domain/observation.ts';
import type { RunRequest } from '../../domain/run-request.ts';
import { emptyRunState, withTests } from '../../domain/run-state.ts';
import type { Test } from '../../domain/test.ts';
import { judgeObservation, trustedTests } from '../../domain/verdict.ts';
import type { Abortable } from '../../ports/abortable.ts';
import { type ObserveDeps, observe } from '../observe/observe.ts';
import { supersededTests } from './conflicts.ts';
import { evaluateExpectations } from './evaluate-expectations.ts';
import { trustedTestsOf } from './trusted-tests.ts';

export type CheckedExample = { readonly test: Test; readonly passed: boolean; readonly observation: Observation | undefined };

/**
 * What a program makes of the examples of a request, before any model is asked; the request's test file is left out. Throws
 * `bad-input` for an example that cannot be read or evaluated, and for two that contradict each other.
 */
export async function checkExamples(
  code: string,
  { suite: _suite, ...request }: RunRequest,
  contract: Contract,
  deps: ObserveDeps,
  options: Abortable,
): Promise<readonly CheckedExample[]> {
  const asked = { ...emptyRunState, request, contract };
  const tests = trustedTestsOf(asked, deps.language);
  if (tests.length === 0) return [];
  const { expectations } = await evaluateExpectations(tests, contract, deps, options);
  const known = withTests({ ...asked, expectations: new Map(expectations.map(({ test, expected }) => [test, expected])) }, tests);
  const state = { ...known, retracted: new Set(supersededTests(known)) };
  const calls = state.calls.map((call, index) => ({ index, call }));
  const { observations } = await observe(code, contract, calls, request.timeoutSeconds, deps, options);
  return trustedTests(state).map((test) => {
    const observation = observations.find(({ call }) => call === state.callOfTest.get(test.id));
    return { test, observation, passed: judgeObservation(observation, test, state) === 'passed' };
  });
}
