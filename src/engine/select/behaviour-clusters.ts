import { observationKey } from '../../domain/behaviour-key.ts';
import type { Candidate } from '../../domain/candidate.ts';
import type { RunState } from '../../domain/run-state.ts';
import { trustedOrigins } from '../../domain/test.ts';
import { judge, observationOf, trustedTests } from '../../domain/verdict.ts';
import { givenCall } from '../tests/given-call.ts';
import { withRoundFloats } from './round-floats.ts';

/** Candidates that did the same on every call that counts. */
export type BehaviourCluster = {
  readonly key: string;
  readonly members: readonly Candidate[];
  /** Samples that support it, duplicates counted. */
  readonly weight: number;
  /** Different programs among them. */
  readonly programs: number;
  readonly passesTrusted: boolean;
  readonly trustedPassed: number;
  /** Calls on which it returned a value. */
  readonly values: number;
};

/** Share of plausible samples that must return a value before an invented input counts as a valid one. */
const validInputShare = 0.6;

/**
 * The calls on which behaviour is compared. The request's own data count whatever happens on them. An invented input that most plausible candidates reject is outside of what was
 * asked for, and there even right programs differ, so it does not count.
 */
function comparedCalls(state: RunState, observed: readonly Candidate[]): readonly number[] {
  const trusted = trustedTests(state);
  const given = givenCall(state);
  const plausible = observed.filter(
    (candidate) =>
      trusted.every((test) => judge(state, candidate, test) === 'passed') &&
      (given === null || observationOf(state, candidate, given)?.outcome.type === 'value'),
  );
  const judges = plausible.length > 0 ? plausible : observed;
  const fixed = new Set(state.tests.filter((test) => trustedOrigins.has(test.origin)).map((test) => state.callOfTest.get(test.id)));
  return state.calls.flatMap((_call, index) => {
    if (fixed.has(index) || index === given) return [index];
    const seen = judges.map((candidate) => observationOf(state, candidate, index));
    if (seen.some((observation) => observation === undefined)) return [];
    const valid = seen.filter((observation) => observation?.outcome.type === 'value').length;
    return valid >= validInputShare * judges.length ? [index] : [];
  });
}

/** A candidate that did not do the same thing twice. */
export function isNondeterministic(state: RunState, candidate: Candidate): boolean {
  return candidate.repeats.some((repeat) => {
    // On a busy machine a second look may run out of time; that is no behaviour of the program.
    if (repeat.outcome.type === 'limit' || repeat.outcome.type === 'missing') return false;
    const first = observationOf(state, candidate, repeat.call);
    return first !== undefined && observationKey(first) !== observationKey(repeat);
  });
}

/** Candidates that have been observed, themselves or through an equal program. */
export function observedCandidates(state: RunState): readonly Candidate[] {
  return state.candidates.filter(
    (candidate) => candidate.rejected === null && state.calls.some((_call, index) => observationOf(state, candidate, index) !== undefined),
  );
}

/**
 * Groups observed candidates by what they do, largest first. Candidates that returned no value at all, and those that
 * differ from themselves, agree with nobody and are left out.
 */
export function behaviourClusters(state: RunState): readonly BehaviourCluster[] {
  const observed = observedCandidates(state);
  const calls = comparedCalls(state, observed);
  const unsteady = new Set(observed.filter((candidate) => isNondeterministic(state, candidate)).map((candidate) => candidate.id));
  const trusted = trustedTests(state);
  const groups = new Map<string, Candidate[]>();
  for (const candidate of observed) {
    if (unsteady.has(candidate.id) || (candidate.duplicateOf !== undefined && unsteady.has(candidate.duplicateOf))) continue;
    const observations = calls.map((call) => observationOf(state, candidate, call));
    const values = observations.filter((observation) => observation?.outcome.type === 'value').length;
    const passed = trusted.some((test) => judge(state, candidate, test) === 'passed');
    if (values === 0 && !passed) continue;
    const key = JSON.stringify(observations.map((observation) => (observation ? observationKey(withRoundFloats(observation)) : null)));
    groups.set(key, [...(groups.get(key) ?? []), candidate]);
  }
  return [...groups]
    .map(([key, members]) => {
      const first = members[0];
      const trustedPassed = first === undefined ? 0 : trusted.filter((test) => judge(state, first, test) === 'passed').length;
      return {
        key,
        members,
        weight: members.length,
        programs: members.filter((member) => member.duplicateOf === undefined).length,
        trustedPassed,
        passesTrusted: trustedPassed === trusted.length,
        values: first === undefined ? 0 : calls.filter((call) => observationOf(state, first, call)?.outcome.type === 'value').length,
      };
    })
    .sort((a, b) => b.weight - a.weight);
}
