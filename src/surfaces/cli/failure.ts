import { type ErrorCode, errorTable } from '../../domain/app-error.ts';
import { printableLine } from '../../domain/printable.ts';
import { toRunError } from '../../domain/run-error.ts';
import type { RunError } from '../../domain/run-event.ts';
import { isFull } from '../../domain/system-error.ts';
import { failedResult } from '../failed-result.ts';
import type { CliContext } from './cli-context.ts';
import { withInvocation } from './invocation.ts';
import type { Terminal } from './terminal.ts';

/** Anything that was thrown, as this person is shown it. */
export function shownError(thrown: unknown, invocation: string): RunError {
  const error = isFullOutput(thrown) ? fullOutput : toRunError(thrown, 'run it again with --verbose and report what it prints');
  return { ...error, hint: withInvocation(error.hint, invocation) };
}

/** A failed write to a file names it; only a stream that was handed to this process has no path. */
const isFullOutput = (thrown: unknown): boolean =>
  isFull(thrown) && 'syscall' in thrown && thrown.syscall === 'write' && !('path' in thrown);

const fullOutput: RunError = {
  code: 'no-space',
  message: 'standard output is on a full disk, and what it holds is not whole',
  hint: 'free some disk space: df -h; runs are stored, see: anneal runs list',
  retryable: errorTable['no-space'].retryable,
};

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

/** With `--json` a failure is a result object too: prints it and returns the exit code. Throws on what a person cancelled. */
export function failedJson({ terminal, invocation, signal }: CliContext, options: { readonly json?: boolean }, thrown: unknown): number {
  if (options.json !== true || signal.aborted) throw thrown;
  const error = shownError(thrown, invocation);
  showError(terminal, error);
  terminal.json(failedResult(error), 2);
  return exitCodeOf(error);
}
