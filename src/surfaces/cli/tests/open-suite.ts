import { basename, dirname, resolve } from 'node:path';
import { openSuiteSession, type SuiteSession, type SuiteSettings } from '../../suite/open-suite-session.ts';
import type { CliContext } from '../cli-context.ts';
import { type ProgramFile, readProgramFile } from '../program-file.ts';
import { readTestFile } from './read-test-file.ts';

export type SuiteFlags = { readonly language?: string; readonly tests: string };

export type OpenSuite = SuiteSession & { readonly program: ProgramFile };

/** Reads program and tests, finds the framework and opens a sandbox session that shows it. */
export async function openSuite(
  { deps, terminal, signal }: CliContext,
  file: string,
  flags: SuiteFlags,
  settings: SuiteSettings,
): Promise<OpenSuite> {
  const program = await readProgramFile(file, flags.language);
  const language = await deps.language(program.language);
  const read = await readTestFile({ file, code: program.code }, flags.tests, language);
  for (const one of read.leftOut.slice(0, 5)) terminal.alert(`warning: not taken along into the sandbox: ${one}`, 'yellow');
  const near = dirname(resolve(flags.tests));
  return { program, ...(await openSuiteSession({ ...read, language, near }, deps, settings, { signal, workers: 1 })) };
}

/** A word for people: the module that the tests name, where it is not the program's file name. */
export const assumption = (assumed: string, file: string): string =>
  `the tests import ${JSON.stringify(assumed)}, which is not there; ${basename(file)} was taken for it`;
