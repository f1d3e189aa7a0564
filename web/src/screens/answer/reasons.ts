import type { CallAnswers } from '../../../../src/domain/call-answers.ts';
import { describeCall, describeExpected, describeObservation, type FormatValue } from '../../../../src/domain/describe-evidence.ts';
import { type Column, isOut } from '../../../../src/domain/run-grid.ts';
import type { RunState } from '../../../../src/domain/run-state.ts';
import { judge, trustedTests } from '../../../../src/domain/verdict.ts';

/** Why a program was chosen, as facts; the words are the page's. */
export type Reasons = {
  readonly said: readonly { readonly call: string; readonly value: string; readonly ruledOut: number }[];
  /** Programs of the chosen behaviour: written apart, and repairs. */
  readonly apart: readonly string[];
  readonly repairs: readonly string[];
  readonly parent: string | null;
  readonly isLikeliest: boolean;
  readonly broken: readonly string[];
  readonly limited: readonly string[];
  readonly rejected: readonly string[];
  readonly rivalShare: number | null;
};

export function reasonsFor(state: RunState): Reasons {
  const { candidates, selection } = state;
  const selected = candidates.find(({ id }) => id === selection?.selected);
  const own = selection?.clusters.find(({ members }) => members.includes(selected?.id ?? ''));
  const members = candidates.filter(({ id }) => own?.members.includes(id) === true);
  const trusted = trustedTests(state);
  const ran = candidates.filter((candidate) => !isOut(candidate));
  const fails = (candidate: (typeof candidates)[number]): boolean => trusted.some((test) => judge(state, candidate, test) === 'failed');
  const limited = ran.filter(
    ({ termination, observations }) => termination?.type === 'limit' || observations.some(({ outcome }) => outcome.type === 'limit'),
  );
  const logprobs = members.flatMap(({ logprob }) => (logprob === undefined ? [] : [logprob]));
  return {
    said: trusted
      .filter(({ origin }) => origin === 'answer')
      .map((test) => ({
        call: describeCall(test.call),
        value: describeExpected(test.expected),
        ruledOut: ran.filter((candidate) => judge(state, candidate, test) === 'failed').length,
      })),
    apart: members.filter(({ parent }) => parent === undefined).map(({ id }) => id),
    repairs: members.filter(({ parent }) => parent !== undefined).map(({ id }) => id),
    parent: selected?.parent ?? null,
    isLikeliest: members.length > 1 && selected?.logprob !== undefined && selected.logprob >= Math.max(...logprobs),
    broken: ran.filter((candidate) => !limited.includes(candidate) && fails(candidate)).map(({ id }) => id),
    limited: limited.map(({ id }) => id),
    rejected: candidates.filter(isOut).map(({ id }) => id),
    rivalShare: selection?.clusters.find((cluster) => cluster !== own)?.posterior ?? null,
  };
}

/** A call on which another behaviour answers otherwise: what a further example would be about. */
export type Rival = {
  readonly call: string;
  readonly own: string;
  readonly other: string;
  readonly rank: number;
  readonly ids: readonly string[];
};

/** The likeliest other answer to a call that no example settles; null when all agree. */
export function rivalFor(state: RunState, columns: readonly Column[], answers: CallAnswers, format: FormatValue): Rival | null {
  const selected = state.candidates.find(({ id }) => id === state.selection?.selected);
  if (selected === undefined) return null;
  let best: (Rival & { readonly mass: number }) | null = null;
  for (const { call, kind } of columns) {
    const known = state.calls[call];
    const own = answers.rank(selected, call);
    const ownAnswer = answers.of(call)[own];
    if (kind === 'locked' || known === undefined || ownAnswer === undefined) continue;
    for (const [rank, { observation, mass }] of answers.of(call).entries()) {
      if (rank === own || (best !== null && mass <= best.mass)) continue;
      const ids = state.candidates.filter((candidate) => !isOut(candidate) && answers.rank(candidate, call) === rank).map(({ id }) => id);
      best = {
        call: describeCall(known),
        own: describeObservation(ownAnswer.observation, { type: 'unknown' }, format),
        other: describeObservation(observation, { type: 'unknown' }, format),
        rank,
        ids,
        mass,
      };
    }
  }
  return best;
}
