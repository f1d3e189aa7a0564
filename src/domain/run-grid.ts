import type { CallAnswers } from './call-answers.ts';
import type { Candidate } from './candidate.ts';
import type { Observation } from './observation.ts';
import type { RunState } from './run-state.ts';
import { type Test, trustedOrigins } from './test.ts';
import { judgeObservation } from './verdict.ts';

export type ColumnKind = 'locked' | 'generated' | 'probes';
/** One call that programs were, or will be, observed on. */
export type Column = {
  /** Index among the calls of the run. */
  readonly call: number;
  readonly kind: ColumnKind;
  readonly tests: readonly Test[];
  /** Programs answer differently here. */
  readonly tellsApart: boolean;
};

const kinds: readonly ColumnKind[] = ['locked', 'generated', 'probes'];

/** One column a call: trusted ones first, then those with a generated test, then inputs without an expectation. */
export function columnsOf(state: RunState, answers: CallAnswers): readonly Column[] {
  const tests = new Map<number, Test[]>();
  for (const test of state.tests) {
    const call = state.callOfTest.get(test.id);
    if (call === undefined || state.retracted.has(test.id) || state.expectations.get(test.id)?.type === 'invalid') continue;
    tests.set(call, [...(tests.get(call) ?? []), test]);
  }
  const columns = [...tests].map(([call, own]): Column => {
    const kind = own.some(({ origin }) => trustedOrigins.has(origin))
      ? 'locked'
      : own.some(({ votes }) => votes > 0)
        ? 'generated'
        : 'probes';
    return { call, kind, tests: own, tellsApart: answers.of(call).length > 1 };
  });
  return columns.sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || a.call - b.call);
}

/** What a program did on a call: `mass` is the share of the posterior behind the same answer, `rank` its place among the answers. */
export type CellState =
  /** Rejected, or wrong before it ran: it is never observed. */
  | { readonly kind: 'out' }
  | { readonly kind: 'open' }
  | { readonly kind: 'limit'; readonly observation: Observation }
  | { readonly kind: 'missing'; readonly observation: Observation }
  | {
      readonly kind: 'met' | 'broken' | 'answer';
      readonly observation: Observation;
      readonly rank: number;
      readonly mass: number;
      readonly raised: boolean;
    };

/** Whether a program was refused before it ran. */
export const isOut = ({ rejected, diagnostics }: Candidate): boolean =>
  rejected !== null || diagnostics.some(({ severity }) => severity === 'error');

export function cellStateOf(state: RunState, candidate: Candidate, { call, tests, kind }: Column, answers: CallAnswers): CellState {
  if (isOut(candidate)) return { kind: 'out' };
  const observation = answers.observation(candidate, call);
  if (observation === undefined) return { kind: 'open' };
  const { outcome } = observation;
  if (outcome.type === 'limit') return { kind: 'limit', observation };
  const raised = outcome.type === 'raised';
  const rank = answers.rank(candidate, call);
  const mass = answers.of(call)[rank]?.mass ?? 0;
  if (kind === 'locked') {
    const trusted = tests.filter(({ origin }) => trustedOrigins.has(origin));
    const met = trusted.every((test) => judgeObservation(observation, test, state) === 'passed');
    return { kind: met ? 'met' : 'broken', observation, rank, mass, raised };
  }
  return outcome.type === 'missing' ? { kind: 'missing', observation } : { kind: 'answer', observation, rank, mass, raised };
}

/**
 * The answer that the tests of a model speak for: that of the most votes that any program gives. `none`: no test, or no
 * program ran; `other`: what the tests expect is given by no program.
 */
export function testsSay(
  state: RunState,
  { call, tests, kind }: Column,
  answers: CallAnswers,
): { readonly rank: number; readonly raised: boolean } | 'none' | 'other' {
  if (kind === 'probes') return 'none';
  const given = answers.of(call);
  for (const test of [...tests].sort((a, b) => b.votes - a.votes)) {
    const rank = given.findIndex(({ observation }) => judgeObservation(observation, test, state) === 'passed');
    const answer = given[rank];
    if (answer !== undefined) return { rank, raised: answer.observation.outcome.type === 'raised' };
  }
  return given.length === 0 ? 'none' : 'other';
}
