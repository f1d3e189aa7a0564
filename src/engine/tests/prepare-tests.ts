import { canonicalJson } from '../../domain/canonical-json.ts';
import type { Contract } from '../../domain/contract.ts';
import type { Json } from '../../domain/json.ts';
import type { LiveDelta, RunFact } from '../../domain/run-event.ts';
import { type RunState, withTests } from '../../domain/run-state.ts';
import { becauseOf, say, warned } from '../../domain/said.ts';
import type { Test } from '../../domain/test.ts';
import { judgeObservation, trustedTests } from '../../domain/verdict.ts';
import type { Abortable } from '../../ports/abortable.ts';
import type { Language } from '../../ports/language.ts';
import { remainingMs } from '../budget.ts';
import { startDeadline } from '../deadline.ts';
import type { EngineDeps } from '../engine-deps.ts';
import { firstLookSeconds, observe } from '../observe/observe.ts';
import { supersededTests } from './conflicts.ts';
import { evaluateExpectations } from './evaluate-expectations.ts';
import { generateTests } from './generate-tests.ts';
import { contextData } from './given-call.ts';
import { leastValidity } from './least-validity.ts';
import { trustedTestsOf } from './trusted-tests.ts';
import { variedCalls } from './varied-calls.ts';

/** SHA-256 over the trusted tests: whoever changes one later changes the lock. */
export function lockOf(state: RunState, deps: EngineDeps): string {
  return deps.sha256(canonicalJson(trustedTests(state).map(({ call, expected }) => [call, expected])));
}

/**
 * Everything about tests, before any candidate exists: trusted examples, generated tests, their values, invented inputs,
 * and what a program without a body passes. `current` returns the state with the facts so far. What is known of tests is
 * stored before the tests are, so that a run that stops in between goes on as if it had not.
 */
export async function* prepareTests(
  current: () => RunState,
  contract: Contract,
  seed: number,
  deps: EngineDeps,
  options: Abortable,
): AsyncGenerator<RunFact | LiveDelta> {
  const { language, profile } = deps;
  if (current().tests.length === 0) {
    const tests = trustedTestsOf(current(), language);
    if (tests.length > 0) {
      yield await evaluateExpectations(tests, contract, deps, options);
      const superseded = supersededTests(withTests(current(), tests));
      if (superseded.length > 0) yield { type: 'tests-retract', tests: superseded, ...becauseOf(say('retract-example')) };
      yield { type: 'tests-add', tests };
    }
  }
  // The person's own tests decide alone, and so they do over a kept program: invented ones and votes say less.
  const suite = current().request?.suite !== undefined || current().skills.some(({ answers }) => answers);
  if (!suite && !current().tests.some((test) => test.origin === 'generated')) {
    if (profile.testValidity.value >= leastValidity) {
      const tests = yield* generateInTime(current(), contract, seed, deps, options);
      if (tests.length > 0) {
        yield await evaluateExpectations(tests, contract, deps, options);
        yield { type: 'tests-add', tests };
      }
    } else if ((current().request?.testSamples ?? 0) > 0) {
      const percent = Math.round(profile.testValidity.value * 100);
      yield { type: 'warning', warning: warned('generated-tests', say('tests-not-asked', { percent })) };
    }
  }
  if (!suite && !current().tests.some((test) => test.origin === 'fuzz')) {
    const calls = variedCalls(current().tests, givenData(current().request?.context, contract, language), contract, language);
    const first = current().tests.length + 1;
    const tests = calls.map(
      (call, index): Test => ({ id: `t${first + index}`, call, expected: { type: 'unknown' }, origin: 'fuzz', votes: 0 }),
    );
    if (tests.length > 0) yield { type: 'tests-add', tests };
  }
  const stubPasses = await stubPassesOf(current(), contract, deps, options);
  const trusted = trustedTests(current());
  if (trusted.length > 0 && trusted.every((test) => stubPasses.includes(test.id))) {
    yield { type: 'warning', warning: warned('trusted-tests', say('stub-passes')) };
  }
  if (trusted.length === 0) {
    yield { type: 'warning', warning: warned('trusted-tests', say('no-example')) };
  }
  yield { type: 'tests-end', lock: lockOf(current(), deps), stubPasses };
}

/** The data of the request, where programs answer from data; any other context is text for the model. */
function givenData(context: string | undefined, { entry }: Contract, { host }: Language): Json | undefined {
  const data = entry.kind === 'chunk-return' ? contextData(context) : undefined;
  return data === undefined || (host?.contextProblem(data) ?? null) !== null ? undefined : data;
}

/** Share of the budget that generating tests may take; without its end the run goes on with the person's examples. */
const generationShare = 1 / 3;

async function* generateInTime(
  state: RunState,
  contract: Contract,
  seed: number,
  deps: EngineDeps,
  options: Abortable,
): AsyncGenerator<RunFact | LiveDelta, readonly Test[]> {
  const deadline = startDeadline(remainingMs(state, deps.clock.now()) * generationShare, deps.clock, options.signal);
  try {
    return yield* generateTests(state, contract, seed, deps, { signal: deadline.signal });
  } catch (error) {
    if (!deadline.passed() || options.signal?.aborted === true) throw error;
    yield { type: 'warning', warning: warned('generated-tests', say('tests-too-slow')) };
    return [];
  } finally {
    deadline.stop('closed');
  }
}

/** Trusted tests that a program without a body passes. */
async function stubPassesOf(state: RunState, contract: Contract, deps: EngineDeps, options: Abortable): Promise<readonly string[]> {
  const tests = trustedTests(state);
  if (tests.length === 0) return [];
  const indices = [...new Set(tests.map((test) => state.callOfTest.get(test.id)).filter((index) => index !== undefined))];
  const calls = indices.flatMap((index) => {
    const call = state.calls[index];
    return call === undefined ? [] : [{ index, call }];
  });
  const look = await observe(deps.language.stub(contract), contract, calls, firstLookSeconds, deps, options);
  return tests
    .filter((test) => {
      const observation = look.observations.find((candidate) => candidate.call === state.callOfTest.get(test.id));
      return judgeObservation(observation, test, state) === 'passed';
    })
    .map((test) => test.id);
}
