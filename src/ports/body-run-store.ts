import type { BodyRun } from '../domain/body-run.ts';

/** Runs of `predict-act` skills: what waits for an answer, and how the last ones ended. */
export interface BodyRunStore {
  /** Replaces the run of that id, complete or not at all. */
  save(run: BodyRun): Promise<void>;
  /** Null when there is none. Throws `store-unavailable` for one that cannot be read. */
  read(id: string): Promise<BodyRun | null>;
  /**
   * Takes a run for one piece of work, among all processes, until what it returns is called. Null while another has it; one whose process
   * ended does not.
   */
  hold(id: string): Promise<(() => Promise<void>) | null>;
  /** Newest first; what cannot be read is left out. */
  list(limit: number): Promise<readonly BodyRun[]>;
}
