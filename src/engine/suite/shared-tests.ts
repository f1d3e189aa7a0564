import type { SuiteTest } from '../../domain/suite.ts';
import type { Abortable } from '../../ports/abortable.ts';
import type { ReportedVersion, TestFile } from '../../ports/test-suite.ts';
import { endOf, setupFailed } from './replay-tests.ts';
import { picker, type SuiteTools, testLimits } from './suite-tools.ts';

/** Runs that must agree: a program that guesses which version is the true one would have to guess right in each. */
const rounds = 2;

export type Shared = { readonly tests: readonly SuiteTest[]; readonly tampered: boolean; readonly sandboxMs: number };

/**
 * Runs tests beside the candidate, for what cannot be shown from the outside. Such a result is tamper-evident only. The candidate
 * meets the true test file and twins of it, which expect other values and which a right program fails; their order and names
 * are random. What makes tests pass without being right makes twins pass as well: then nothing of the run counts.
 */
export async function sharedTests(
  candidate: string,
  tests: TestFile,
  expected: readonly string[],
  wanted: ReadonlySet<string>,
  tools: SuiteTools,
  options: Abortable,
): Promise<Shared> {
  let results: Shared | null = null;
  for (let round = 0; round < rounds; round += 1) {
    const next = await oneRound(candidate, tests, expected, wanted, tools, options);
    const sandboxMs: number = next.sandboxMs + (results?.sandboxMs ?? 0);
    results = { ...worse(results, next), sandboxMs };
    if (results.tampered || !results.tests.some(({ outcome }) => outcome === 'passed')) break;
  }
  return results ?? { tests: [], tampered: false, sandboxMs: 0 };
}

/** A test passes when it passed each time. */
function worse(before: Shared | null, now: Shared): Shared {
  if (before === null) return now;
  const tests = before.tests.map((test, index) => (test.outcome === 'passed' ? (now.tests[index] ?? test) : test));
  return { tests, tampered: before.tampered || now.tampered, sandboxMs: now.sandboxMs };
}

async function oneRound(
  candidate: string,
  tests: TestFile,
  expected: readonly string[],
  wanted: ReadonlySet<string>,
  tools: SuiteTools,
  options: Abortable,
): Promise<Shared> {
  const pick = picker(tools.random);
  const label = (): string => `v${tools.random.hex(4)}`;
  const truth = { label: label(), text: tests.text };
  const twins: { readonly label: string; readonly text: string; readonly mustFail: readonly string[] }[] = [];
  const first = tools.suites.twin(tests, pick);
  if (first !== null) {
    twins.push({ label: label(), ...first });
    for (let more = twinsFor(first.mustFail.length) - 1; more > 0; more -= 1) {
      const twin = tools.suites.twin(tests, pick);
      if (twin !== null) twins.push({ label: label(), ...twin });
    }
  }
  const versions = shuffled([truth, ...twins], pick).map(({ label: name, text }) => ({ label: name, text }));
  const nonce = tools.random.hex(16);
  const limits = testLimits(tools);
  const step = { mode: 'shared', candidate, versions } as const;
  const execution = await tools.session.run(tools.suites.job(tests, step, { nonce, limits }), options);
  if (execution.termination.type === 'setup-failed') throw setupFailed(execution.termination.reason);
  const report = tools.suites.read(execution, { nonce });
  const sandboxMs = execution.usage.wallMs;
  const all = (message: string): readonly SuiteTest[] =>
    [...wanted].map((id) => ({ id, outcome: 'missing', message, line: null, integrity: 'shared' }));
  if (report.tampered) return { tests: all('something else wrote to the result channel'), tampered: true, sandboxMs };
  const byLabel = new Map(report.versions.map((version) => [version.label, version]));
  const own = byLabel.get(truth.label);
  if (own?.problem != null) return { tests: all(own.problem.message), tampered: false, sandboxMs };
  if (!report.ended || own === undefined) return { tests: all(`no result: ${endOf(execution)}`), tampered: false, sandboxMs };
  if (!sameIds(own, expected)) return { tests: all('other tests ran than those of the file'), tampered: true, sandboxMs };
  const passed = new Set(own.tests.flatMap(({ id, outcome }) => (outcome === 'passed' ? [id] : [])));
  const fooled = twins.some(({ label: name, mustFail }) => {
    const version = byLabel.get(name);
    // The same test with another expected value: nothing that is right passes both.
    return (
      version === undefined || version.tests.some(({ id, outcome }) => outcome !== 'failed' && mustFail.includes(id) && passed.has(id))
    );
  });
  if (fooled) return { tests: all('tests passed that no right program passes'), tampered: true, sandboxMs };
  return {
    tampered: false,
    sandboxMs,
    tests: own.tests
      .filter(({ id }) => wanted.has(id))
      .map(({ id, outcome, message, line }) => ({
        id,
        // Beside the candidate nobody can tell whose decision a skip was.
        outcome: outcome === 'passed' ? 'passed' : 'failed',
        message: outcome === 'skipped' ? `skipped: ${message ?? ''}` : message,
        line,
        integrity: 'shared',
      })),
  };
}

const sameIds = ({ collected, tests }: ReportedVersion, expected: readonly string[]): boolean =>
  JSON.stringify(collected) === JSON.stringify(expected) && tests.length === expected.length;

/** More twins where few tests can have one, so that guessing the true version stays hopeless. */
const twinsFor = (tests: number): number => (tests >= 6 ? 1 : tests >= 3 ? 2 : tests === 2 ? 4 : 7);

function shuffled<T>(items: readonly T[], pick: (n: number) => number): readonly T[] {
  const left = [...items];
  return items.map(() => left.splice(pick(left.length), 1)[0]).filter((item) => item !== undefined);
}
