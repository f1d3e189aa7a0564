import { bytesOfFiles } from '../domain/data-files.ts';
import type { SandboxJob, SandboxLimits, TrustedProgram } from '../ports/sandbox.ts';
import type { SuiteStep, TestFile } from '../ports/test-suite.ts';

type Version = { readonly file: string; readonly text: string };

/** The files of a step as they are: what is beside the tests, the versions of the test file, and the candidate where it is asked itself. */
export function suiteFiles(tests: TestFile, step: SuiteStep, versions: readonly Version[]): SandboxJob['files'] {
  return {
    ...bytesOfFiles(tests.data),
    ...tests.siblings,
    ...Object.fromEntries(versions.map(({ file, text }) => [file, text])),
    ...(step.mode === 'replay' ? {} : { [tests.program]: step.candidate }),
  };
}

/** The job that runs the collector of a language over test files; `stdin` tells it what to do. */
export function suiteJob(
  collector: TrustedProgram,
  parts: { readonly files: SandboxJob['files']; readonly stdin: string; readonly limits: SandboxLimits },
): SandboxJob {
  return { ...parts, files: { ...parts.files, [collector.main]: collector.text }, main: collector.main, args: [], wantsResult: true };
}
