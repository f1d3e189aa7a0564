import { type SuiteResult, type SuiteTest, summariseSuite } from '../../domain/suite.ts';
import type { Abortable } from '../../ports/abortable.ts';
import type { ReportedTest, TestFile } from '../../ports/test-suite.ts';
import { type Replay, replayTests } from './replay-tests.ts';
import { sharedTests } from './shared-tests.ts';
import type { SuiteTools } from './suite-tools.ts';

/** What a program makes of a test file, and what it was taken for. */
export type SuiteRun = SuiteResult & {
  /** A module of the tests that was not found and was taken for the program. */
  readonly assumed: string | null;
  /** The tests' calls on the program, by test, as expressions. */
  readonly calls: ReadonlyMap<string, readonly string[]>;
};

/**
 * Runs a test file on a program: first with the tests and the program kept apart, then, for the tests that need the program in
 * their own interpreter, side by side under guard. A program that misbehaves is a result. Throws `bad-input` for a test file
 * that cannot be used, `sandbox-failed`, or `signal.reason`.
 */
export async function runSuite(candidate: string, tests: TestFile, tools: SuiteTools, options: Abortable): Promise<SuiteRun> {
  const replay = await replayTests(candidate, tests, tools, options);
  const { version } = replay;
  const ids = replay.expected ?? [];
  const assumed = version.assumed;
  const calls = new Map(version.tests.map((test) => [test.id, test.calls]));
  const loadingUnsupported = version.loading.unsupported !== null || replay.restless.has('');
  const beside = new Set(
    loadingUnsupported
      ? ids
      : version.tests.flatMap(({ id, unsupported }) => (unsupported === null && !replay.restless.has(id) ? [] : [id])),
  );
  if (version.collected === null || replay.expected === null) {
    const message = version.problem?.message ?? 'the tests could not be loaded';
    const lost = (ids.length === 0 ? [tests.file] : ids).map((id) => ({ ...lostTest(id, message), line: version.problem?.line ?? null }));
    return { ...summariseSuite(lost, replay.tampered, replay.sandboxMs), assumed, calls };
  }
  const offered = tools.suites.offersOf(candidate);
  const apart = new Map(version.tests.map((test) => [test.id, withOffers(verdictOf(test, replay), test.calls, offered, tests)]));
  const shared =
    beside.size === 0 || replay.tampered ? null : await sharedTests(candidate, withAlias(tests, assumed), ids, beside, tools, options);
  const together = new Map(shared?.tests.map((test) => [test.id, test]));
  const all = ids.map(
    (id): SuiteTest =>
      together.get(id) ?? (beside.has(id) ? undefined : apart.get(id)) ?? lostTest(id, replay.stopped ?? 'was not reached'),
  );
  const sandboxMs = Math.round(replay.sandboxMs + (shared?.sandboxMs ?? 0));
  return { ...summariseSuite(all, replay.tampered || shared?.tampered === true, sandboxMs), assumed, calls };
}

/** A name that the tests import must be offered: what is only reachable from inside of the program does not count. */
function withOffers(verdict: SuiteTest, calls: readonly string[], offered: ReadonlySet<string> | null, { program }: TestFile): SuiteTest {
  if (offered === null || verdict.outcome !== 'passed') return verdict;
  const names = calls.map((text) => /^(?:M\.)?([\w$]+)/.exec(text)?.[1] ?? '');
  const absent = names.find((name) => !offered.has(name) && name !== 'candidate_chunk');
  return absent === undefined ? verdict : { ...verdict, outcome: 'failed', message: `${absent} is not offered by ${program}` };
}

const withAlias = (tests: TestFile, assumed: string | null): TestFile => (assumed === null ? tests : { ...tests, alias: assumed });

const lostTest = (id: string, reason: string): SuiteTest => ({
  id,
  outcome: 'missing',
  message: `no result: ${reason}`,
  line: null,
  integrity: 'oracle-outside',
});

function verdictOf(test: ReportedTest, replay: Replay): SuiteTest {
  const { id, outcome, message, line, calls } = test;
  const base = { id, line, integrity: 'oracle-outside' } as const;
  if (replay.unsettled.has(id) || replay.unsettled.has('')) {
    return { ...base, outcome: 'failed', message: 'the program answers differently each time it is asked' };
  }
  const asked = [...(replay.answers.get(id) ?? []), ...(replay.answers.get('') ?? [])];
  const gone = asked.find(({ observation }) => observation.outcome.type === 'missing');
  if (gone !== undefined && outcome !== 'passed') return { ...base, outcome: 'missing', message };
  // A skip that came after the program was asked may be its doing.
  if (outcome === 'skipped' && calls.length > 0) return { ...base, outcome: 'failed', message: `skipped: ${message ?? ''}` };
  return { ...base, outcome, message };
}
