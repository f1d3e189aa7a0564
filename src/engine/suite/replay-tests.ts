import { AppError } from '../../domain/app-error.ts';
import { bytesOfFiles } from '../../domain/data-files.ts';
import type { Execution } from '../../domain/execution.ts';
import { placeBesideTests } from '../../domain/program-place.ts';
import type { Abortable } from '../../ports/abortable.ts';
import type { AnsweredCall, ProgramNames, ReportedVersion, SuiteAnswers, SuiteReport, TestFile } from '../../ports/test-suite.ts';
import { limitsFor } from '../observe/limits-for.ts';
import { runJob } from '../run-job.ts';
import { type SuiteTools, testLimits } from './suite-tools.ts';

/** Looks at a program: each shows one more answer to tests whose later calls depend on earlier ones. */
const mostLooks = 16;
/** By then most tests have come to rest; the others are looked at more closely. */
const patience = 3;

export type Replay = {
  /** The last run of the tests. */
  readonly version: ReportedVersion;
  /** The ids of the file's tests, from a run that could load it. */
  readonly expected: readonly string[] | null;
  readonly answers: SuiteAnswers;
  /** Tests whose calls never came to rest: the program answers differently each time. */
  readonly unsettled: ReadonlySet<string>;
  /** Tests that ask something else each time they run, whatever they are answered: what they ask is drawn by chance. */
  readonly restless: ReadonlySet<string>;
  /** How the last run of the tests ended, when it was not at its end. */
  readonly stopped: string | null;
  readonly tampered: boolean;
  readonly sandboxMs: number;
};

/**
 * Runs the tests where no candidate is, and the calls that they make where no test is, in turns, until every call of every test
 * has been observed. So neither side can see or touch the other: a verdict is as sound as one on plain observations.
 * Throws `bad-input` for a test file that cannot be used whatever the program does.
 */
export async function replayTests(candidate: string, tests: TestFile, tools: SuiteTools, options: Abortable): Promise<Replay> {
  const exports = tools.suites.exportsOf(candidate);
  let answers: SuiteAnswers = new Map();
  let sandboxMs = 0;
  let tampered = false;
  let sequence = '';
  let restless: ReadonlySet<string> = new Set();
  let look = await runTests(answers, exports, tests, tools, options);
  let lastGood = versionOf(look.report, look.execution, tests, tools);
  for (let turn = 0; ; turn += 1) {
    sandboxMs += look.execution.usage.wallMs;
    const version = turn === 0 ? lastGood : (look.report.versions[0] ?? lastGood);
    if (version.collected !== null) lastGood = version;
    const stopped = look.report.ended ? null : endOf(look.execution);
    if (turn === patience && stopped === null && pendingIn(version).size > 0) {
      const again = await runTests(answers, exports, tests, tools, options);
      sandboxMs += again.execution.usage.wallMs;
      restless = otherwise(callsOf(version), callsOf(again.report.versions[0] ?? version));
    }
    const pending = new Set([...pendingIn(version)].filter((id) => !restless.has(id)));
    const calls = callsOf(version);
    const asked = JSON.stringify([...calls]);
    if (stopped !== null || pending.size === 0 || turn === mostLooks || asked === sequence) {
      if (version.collected === null && !pending.has('')) throwProblem(version, tests, turn);
      return { version, expected: lastGood.collected, answers, unsettled: pending, restless, stopped, tampered, sandboxMs };
    }
    sequence = asked;
    const observed = await observeCalls(candidate, calls, tests, tools, options);
    sandboxMs += observed.sandboxMs;
    tampered ||= observed.tampered;
    answers = observed.answers;
    look = await runTests(answers, exports, tests, tools, options);
  }
}

async function runTests(
  answers: SuiteAnswers,
  exports: ProgramNames,
  tests: TestFile,
  tools: SuiteTools,
  options: Abortable,
): Promise<{ readonly report: SuiteReport; readonly execution: Execution }> {
  const nonce = tools.random.hex(16);
  const job = tools.suites.job(tests, { mode: 'replay', answers, exports }, { nonce, limits: testLimits(tools) });
  const execution = await runJob(tools.session, job, options);
  return { report: tools.suites.read(execution, { nonce }), execution };
}

/** Calls by test, in the order in which they were made. */
function callsOf(version: ReportedVersion): ReadonlyMap<string, readonly string[]> {
  return new Map([
    ['', version.loading.calls] as const,
    ...version.tests.flatMap(({ id, calls, unsupported }) => (unsupported === null ? [[id, calls] as const] : [])),
  ]);
}

