import type { Contract } from '../domain/contract.ts';
import type { DataFiles } from '../domain/data-files.ts';
import type { Diagnostic } from '../domain/diagnostic.ts';
import type { Execution } from '../domain/execution.ts';
import type { Observation } from '../domain/observation.ts';
import type { Call } from '../domain/test.ts';
import type { SandboxJob, SandboxLimits } from './sandbox.ts';

export type SuiteFramework = 'pytest' | 'unittest' | 'plain' | 'busted' | 'luaunit' | 'node:test' | 'vitest';

/** A test file of the person's, with all that it needs besides the program. */
export type TestFile = {
  /** Its path; all paths are relative POSIX ones below one root. */
  readonly file: string;
  readonly text: string;
  /** The path of the program's file. */
  readonly program: string;
  /** Other files that tests or program import or read, by path. */
  readonly siblings: Readonly<Record<string, string>>;
  /** Files that tests or program read and that are no text. */
  readonly data?: DataFiles;
  /** Host folders that hold the test framework; shown read-only in the sandbox. */
  readonly frameworkPaths: readonly string[];
  /** The import that was taken for the program, where its file has another name. */
  readonly alias?: string;
};

/** A program among other files of its project: paths are relative POSIX ones below one root. */
export type ProgramFiles = Pick<TestFile, 'program' | 'siblings' | 'data'>;

/** What a test file says of itself, without being run. */
export type TestFileReading = {
  readonly framework: SuiteFramework;
  readonly problem: Diagnostic | null;
  /** Modules that it imports, as written. */
  readonly imports: readonly string[];
  /** The import that stands for the program; null when no import fits its file's name. */
  readonly programImport: string | null;
};

/** A call that a test made on the program, and what the program was seen to do. */
export type AnsweredCall = { readonly expression: string; readonly observation: Observation };

/** Tests are keyed by id; the empty id stands for what the file does while it is loaded. */
export type SuiteAnswers = ReadonlyMap<string, readonly AnsweredCall[]>;

/** Names that a program's text gives; `values`: those of them that stand for no function and no class. */
export type ProgramNames = { readonly all: readonly string[]; readonly values: readonly string[] };

export type SuiteStep =
  /** No candidate is in the sandbox: stand-ins answer as it was observed, and say what else is asked. */
  | { readonly mode: 'replay'; readonly answers: SuiteAnswers; readonly exports: ProgramNames }
  /** The candidate beside several versions of the test file; which of them is the true one is known outside only. */
  | {
      readonly mode: 'shared';
      readonly candidate: string;
      readonly versions: readonly { readonly label: string; readonly text: string }[];
    };

export type ReportedTest = {
  readonly id: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  readonly message: string | null;
  readonly line: number | null;
} & ReportedCalls;

type ReportedCalls = {
  /** Calls on the program, in order, as expressions of the language. */
  readonly calls: readonly string[];
  /** A call had no answer yet: the outcome does not count. */
  readonly pending: boolean;
  /** Why the test needs the program in its own interpreter; null when it does not. */
  readonly unsupported: string | null;
};

export type ReportedVersion = {
  readonly label: string;
  /** Ids in order; null when the file could not be loaded. */
  readonly collected: readonly string[] | null;
  readonly problem: {
    /** `lacking`: it uses something of its framework that our collector does not know. */
    readonly kind: 'syntax' | 'import' | 'load' | 'lacking';
    readonly message: string;
    readonly line: number | null;
    readonly name: string | null;
  } | null;
  readonly loading: ReportedCalls;
  /** A module that was not found and was taken for the program. */
  readonly assumed: string | null;
  readonly tests: readonly ReportedTest[];
};

export type SuiteReport = {
  readonly versions: readonly ReportedVersion[];
  /** The run came to its end. */
  readonly ended: boolean;
  /** Something else wrote to the channel. */
  readonly tampered: boolean;
};

/** How a language runs test files. Pure, as the language itself. */
export interface TestSuites {
  readTests(text: string, program: string): TestFileReading;
  /** Modules that a program imports, as written. */
  importsOf(code: string): readonly string[];
  /**
   * Paths at which an imported module may lie; none for what is no local file. Those that begin with `./` or `../` are relative to the
   * importing file, the others to the folders in which modules are looked for.
   */
  pathsOf(imported: string): readonly string[];
  /** A program and the files beside it as the interpreter can load them: the program's text, and all files, it included. */
  besideProgram(
    program: { readonly path: string; readonly code: string },
    siblings: Readonly<Record<string, string>>,
  ): { readonly code: string; readonly files: Readonly<Record<string, string>> };
  job(tests: TestFile, step: SuiteStep, options: { readonly nonce: string; readonly limits: SandboxLimits }): SandboxJob;
  read(execution: Execution, options: { readonly nonce: string }): SuiteReport;
  /** How a call that a test made is observed. */
  callOf(expression: string): Call;
  contractFor(tests: TestFile, expressions: readonly string[]): Contract;
  /** Names that a program offers. */
  exportsOf(code: string): ProgramNames;
  /** Names that other files get from a program, where its text says so; null where only running it would tell. */
  offersOf(code: string): ReadonlySet<string> | null;
  /** How many tests can be made to fail apart from one another, and in how many ways the one that has most. */
  twinSizes(tests: TestFile): { readonly draws: number; readonly places: number };
  /**
   * `count` versions of the test file. Each such test is true in one of them, drawn for each test apart, and made to fail in all others,
   * in each `turn` at another place; `truthOf` says where it is true. Null when there is none. `pick(n)` draws from 0 … n−1.
   */
  twins(
    tests: TestFile,
    count: number,
    turn: number,
    pick: (n: number) => number,
  ): { readonly versions: readonly string[]; readonly truthOf: (id: string) => number | undefined } | null;
}
