import type { Warning } from '../domain/run-event.ts';
import type { Said } from '../domain/said.ts';

/** The model that a run would take now, and why. */
export type ChoiceReport = {
  readonly backend: string;
  readonly model: string;
  readonly why: string;
  readonly whySaid: readonly Said[];
  /** Null where nobody can say. */
  readonly present: boolean | null;
  readonly bytes: number | null;
  readonly expectation: string | null;
  readonly expectationSaid: readonly Said[];
  /** How its profile is known: a script, measured on this machine, measured before release, or assumed from its name. */
  readonly known: 'demo' | 'measured' | 'shipped' | 'assumed';
  /** US dollars of a usual run, from one round to all of them; null where nothing is charged, or nobody knows what. */
  readonly cost: { readonly least: number; readonly most: number; readonly source: string } | null;
  readonly warnings: readonly Warning[];
};