/** Tests whose calls are not the same. */
const otherwise = (one: ReadonlyMap<string, readonly string[]>, other: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> =>
  new Set([...one.keys()].filter((id) => JSON.stringify(one.get(id)) !== JSON.stringify(other.get(id))));

const pendingIn = (version: ReportedVersion): ReadonlySet<string> =>
  new Set([
    ...(version.loading.pending ? [''] : []),
    ...version.tests.flatMap(({ id, pending, unsupported }) => (pending && unsupported === null ? [id] : [])),
  ]);

/** All calls in one process, in the tests' order, as the tests themselves would make them. */
async function observeCalls(
  candidate: string,
  calls: ReadonlyMap<string, readonly string[]>,
  tests: TestFile,
  tools: SuiteTools,
  options: Abortable,
): Promise<{ readonly answers: SuiteAnswers; readonly tampered: boolean; readonly sandboxMs: number }> {
  const flat = [...calls].flatMap(([test, expressions]) => expressions.map((expression) => ({ test, expression })));
  const plain = flat.map(({ expression }) => tools.suites.callOf(expression));
  const contract = tools.suites.contractFor(
    tests,
    flat.map(({ expression }) => expression),
  );
  const nonce = tools.random.hex(16);
  // Under its own name too: files beside it may import it.
  const { code, files } = tools.suites.besideProgram({ path: tests.program, code: candidate }, tests.siblings);
  const limits = limitsFor(tools.timeoutSeconds);
  const job = tools.language.probe(code, contract, plain, { nonce, limits, place: placeBesideTests(tests) });
  const execution = await runJob(tools.session, { ...job, files: { ...bytesOfFiles(tests.data), ...files, ...job.files } }, options);
  const answers = new Map<string, AnsweredCall[]>([...calls.keys()].map((test) => [test, []]));
  const observations = tools.language.read(execution, plain, { nonce });
  for (const observation of observations) {
    const one = flat[observation.call];
    if (one !== undefined) answers.get(one.test)?.push({ expression: one.expression, observation });
  }
  const tampered = observations.some(({ outcome }) => outcome.type === 'missing' && outcome.tampered === true);
  return { answers, tampered, sandboxMs: execution.usage.wallMs };
}

/** How a run ended that did not come to its end. */
export function endOf({ termination }: Execution): string {
  switch (termination.type) {
    case 'limit':
      return `stopped at the ${termination.limit} limit`;
    case 'signal':
      return `ended by ${termination.signal}`;
    case 'exit':
      return `ended early, with exit code ${termination.code}`;
    case 'setup-failed':
      return termination.reason;
  }
}

/** The first report, of a run that no program had a part in. */
function versionOf(report: SuiteReport, execution: Execution, tests: TestFile, tools: SuiteTools): ReportedVersion {
  const [version] = report.versions;
  const { termination } = execution;
  const stuck = !report.ended && termination.type === 'limit';
  if (stuck && (termination.limit === 'cpu' || termination.limit === 'wall')) {
    const seconds = tools.timeoutSeconds;
    throw new AppError(
      'bad-input',
      `test file ${tests.file} did not come to an end within ${seconds} s, before the program was even asked`,
      `look for what waits or loops in it, or allow more: --timeout ${seconds * 4}`,
    );
  }
  if (stuck) {
    const what = termination.limit === 'output' ? 'writes too much' : 'needs too much memory';
    throw new AppError('bad-input', `test file ${tests.file} ${what}`, 'let tests print and allocate less');
  }
  if (version === undefined || (!report.ended && version.problem === null)) {
    const detail = new TextDecoder().decode(execution.stderr).trim().split('\n').at(-1) ?? '';
    throw new AppError(
      'bad-input',
      `test file ${tests.file} could not be run: ${endOf(execution)}${detail === '' ? '' : ` (${detail})`}`,
      'run it with its own framework to see more',
    );
  }
  if (version.problem !== null && !version.loading.pending) throwProblem(version, tests, 0);
  if (version.collected?.length === 0 && !version.loading.pending) {
    throw new AppError('bad-input', `test file ${tests.file} has no test`, 'see: anneal test --help');
  }
  return version;
}

function throwProblem({ problem }: ReportedVersion, tests: TestFile, turn: number): void {
  // Later it may be what the program answered; then the tests have no result, which is no error of the file's.
  if (problem === null || turn > 0) return;
  const where = problem.line === null ? tests.file : `${tests.file}:${problem.line}`;
  if (problem.kind === 'import') {
    throw new AppError(
      'bad-input',
      `test file ${tests.file} imports something that is not there: ${problem.message}`,
      `put it beside the test file, or install it where --python points; ${tests.program} itself is found by its file name`,
    );
  }
  if (problem.kind === 'lacking') {
    throw new AppError(
      'bad-input',
      `test file ${where}: ${problem.message.replace(/; the framework itself.*$/s, '')}`,
      `take these tests into a file of their own, and run that with the framework itself: ${/: (.*)$/s.exec(problem.message)?.[1] ?? ''}`,
    );
  }
  const what = problem.kind === 'syntax' ? 'does not parse' : 'cannot be loaded';
  throw new AppError('bad-input', `test file ${where} ${what}: ${problem.message}`, 'mend the test file first');
}
