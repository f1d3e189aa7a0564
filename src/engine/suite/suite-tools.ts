import type { Random } from '../../ports/clock.ts';
import type { Language } from '../../ports/language.ts';
import type { SandboxLimits, SandboxSession } from '../../ports/sandbox.ts';
import { defaultLimits } from '../../ports/sandbox.ts';
import type { TestSuites } from '../../ports/test-suite.ts';

/** What running a test file needs. The session shows the test framework's folders. */
export type SuiteTools = {
  readonly language: Language;
  readonly suites: TestSuites;
  readonly session: SandboxSession;
  readonly random: Random;
  /** CPU seconds of the program's calls, and of the tests beyond what their framework needs to start. */
  readonly timeoutSeconds: number;
};

/** Seconds that a test framework may take to start. */
const startSeconds = 3;

export const testLimits = ({ timeoutSeconds }: SuiteTools): SandboxLimits => ({
  ...defaultLimits,
  cpuSeconds: timeoutSeconds + startSeconds,
  wallSeconds: timeoutSeconds + startSeconds + 1,
  resultBytes: 4 * 1024 * 1024,
});

/** Draws from 0 … n−1. */
export const picker =
  (random: Random) =>
  (n: number): number =>
    random.seed() % n;
