import { observationKey } from './behaviour-key.ts';
import type { RunEvent } from './run-event.ts';
import type { RunState } from './run-state.ts';

/** How much is still open, from 1 (nothing known) to 0, after so many milliseconds under an owner. */
export type CoolingPoint = { readonly atMs: number; readonly open: number };
export type CoolingMark = { readonly atMs: number; readonly kind: 'repair' | 'question'; readonly candidate: string | null };

/** The course of a run's disagreement: a step line, and what happened on the way. */
export type Cooling = {
  readonly points: readonly CoolingPoint[];
  readonly marks: readonly CoolingMark[];
  /** Programs observed so far, by all that they did. */
  readonly alike: ReadonlyMap<string, number>;
};

export const emptyCooling: Cooling = { points: [], marks: [], alike: new Map() };

/**
 * The curve after one more event; `state` is the state after it. Open is 1 minus the posterior of the leading behaviour;
 * before the first selection 1 minus the largest share of the programs asked for that behave alike.
 */
export function cool(curve: Cooling, state: RunState, event: RunEvent): Cooling {
  const atMs = state.spend.activeMs;
  switch (event.type) {
    case 'run-start':
      return curve.points.length > 0 ? curve : withPoint(curve, { atMs, open: 1 });
    case 'candidate-observe': {
      if (state.selection !== null || event.repeat) return curve;
      const key = event.observations.map((observation) => `${observation.call} ${observationKey(observation)}`).join('\n');
      const alike = new Map(curve.alike).set(key, (curve.alike.get(key) ?? 0) + 1);
      const asked = Math.max(state.rounds.at(-1)?.samples ?? 1, state.candidates.length);
      return withPoint({ ...curve, alike }, { atMs, open: 1 - Math.max(...alike.values()) / asked });
    }
    case 'selection-end':
      return withPoint(curve, { atMs, open: 1 - (event.clusters[0]?.posterior ?? 0) });
    case 'round-start':
      return event.kind === 'repair' ? withMark(curve, { atMs, kind: 'repair', candidate: event.parent ?? null }) : curve;
    case 'question-ask':
      return withMark(curve, { atMs, kind: 'question', candidate: null });
    default:
      return curve;
  }
}

function withPoint(curve: Cooling, point: CoolingPoint): Cooling {
  return curve.points.at(-1)?.open === point.open ? curve : { ...curve, points: [...curve.points, point] };
}

const withMark = (curve: Cooling, mark: CoolingMark): Cooling => ({ ...curve, marks: [...curve.marks, mark] });
