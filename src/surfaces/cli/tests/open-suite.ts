import { basename, dirname, resolve } from 'node:path';
import { AppError } from '../../../domain/app-error.ts';
import { withFrameworkFolders } from '../../../engine/suite/suite-runtime.ts';
import type { SuiteTools } from '../../../engine/suite/suite-tools.ts';
import type { TestFile } from '../../../ports/test-suite.ts';
import type { CliContext } from '../cli-context.ts';
import { cryptoRandom } from '../crypto-random.ts';
import { type ProgramFile, readProgramFile } from '../program-file.ts';
import { readTestFile } from './read-test-file.ts';

export type SuiteFlags = { readonly language?: string; readonly tests: string };
type Settings = {
  readonly python: string | null;
  readonly timeout: number;
  readonly minLevel: 'L0' | 'L1' | 'L2' | 'L3' | null;
  readonly allowUnsandboxed: boolean;
};

export type OpenSuite = {
  readonly program: ProgramFile;
  readonly tests: TestFile;
  readonly tools: SuiteTools;
  readonly level: string;
  readonly missing: readonly string[];
  readonly close: () => Promise<void>;
};

/** Reads program and tests, finds the framework and opens a sandbox session that shows it. */
export async function openSuite(context: CliContext, file: string, flags: SuiteFlags, settings: Settings, workers = 1): Promise<OpenSuite> {
  const { deps, signal } = context;
  const program = await readProgramFile(file, flags.language);
  const language = await deps.language(program.language);
  const { tests: read, reading } = await readTestFile({ file, code: program.code }, flags.tests, language);
  const near = dirname(resolve(flags.tests));
  const frameworkPaths = await deps.testFramework({ framework: reading.framework, near, python: settings.python });
  const tests = { ...read, frameworkPaths };
  if (language.suites === undefined) throw new AppError('internal', 'a language without test files was asked for one', 'report this');
  const runtime = await deps.runtime(program.language, settings);
  const sandbox = await deps.sandbox(settings);
  const spec = withFrameworkFolders(runtime.spec, frameworkPaths);
  const session = await sandbox.open(spec, { signal, workers, program: language.probeProgram });
  return {
    program,
    tests,
    tools: { language, suites: language.suites, session, random: cryptoRandom, timeoutSeconds: settings.timeout },
    level: sandbox.level,
    missing: sandbox.missing,
    close: () => session.close(),
  };
}

/** A word for people: the module that the tests name, where it is not the program's file name. */
export const assumption = (assumed: string, file: string): string =>
  `the tests import ${JSON.stringify(assumed)}, which is not there; ${basename(file)} was taken for it`;
