import { observationKey } from '../../domain/behaviour-key.ts';
import type { Candidate } from '../../domain/candidate.ts';
import type { RunState } from '../../domain/run-state.ts';
import { observationOf } from '../../domain/verdict.ts';
import { withRoundFloats } from './round-floats.ts';

/** The program that the run was asked to change; null where there is none, or where a test file or `mends` says when it is right. */
export function programToRevise({ request }: RunState): string | null {
  if (request?.code === undefined || request.mends === true || request.suite !== undefined) return null;
  return request.code;
}

/** Calls on which the program to revise was not seen yet. */
export function unseenOfOriginal({ calls, original }: RunState): readonly number[] {
  const seen = new Set(original.map(({ call }) => call));
  return calls.flatMap((_call, index) => (seen.has(index) ? [] : [index]));
}

/**
 * Whether a revision does on every call what the program before it did, or is that very text. Whoever asks for a change wants a
 * difference, so tests that such a program passes say nothing for it: they passed before. Calls that only the invented tests
 * make count too, also those that both reject: a change may lie there.
 */
export function changesNothing(state: RunState, candidate: Candidate): boolean {
  const before = programToRevise(state);
  if (before === null) return false;
  if (candidate.code?.trim() === before.trim()) return true;
  if (state.calls.length === 0 || unseenOfOriginal(state).length > 0) return false;
  return state.original.every((observation) => {
    const now = observationOf(state, candidate, observation.call);
    return now !== undefined && observationKey(withRoundFloats(now)) === observationKey(withRoundFloats(observation));
  });
}
