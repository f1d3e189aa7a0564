import { AppError } from '../../domain/app-error.ts';
import type { RunRequest } from '../../domain/run-request.ts';
import type { RunResult } from '../../domain/run-result.ts';
import { runSuite } from '../../engine/suite/run-suite.ts';
import { type CheckedExample, checkExamples } from '../../engine/tests/check-examples.ts';
import type { Language } from '../../ports/language.ts';
import type { ProgramFiles } from '../../ports/test-suite.ts';
import { cryptoRandom } from '../crypto-random.ts';
import type { SandboxDeps, SuiteSession, SuiteSettings } from '../suite/open-suite-session.ts';
import { alreadyRight } from './already-right.ts';
import { fixRequest, type MendLimits, type Program } from './fix-request.ts';
import { type Credit, isBetter, lastCheck } from './last-check.ts';

export type ToMend = {
  /** The name of the program's file. */
  readonly file: string;
  readonly program: Program;
  readonly language: Language;
  readonly task: string | undefined;
  readonly examples: readonly string[];
  /** Opened by the caller, who closes it. Null: examples alone decide. */
  readonly suite: SuiteSession | null;
  /** The program among the files that it imports, where there is no test file. */
  readonly beside: ProgramFiles | null;
  readonly limits: MendLimits;
  readonly settings: SuiteSettings;
};

export type MendSteps = {
  /** A module of the tests that was not found and was taken for the program. */
  readonly onAssumed: (module: string) => void;
  /** The program as it is was judged and needs mending: runs the request to its end. */
  readonly run: (request: RunRequest) => Promise<RunResult>;
  readonly signal: AbortSignal;
};

/** `better`: `result.code` passes more, and loses nothing that passed before. */
export type Mended = { readonly result: RunResult; readonly before: Credit; readonly after: Credit; readonly better: boolean };

/**
 * Mends a program until it passes its tests and examples: they judge it as it is, a run looks for a better one, and the tests judge
 * what the run handed back once more. Throws `bad-input` for tests and examples that tell nothing.
 */
export async function mendProgram(given: ToMend, deps: Pick<SandboxDeps, 'runtime' | 'sandbox'>, steps: MendSteps): Promise<Mended> {
  const { file, program, language, task, examples, suite, beside, limits } = given;
  const { signal } = steps;
  const before = suite === null ? null : await runSuite(program.code, suite.tests, suite.tools, { signal });
  if (before?.assumed != null) steps.onAssumed(before.assumed);
  if (suite !== null && before !== null && before.total === 0) {
    throw new AppError('bad-input', `every test of ${suite.tests.file} is skipped, so nothing can be told`, 'let at least one test run');
  }
  const alias = before?.assumed == null ? {} : { alias: before.assumed };
  const tested = suite === null || before === null ? null : { tests: { ...suite.tests, ...alias }, before };
  const request = fixRequest({ file, program, task, examples, suite: tested, beside }, language, limits);
  const checked = await lookAtExamples(given, request, deps, signal);
  const right = (before === null || before.outcome === 'passed') && checked.examples.every(({ passed }) => passed);
  if (right && task === undefined) {
    const total = (before?.total ?? 0) + checked.examples.length;
    const credit = { passed: total, total };
    const sandbox = suite ?? checked.sandbox;
    const result = alreadyRight({ code: program.code, suite: before, examples: checked.examples, sandbox }, language);
    return { result, before: credit, after: credit, better: false };
  }
  const result = await steps.run(request);
  signal.throwIfAborted();
  const last = await lastCheck(program.code, result, tested, suite?.tools ?? null, { signal });
  return { result: last.result, before: last.before, after: last.after, better: isBetter(last) && result.code !== null };
}

type Looked = {
  readonly examples: readonly CheckedExample[];
  readonly sandbox: { readonly level: string; readonly missing: readonly string[] };
};

/** What the program makes of the examples as it is: what is wrong with them, or nothing with it, is said before a model is opened. */
async function lookAtExamples(
  { program: { code, language: id }, language, suite, beside: own, settings }: ToMend,
  request: RunRequest,
  deps: Pick<SandboxDeps, 'runtime' | 'sandbox'>,
  signal: AbortSignal,
): Promise<Looked> {
  if (request.examples.length === 0) return { examples: [], sandbox: { level: '', missing: [] } };
  const beside = suite?.tests ?? own;
  const runtime = await deps.runtime(id, settings);
  const sandbox = await deps.sandbox(settings);
  const session = await sandbox.open(runtime.spec, { signal, workers: 1 });
  try {
    const contract = { language: id, entry: { kind: 'module', exports: request.exports ?? [] } } as const;
    const tools = { language, session, level: sandbox.level, random: cryptoRandom, ...(beside === null ? {} : { beside }) };
    return { examples: await checkExamples(code, request, contract, tools, { signal }), sandbox };
  } finally {
    await session.close();
  }
}
