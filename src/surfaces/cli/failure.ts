import { AppError, type ErrorCode, errorTable } from '../../domain/app-error.ts';
import { printableLine } from '../../domain/printable.ts';
import type { RunError } from '../../domain/run-event.ts';
import { isFull } from '../../domain/system-error.ts';
import { withInvocation } from './invocation.ts';
import type { Terminal } from './terminal.ts';

/** Anything that was thrown, as the error of the table that a person is shown. */
export function toRunError(thrown: unknown, invocation: string): RunError {
  const { code, message, hint } = describe(thrown);
  return { code, message, hint: withInvocation(hint, invocation), retryable: errorTable[code].retryable };
}

function describe(thrown: unknown): { code: ErrorCode; message: string; hint: string } {
  if (thrown instanceof AppError) return thrown;
  if (isFull(thrown)) {
    // A failed write to a file names it; only a stream that was handed to this process has no path.
    const isStandardOutput = 'syscall' in thrown && thrown.syscall === 'write' && !('path' in thrown);
    if (!isStandardOutput) return { code: 'no-space', message: thrown.message, hint: 'free some disk space: df -h' };
    const message = 'standard output is on a full disk, and what it holds is not whole';
    return { code: 'no-space', message, hint: 'free some disk space: df -h; runs are stored, see: anneal runs list' };
  }
  const message = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
  return { code: 'internal', message, hint: 'run it again with --verbose and report what it prints' };
}

/** `code` as it stands in a result object: any text, `internal` when the table does not have it. */
export function exitCodeOf({ code }: { readonly code: string }): number {
  return code in errorTable ? errorTable[code as ErrorCode].exit : errorTable.internal.exit;
}

/** Longer ones only repeat what a person gave. */
const mostCharacters = 1500;

/** The two lines on stderr, whatever the error quotes. */
export function showError(terminal: Terminal, error: Pick<RunError, 'message' | 'hint'> & { readonly code: string }): void {
  terminal.fault(`error[${error.code}]: ${printableLine(error.message, mostCharacters)}`);
  terminal.alert(`hint: ${printableLine(error.hint, mostCharacters)}`);
}
