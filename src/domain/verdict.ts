import { matchesExpected, trimmedLines } from './as-expected.ts';
import type { Candidate } from './candidate.ts';
import type { Observation } from './observation.ts';
import type { RunState } from './run-state.ts';
import { type Test, trustedOrigins } from './test.ts';
import type { Value } from './value.ts';
import { valueFromJson } from './value-from-json.ts';

/**
 * `invalid`: the expectation cannot be used (retracted, or its source does not evaluate). `unknown`: none was given.
 * `missing`: the candidate left no result for the call.
 */
export type Verdict = 'passed' | 'failed' | 'invalid' | 'unknown' | 'missing';

/** Tests that a winner must pass: trusted, and neither retracted nor impossible to evaluate. */
export function trustedTests(state: RunState): readonly Test[] {
  return state.tests.filter(
    (test) => trustedOrigins.has(test.origin) && !state.retracted.has(test.id) && state.expectations.get(test.id)?.type !== 'invalid',
  );
}

/** The candidate whose observations count for this one: itself, or the equal program that was seen first. */
export function observedCandidate(state: RunState, candidate: Candidate): Candidate {
  if (candidate.duplicateOf === undefined) return candidate;
  return state.candidates.find((other) => other.id === candidate.duplicateOf) ?? candidate;
}

/** What a candidate did on a call, the newest look first. */
export function observationOf(state: RunState, candidate: Candidate, call: number): Observation | undefined {
  return observedCandidate(state, candidate).observations.findLast((observation) => observation.call === call);
}

/** Compares one observation with one test, outside of any sandbox. */
export function judgeObservation(observation: Observation | undefined, test: Test, state: RunState): Verdict {
  if (state.retracted.has(test.id)) return 'invalid';
  const { expected } = test;
  if (expected.type === 'unknown') return 'unknown';
  const evaluated = state.expectations.get(test.id);
  if (expected.type === 'value' && evaluated?.type !== 'value') return 'invalid';
  if (observation === undefined || observation.outcome.type === 'missing') return 'missing';
  const { outcome } = observation;
  switch (expected.type) {
    case 'raises': {
      if (outcome.type !== 'raised') return 'failed';
      const names = [outcome.error, ...(outcome.bases ?? [])];
      const fits = expected.error === undefined || names.includes(expected.error) || outcome.message.includes(expected.error);
      return fits ? 'passed' : 'failed';
    }
    case 'passes':
      return outcome.type === 'value' ? 'passed' : 'failed';
    case 'stdout':
      return outcome.type === 'value' && trimmedLines(observation.stdout ?? '') === trimmedLines(expected.text) ? 'passed' : 'failed';
    case 'json':
      return outcome.type === 'value' && matchesExpected(outcome.value, valueFromJson(expected.value)) ? 'passed' : 'failed';
    case 'value':
      return outcome.type === 'value' && evaluated?.type === 'value' && allMatch(outcome, evaluated) ? 'passed' : 'failed';
  }
}

type Returned = { readonly value: Value; readonly more?: readonly Value[] };

/** As where Lua compares: of several values the first counts, unless several are expected. */
function allMatch(actual: Returned, expected: Returned): boolean {
  if (!matchesExpected(actual.value, expected.value)) return false;
  if (expected.more === undefined) return true;
  const { more = [] } = actual;
  return (
    more.length === expected.more.length &&
    expected.more.every((value, index) => {
      const seen = more[index];
      return seen !== undefined && matchesExpected(seen, value);
    })
  );
}

/** The verdict of one test on one candidate, from recorded observations alone. */
export function judge(state: RunState, candidate: Candidate, test: Test): Verdict {
  const call = state.callOfTest.get(test.id);
  return judgeObservation(call === undefined ? undefined : observationOf(state, candidate, call), test, state);
}
