import { toRunError } from '../domain/run-error.ts';
import type { RunError } from '../domain/run-event.ts';

/** What was thrown, as the error that a run ends with. */
export const endError = (thrown: unknown, runId: string): RunError =>
  toRunError(thrown, `Please report this with the run's events: \`anneal runs export ${runId}\``);
