import type { RunResult } from '../../domain/run-result.ts';
import { say, warned } from '../../domain/said.ts';
import type { SuiteResult } from '../../domain/suite.ts';
import { runSuite } from '../../engine/suite/run-suite.ts';
import type { SuiteTools } from '../../engine/suite/suite-tools.ts';
import type { Abortable } from '../../ports/abortable.ts';
import type { TestFile } from '../../ports/test-suite.ts';

/** Tests and examples that a program passes, of how many. */
export type Credit = { readonly passed: number; readonly total: number };

export type Checked = {
  readonly before: Credit;
  readonly after: Credit;
  /** A test that passed before fails now. */
  readonly lost: boolean;
  /** As it is after this check: no success that the check did not see. */
  readonly result: RunResult;
};

/** Runs the whole test file once more on what a run hands back, apart from the run itself, and compares it with the original. */
export async function lastCheck(
  original: string,
  result: RunResult,
  suite: { readonly tests: TestFile; readonly before: SuiteResult } | null,
  tools: SuiteTools | null,
  options: Abortable,
): Promise<Checked> {
  const examples = exampleCredit(result, suite?.before ?? null);
  if (suite === null || tools === null) return { ...examples, lost: examples.lost, result };
  const { before } = suite;
  const { code } = result;
  const after = code === null || code === original ? before : await runSuite(code, suite.tests, tools, options);
  const passedNow = new Set(after.tests.flatMap(({ id, outcome }) => (outcome === 'passed' ? [id] : [])));
  const lost = before.tests.some(({ id, outcome }) => outcome === 'passed' && !passedNow.has(id)) || after.tampered;
  const confirmed = result.status !== 'success' || after.outcome === 'passed';
  const warning = warned('last-check', say('last-check-failed'));
  return {
    before: add(before, examples.before),
    after: add(after, examples.after),
    lost: lost || examples.lost,
    result: confirmed ? result : { ...result, status: 'failed', warnings: [...result.warnings, warning] },
  };
}

/** More passes, and nothing that passed before fails. */
export const isBetter = ({ before, after, lost }: Checked): boolean => after.passed > before.passed && !lost;

const add = (suite: SuiteResult, examples: Credit): Credit => ({
  passed: suite.passed + examples.passed,
  total: suite.total + examples.total,
});

/** What the original, the first candidate, and the chosen program make of the typed examples, from the run's own evidence. */
function exampleCredit({ evidence }: RunResult, suite: SuiteResult | null): { before: Credit; after: Credit; lost: boolean } {
  const original = evidence.candidates[0];
  const chosen = evidence.candidates.find(({ id }) => id === evidence.selected) ?? original;
  const ofSuite = new Set(suite?.tests.map(({ id }) => id));
  const examples = evidence.tests.filter(({ call, origin, passed }) => origin !== 'fuzz' && passed !== null && !ofSuite.has(call));
  const total = suite === null ? (chosen?.total ?? 0) : examples.length;
  const passed = suite === null ? (chosen?.passed ?? 0) : examples.filter((one) => one.passed === true).length;
  const before = { passed: Math.min(total, Math.max(0, (original?.passed ?? 0) - (suite?.passed ?? 0))), total };
  return { before, after: { passed, total }, lost: passed < before.passed };
}
