import { observationKey } from './behaviour-key.ts';
import type { Candidate } from './candidate.ts';
import type { Observation } from './observation.ts';
import type { RunState } from './run-state.ts';
import { observedCandidate } from './verdict.ts';

/** One answer to a call: who gives it, and the share of the posterior (before a selection: of the programs) behind it. */
export type Answer = { readonly key: string; readonly observation: Observation; readonly mass: number };

/** What all observed programs answered, call by call, the likeliest answer first. */
export type CallAnswers = {
  readonly of: (call: number) => readonly Answer[];
  /** The newest observation of a program on a call. */
  readonly observation: (candidate: Candidate, call: number) => Observation | undefined;
  /** Place of a program's answer among the answers to the call; −1 without one. */
  readonly rank: (candidate: Candidate, call: number) => number;
};

/** Keys and indices of what never changes, kept between frames. */
export type AnswerCache = {
  readonly keys: WeakMap<Observation, string>;
  readonly byCall: WeakMap<Candidate, ReadonlyMap<number, Observation>>;
};

export const emptyAnswerCache = (): AnswerCache => ({ keys: new WeakMap(), byCall: new WeakMap() });

export function callAnswers(state: RunState, cache: AnswerCache): CallAnswers {
  const keyOf = (observation: Observation): string => {
    const known = cache.keys.get(observation);
    if (known !== undefined) return known;
    const key = observationKey(observation);
    cache.keys.set(observation, key);
    return key;
  };
  const observationsOf = (candidate: Candidate): ReadonlyMap<number, Observation> => {
    const known = cache.byCall.get(candidate);
    if (known !== undefined) return known;
    const byCall = new Map(candidate.observations.map((observation) => [observation.call, observation]));
    cache.byCall.set(candidate, byCall);
    return byCall;
  };
  const originals = new Map(state.candidates.map((candidate) => [candidate.id, observedCandidate(state, candidate)]));
  const observation = (candidate: Candidate, call: number) => observationsOf(originals.get(candidate.id) ?? candidate).get(call);

  const weight = weights(state);
  const perCall = new Map<number, readonly Answer[]>();
  const ranks = new Map<number, ReadonlyMap<string, number>>();
  const answersOf = (call: number): readonly Answer[] => {
    const known = perCall.get(call);
    if (known !== undefined) return known;
    const groups = new Map<string, { key: string; observation: Observation; mass: number }>();
    for (const candidate of state.candidates) {
      const seen = observation(candidate, call);
      if (seen === undefined || seen.outcome.type === 'limit' || seen.outcome.type === 'missing') continue;
      const key = keyOf(seen);
      const group = groups.get(key) ?? { key, observation: seen, mass: 0 };
      group.mass += weight(candidate);
      groups.set(key, group);
    }
    const total = [...groups.values()].reduce((sum, { mass }) => sum + mass, 0);
    const answers = [...groups.values()].map((group) => ({ ...group, mass: total === 0 ? 0 : group.mass / total }));
    answers.sort((a, b) => b.mass - a.mass);
    perCall.set(call, answers);
    ranks.set(call, new Map(answers.map(({ key }, rank) => [key, rank])));
    return answers;
  };
  return {
    of: answersOf,
    observation,
    rank: (candidate, call) => {
      const seen = observation(candidate, call);
      if (seen === undefined) return -1;
      answersOf(call);
      return ranks.get(call)?.get(keyOf(seen)) ?? -1;
    },
  };
}

/** A program's share of its group's posterior, and a little for each program, so that answers are in order before a selection too. */
function weights({ selection, candidates }: RunState): (candidate: Candidate) => number {
  const share = new Map<string, number>();
  for (const { posterior, members } of selection?.clusters ?? [])
    for (const member of members) share.set(member, posterior / members.length);
  const known = (selection?.clusters ?? []).some(({ posterior }) => posterior > 0);
  const little = known ? 0.001 / Math.max(1, candidates.length) : 1;
  return ({ id }) => (share.get(id) ?? 0) + little;
}
