import { AppError, type ErrorCode, errorTable } from './app-error.ts';
import type { RunError } from './run-event.ts';
import { isFull } from './system-error.ts';

/** Anything that was thrown, as the error that people are shown and results hold. `defectHint`: what to do with a defect of ours. */
export function toRunError(thrown: unknown, defectHint: string): RunError {
  if (thrown instanceof AppError) return errorOf(thrown.code, thrown.message, thrown.hint);
  if (isFull(thrown)) return errorOf('no-space', thrown.message, 'free some disk space: df -h');
  return errorOf('internal', thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown), defectHint);
}

const errorOf = (code: ErrorCode, message: string, hint: string): RunError => ({
  code,
  message,
  hint,
  retryable: errorTable[code].retryable,
});
