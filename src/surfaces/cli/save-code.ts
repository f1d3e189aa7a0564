import { resolve } from 'node:path';
import type { RunResult } from '../../domain/run-result.ts';
import type { CliContext } from './cli-context.ts';
import type { RunOptions } from './run-options.ts';
import { writeAtomically } from './write-atomically.ts';

/** Carries out `--output`: on success, or unsure when that was accepted. True when the file was written. */
export async function saveCode({ terminal, workingFolder }: CliContext, options: RunOptions, result: RunResult): Promise<boolean> {
  if (options.output === undefined) return false;
  const accepted = result.status === 'success' || (result.status === 'unsure' && options.acceptUnsure === true);
  if (!accepted || result.code === null) {
    const how = result.status === 'unsure' ? '; --accept-unsure would have written it' : '';
    terminal.alert(`${options.output} not written: the outcome is ${result.status}${how}`, 'yellow');
    return false;
  }
  await writeAtomically(resolve(workingFolder, options.output), result.code.endsWith('\n') ? result.code : `${result.code}\n`);
  terminal.note(`written: ${options.output}`);
  return true;
}
