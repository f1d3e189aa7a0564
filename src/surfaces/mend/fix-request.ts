import { basename } from 'node:path';
import type { LanguageId } from '../../domain/contract.ts';
import type { RunRequest } from '../../domain/run-request.ts';
import type { SuiteResult } from '../../domain/suite.ts';
import type { Language } from '../../ports/language.ts';
import type { ProgramFiles, TestFile } from '../../ports/test-suite.ts';

/** Longest test file that a model is shown, in characters. */
const shownTests = 5000;

export type Program = { readonly code: string; readonly language: LanguageId };

/** How much a run that mends may spend. */
export type MendLimits = Pick<
  RunRequest,
  'candidates' | 'maxRounds' | 'timeoutSeconds' | 'budgetSeconds' | 'budgetTokens' | 'seed' | 'temperature'
>;

export type ToFix = {
  /** The name of the program's file. */
  readonly file: string;
  readonly program: Program;
  readonly task: string | undefined;
  readonly examples: readonly string[];
  /** The test file with what it made of the program as it is. */
  readonly suite: { readonly tests: TestFile; readonly before: SuiteResult } | null;
  /** The program among the files that it imports, where there is no test file. */
  readonly beside: ProgramFiles | null;
};

/** The run that mends a program: the program itself is the first candidate, and the person's tests and examples decide. */
export function fixRequest({ file, program, task, examples, suite, beside }: ToFix, language: Language, limits: MendLimits): RunRequest {
  const { code } = program;
  const text = `${suite?.tests.text ?? ''}\n${examples.join('\n')}`;
  const names = offeredNames(code, language);
  const used = names.filter((name) => new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`).test(text));
  return {
    ...limits,
    task:
      task ??
      `Fix the mistake in this ${language.title} program (${basename(file)}) so that it passes its tests. Change as little as possible.`,
    language: program.language,
    examples: [...examples],
    code,
    mends: true,
    exports: [...(used.length > 0 ? used : names)],
    ...(beside === null
      ? {}
      : { siblings: { ...beside.siblings }, program: beside.program, ...(beside.data === undefined ? {} : { data: { ...beside.data } }) }),
    ...(suite === null ? {} : { context: shown(suite.tests), suite: requestSuite(suite.tests, suite.before) }),
    testSamples: 0,
    interactive: false,
  };
}

const offeredNames = (code: string, language: Language): readonly string[] =>
  (language.suites?.exportsOf(code).all ?? []).filter((name) => /^[A-Za-z]\w*$/.test(name));

const shown = ({ file, text }: TestFile): string =>
  `Tests of ${file}:\n${text.length > shownTests ? `${text.slice(0, shownTests)}\n…` : text}`;

function requestSuite(tests: TestFile, before: SuiteResult): NonNullable<RunRequest['suite']> {
  const { alias, siblings, data, frameworkPaths, ...rest } = tests;
  return {
    ...rest,
    siblings: { ...siblings },
    ...(data === undefined ? {} : { data: { ...data } }),
    frameworkPaths: [...frameworkPaths],
    ...(alias === undefined ? {} : { alias }),
    ids: before.tests.flatMap(({ id, outcome }) => (outcome === 'skipped' ? [] : [id])),
  };
}
