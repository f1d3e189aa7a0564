import { type Cooling, cool, emptyCooling } from '../../../src/domain/cooling.ts';
import type { RunEvent } from '../../../src/domain/run-event.ts';
import { emptyRunState, fold, type RunState } from '../../../src/domain/run-state.ts';

/** A run that can be looked at as it stood behind any of its facts. */
export type Replay = {
  readonly events: readonly RunEvent[];
  /** Milliseconds under an owner behind each fact; never falls. */
  readonly times: readonly number[];
  /** Places of the facts that begin a round. */
  readonly rounds: readonly number[];
  readonly cooling: Cooling;
  /** The state behind the fact of that place, folded anew from the facts; −1 is before all. */
  readonly stateAt: (index: number) => RunState;
};

/** So many facts apart a state is kept; what lies between is folded when it is looked at. */
const keptEvery = 64;

export function createReplay(events: readonly RunEvent[]): Replay {
  const kept: RunState[] = [emptyRunState];
  const times: number[] = [];
  let state = emptyRunState;
  let cooling = emptyCooling;
  for (const [index, event] of events.entries()) {
    state = fold(state, event);
    cooling = cool(cooling, state, event);
    times.push(Math.max(times.at(-1) ?? 0, state.spend.activeMs));
    if ((index + 1) % keptEvery === 0) kept.push(state);
  }
  return {
    events,
    times,
    rounds: events.flatMap(({ type }, index) => (type === 'round-start' ? [index] : [])),
    cooling,
    stateAt: (index) => {
      const count = Math.max(0, Math.min(events.length, index + 1));
      const from = Math.floor(count / keptEvery);
      return events.slice(from * keptEvery, count).reduce(fold, kept[from] ?? emptyRunState);
    },
  };
}

/** The last fact that was there at that moment. */
export function indexAt({ times }: Pick<Replay, 'times'>, ms: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) <= ms) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

/** The beginning of the round before or behind a place; the first and the last fact bound it. */
export function nextRound({ rounds, events }: Pick<Replay, 'rounds' | 'events'>, index: number, step: 1 | -1): number {
  if (step === 1) return rounds.find((round) => round > index) ?? events.length - 1;
  return rounds.findLast((round) => round < index) ?? 0;
}
