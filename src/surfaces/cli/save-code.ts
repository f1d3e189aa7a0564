import { resolve } from 'node:path';
import type { RunError } from '../../domain/run-event.ts';
import type { RunResult } from '../../domain/run-result.ts';
import type { CliContext } from './cli-context.ts';
import { shownError } from './failure.ts';
import type { RunOptions } from './run-options.ts';
import { writeAtomically } from './write-atomically.ts';

/** `failed`: it was to be written and could not be; the run and its program are stored. */
export type Saving = { readonly type: 'saved' } | { readonly type: 'left' } | { readonly type: 'failed'; readonly error: RunError };

/** Carries out `--output`: on success, or unsure when that was accepted. */
export async function saveCode(context: CliContext, options: RunOptions, result: RunResult): Promise<Saving> {
  const { terminal, workingFolder, invocation } = context;
  if (options.output === undefined) return { type: 'left' };
  const accepted = result.status === 'success' || (result.status === 'unsure' && options.acceptUnsure === true);
  if (!accepted || result.code === null) {
    const how = result.status === 'unsure' ? '; --accept-unsure would have written it' : '';
    terminal.alert(`${options.output} not written: the outcome is ${result.status}${how}`, 'yellow');
    return { type: 'left' };
  }
  try {
    await writeAtomically(resolve(workingFolder, options.output), result.code.endsWith('\n') ? result.code : `${result.code}\n`);
  } catch (thrown) {
    const error = shownError(thrown, invocation);
    return {
      type: 'failed',
      error: { ...error, hint: `${error.hint}; the program is stored: ${invocation} runs show ${result.runId} --code` },
    };
  }
  terminal.note(`written: ${options.output}`);
  return { type: 'saved' };
}
