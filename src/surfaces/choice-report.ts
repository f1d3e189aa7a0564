import type { Warning } from '../domain/run-event.ts';

/** The model that a run would take now, and why. */
export type ChoiceReport = {
  readonly backend: string;
  readonly model: string;
  readonly why: string;
  /** Null where nobody can say. */
  readonly present: boolean | null;
  readonly bytes: number | null;
  readonly expectation: string | null;
  readonly warnings: readonly Warning[];
};
