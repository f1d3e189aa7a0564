import type { IntegrityClass } from './execution.ts';

/** `skipped`: by the test file's own decision, whatever the program does; it counts neither for nor against. `missing`: no result came. */
export type SuiteOutcome = 'passed' | 'failed' | 'skipped' | 'missing';

export type SuiteTest = {
  /** As the framework names it, without the file: `TestStack::test_pop`, `stack pops`. */
  readonly id: string;
  readonly outcome: SuiteOutcome;
  /** What went wrong, in the framework's words; null when nothing did. */
  readonly message: string | null;
  /** 1-based line in the test file, where it is known. */
  readonly line: number | null;
  readonly integrity: IntegrityClass;
};

/** What one program makes of a test file. */
export type SuiteResult = {
  /** `broken`: some test has no result that counts, because the program did not load, ended early, or tampered. */
  readonly outcome: 'passed' | 'failed' | 'broken';
  readonly passed: number;
  /** Without skipped tests. */
  readonly total: number;
  readonly tests: readonly SuiteTest[];
  /** The weakest of the tests'. */
  readonly integrity: IntegrityClass;
  /** The program was seen to attack the run. */
  readonly tampered: boolean;
  /** Milliseconds in sandboxes. */
  readonly sandboxMs: number;
};

/** The result of a file from its tests' results. */
export function summariseSuite(tests: readonly SuiteTest[], tampered: boolean, sandboxMs: number): SuiteResult {
  const counted = tests.filter(({ outcome }) => outcome !== 'skipped');
  const passed = counted.filter(({ outcome }) => outcome === 'passed').length;
  const broken = tampered || counted.some(({ outcome }) => outcome === 'missing');
  return {
    outcome: broken ? 'broken' : passed === counted.length && passed > 0 ? 'passed' : 'failed',
    passed,
    total: counted.length,
    tests,
    integrity: tests.some(({ integrity }) => integrity === 'shared') ? 'shared' : 'oracle-outside',
    tampered,
    sandboxMs,
  };
}
