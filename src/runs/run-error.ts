import { AppError, errorTable } from '../domain/app-error.ts';
import type { RunError } from '../domain/run-event.ts';

/** What was thrown, as the error that a run ends with. Anything but an `AppError` is a defect of ours. */
export function toRunError(error: unknown, runId: string): RunError {
  if (error instanceof AppError) {
    return { code: error.code, message: error.message, hint: error.hint, retryable: error.retryable };
  }
  return {
    code: 'internal',
    message: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    hint: `Please report this with the run's events: \`anneal runs export ${runId}\``,
    retryable: errorTable.internal.retryable,
  };
}
