import type { RunStatus } from './run-result.ts';

/** Exit codes of `run` by what came back; failures of the outside world have theirs in the error table. */
export const exitCodeByStatus: Readonly<Record<RunStatus, number>> = {
  success: 0,
  failed: 1,
  unsure: 3,
  clarify: 4,
  cancelled: 130,
};
