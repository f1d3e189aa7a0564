import type { LanguageId } from '../../domain/contract.ts';
import type { SandboxLevel } from '../../domain/execution.ts';
import { withFrameworkFolders } from '../../engine/suite/suite-runtime.ts';
import type { SuiteTools } from '../../engine/suite/suite-tools.ts';
import type { Abortable } from '../../ports/abortable.ts';
import type { Language } from '../../ports/language.ts';
import type { RuntimeSpec, Sandbox } from '../../ports/sandbox.ts';
import type { SuiteFramework, TestFile, TestFileReading, TestSuites } from '../../ports/test-suite.ts';
import { cryptoRandom } from '../crypto-random.ts';

export type SuiteSettings = {
  readonly python: string | null;
  /** CPU seconds of the program's calls. */
  readonly timeout: number;
  readonly minLevel: SandboxLevel | null;
  readonly allowUnsandboxed: boolean;
};

/** An interpreter of this machine. */
export type Runtime = { readonly spec: RuntimeSpec; readonly version: string };

/** What running programs and test files needs of this machine; the composition root supplies it. */
export type SandboxDeps = {
  /** Throws `bad-config` for a profile that cannot be read. */
  readonly language: (id: LanguageId, profile?: string) => Promise<Language>;
  /** Throws `runtime-missing` with the command that installs it. */
  readonly runtime: (id: LanguageId, settings: Pick<SuiteSettings, 'python'>, profile?: string) => Promise<Runtime>;
  /** Host folders that hold the framework of a test file. Throws `runtime-missing` with the command that installs it. */
  readonly testFramework: (search: {
    readonly framework: SuiteFramework;
    /** Folder of the test file. */
    readonly near: string;
    readonly python: string | null;
  }) => Promise<readonly string[]>;
  /** Throws `sandbox-unavailable` with the exact fix. */
  readonly sandbox: (settings: Pick<SuiteSettings, 'minLevel' | 'allowUnsandboxed'>) => Promise<Sandbox>;
};

/** A test file that was read, with its language, and the folder near which its framework is looked for. */
export type ReadSuite = {
  readonly tests: Omit<TestFile, 'frameworkPaths'>;
  readonly reading: TestFileReading;
  readonly language: Language;
  readonly suites: TestSuites;
  readonly near: string;
};

export type SuiteSession = {
  readonly tests: TestFile;
  readonly tools: SuiteTools;
  readonly level: string;
  readonly missing: readonly string[];
  readonly close: () => Promise<void>;
};

/** Finds the framework of a test file and opens a sandbox session that shows it. */
export async function openSuiteSession(
  { tests, reading, language, suites, near }: ReadSuite,
  deps: SandboxDeps,
  settings: SuiteSettings,
  { signal, workers = 1 }: Abortable & { readonly workers?: number },
): Promise<SuiteSession> {
  const { python, timeout } = settings;
  const frameworkPaths = await deps.testFramework({ framework: reading.framework, near, python });
  const runtime = await deps.runtime(language.id, settings);
  const sandbox = await deps.sandbox(settings);
  const spec = withFrameworkFolders(runtime.spec, frameworkPaths);
  const session = await sandbox.open(spec, { ...(signal === undefined ? {} : { signal }), workers, program: language.probeProgram });
  return {
    tests: { ...tests, frameworkPaths },
    tools: { language, suites, session, random: cryptoRandom, timeoutSeconds: timeout },
    level: sandbox.level,
    missing: sandbox.missing,
    close: () => session.close(),
  };
}
