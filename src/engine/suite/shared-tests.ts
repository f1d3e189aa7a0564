import type { SuiteTest } from '../../domain/suite.ts';
import type { Abortable } from '../../ports/abortable.ts';
import type { ReportedTest, ReportedVersion, TestFile } from '../../ports/test-suite.ts';
import { runJob } from '../run-job.ts';
import { endOf } from './replay-tests.ts';
import { picker, type SuiteTools, testLimits } from './suite-tools.ts';

export type Shared = { readonly tests: readonly SuiteTest[]; readonly tampered: boolean; readonly sandboxMs: number };

/**
 * Runs tests beside the candidate, for what cannot be shown from the outside. Such a result is tamper-evident only. The
 * candidate meets several versions of the test file; each test is true in one of them and expects something else in the
 * others, where a right program fails it. What makes tests pass without being right makes the others pass as well, or would
 * have to guess, for each test, which version is the true one; then nothing of the run counts.
 */
export async function sharedTests(
  candidate: string,
  tests: TestFile,
  expected: readonly string[],
  wanted: ReadonlySet<string>,
  tools: SuiteTools,
  options: Abortable,
): Promise<Shared> {
  const { versions, rounds } = guardFor(tools.suites.twinSizes(tests));
  let results: Shared | null = null;
  for (let round = 0; round < rounds; round += 1) {
    const next = await oneRound(candidate, { tests, versions, turn: round, expected, wanted }, tools, options);
    results = results === null ? next : worse(results, next);
    if (results.tampered || !results.tests.some(({ outcome }) => outcome === 'passed')) break;
  }
  return results ?? { tests: [], tampered: false, sandboxMs: 0 };
}

/**
 * Versions and rounds: a program that guesses which version of each test is the true one must be right in all of them, and each place of
 * a test is false in some round, because a program may cheat in some places and be right in the others.
 */
function guardFor({ draws, places }: { readonly draws: number; readonly places: number }): {
  readonly versions: number;
  readonly rounds: number;
} {
  if (draws <= 1) return { versions: 8, rounds: Math.max(4, places) };
  return { versions: draws <= 3 ? 6 : draws <= 6 ? 4 : 3, rounds: Math.max(3, places) };
}

/** A test passes when it passed each time. */
function worse(before: Shared, now: Shared): Shared {
  const tests = before.tests.map((test, index) => (test.outcome === 'passed' ? (now.tests[index] ?? test) : test));
  return { tests, tampered: before.tampered || now.tampered, sandboxMs: before.sandboxMs + now.sandboxMs };
}

type Round = {
  readonly tests: TestFile;
  readonly versions: number;
  readonly turn: number;
  readonly expected: readonly string[];
  readonly wanted: ReadonlySet<string>;
};

async function oneRound(candidate: string, round: Round, tools: SuiteTools, options: Abortable): Promise<Shared> {
  const { tests, expected, wanted } = round;
  const twins = tools.suites.twins(tests, round.versions, round.turn, picker(tools.random));
  const truthOf = (id: string): number | undefined => twins?.truthOf(id);
  const versions = (twins?.versions ?? [tests.text]).map((text) => ({ label: `v${tools.random.hex(4)}`, text }));
  const nonce = tools.random.hex(16);
  const limits = testLimits(tools);
  const step = { mode: 'shared', candidate, versions } as const;
  const execution = await runJob(tools.session, tools.suites.job(tests, step, { nonce, limits }), options);
  const report = tools.suites.read(execution, { nonce });
  const lost = (message: string, tampered: boolean): Shared => ({
    tests: [...wanted].map((id) => ({ id, outcome: 'missing', message, line: null, integrity: 'shared' })),
    tampered,
    sandboxMs: execution.usage.wallMs,
  });
  if (report.tampered) return lost('something else wrote to the result channel', true);
  const problem = report.versions.find((version) => version.problem !== null)?.problem;
  if (problem != null) return lost(problem.message, false);
  if (!report.ended || report.versions.length !== versions.length) return lost(`no result: ${endOf(execution)}`, false);
  if (!report.versions.every((version) => sameIds(version, expected))) return lost('other tests ran than those of the file', true);
  const byLabel = new Map(report.versions.map((version) => [version.label, version]));
  const outcomes = versions.map(({ label }) => outcomesOf(byLabel.get(label), expected));
  const passedAt = (id: string): readonly number[] => outcomes.flatMap((one, index) => (one.get(id)?.outcome === 'passed' ? [index] : []));
  const isFooled = (id: string): boolean => {
    const at = truthOf(id);
    if (at === undefined) return false;
    const passed = passedAt(id);
    // The same test with another expected value, or with a comparison that never holds: nothing that is right passes both.
    return passed.includes(at) && outcomes.some((one, index) => index !== at && one.get(id)?.outcome !== 'failed');
  };
  if (expected.some(isFooled)) return lost('tests passed that no right program passes', true);
  const results = expected.flatMap((id): readonly SuiteTest[] => {
    const at = truthOf(id);
    const reported = at === undefined ? outcomes.map((one) => one.get(id)) : [outcomes[at]?.get(id)];
    return wanted.has(id) ? [verdictOf(id, reported)] : [];
  });
  return { tests: results, tampered: false, sandboxMs: execution.usage.wallMs };
}

/** The same tests in the same order. Parameters are part of an id, and a version may give others. */
const sameIds = ({ collected, tests }: ReportedVersion, expected: readonly string[]): boolean =>
  JSON.stringify(collected?.map(withoutParameters)) === JSON.stringify(expected.map(withoutParameters)) && tests.length === expected.length;

const withoutParameters = (id: string): string => id.replace(/\[[\s\S]*\]$/, '[]');

/** What became of each test, by the id that it has in the file itself. */
function outcomesOf(version: ReportedVersion | undefined, expected: readonly string[]): ReadonlyMap<string, ReportedTest> {
  const byId = new Map(version?.tests.map((test) => [test.id, test]));
  return new Map(
    expected.flatMap((id, index) => {
      const test = byId.get(version?.collected?.[index] ?? '');
      return test === undefined ? [] : [[id, test] as const];
    }),
  );
}

/** Beside the candidate nobody can tell whose decision a skip was, so it is no pass. */
function verdictOf(id: string, reported: readonly (ReportedTest | undefined)[]): SuiteTest {
  const failed = reported.find((one) => one?.outcome !== 'passed');
  const shown = failed ?? reported[0];
  const passed = reported.length > 0 && reported.every((one) => one?.outcome === 'passed');
  const message = shown?.outcome === 'skipped' ? `skipped: ${shown.message ?? ''}` : (shown?.message ?? null);
  return { id, outcome: passed ? 'passed' : 'failed', message: passed ? null : message, line: shown?.line ?? null, integrity: 'shared' };
}
