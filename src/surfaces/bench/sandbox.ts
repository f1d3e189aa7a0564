import type { Contract, LanguageId } from '../../domain/contract.ts';
import type { Call } from '../../domain/test.ts';
import type { Abortable } from '../../ports/abortable.ts';
import type { Random } from '../../ports/clock.ts';
import type { Language } from '../../ports/language.ts';
import { defaultLimits, type SandboxSession } from '../../ports/sandbox.ts';
import { type Baseline, runBaseline } from './baseline-runner.ts';

export type SandboxBenchFigures = {
  readonly candidatesPerSecond: number;
  readonly baseline: string;
  readonly baselinePerSecond: number;
  readonly ratio: number;
  /** Candidates whose five results were not exactly their own. */
  readonly mismatches: number;
  readonly candidates: number;
  readonly baselineCandidates: number;
};

export type SandboxBenchLanguage = {
  readonly id: LanguageId;
  readonly language: Language;
  readonly session: SandboxSession;
  readonly baseline: Baseline;
  /** A program whose `solve(xs)` is the sum of squares plus the candidate's number. */
  readonly program: (candidate: number) => string;
  readonly calls: readonly { readonly call: Call; readonly sumOfSquares: number }[];
};

/** Ours and the baseline take turns, so that both meet the same machine. */
const turns = 4;
/** Before the clock runs, for each worker: Anneal's own code is compiled by then, and the test runner's files are read. */
const warmUp = { ours: 50, baseline: 1 };

/**
 * Candidates with five calls a second in the sandbox, against one unsandboxed test runner process a candidate, in one run with
 * as many workers for both. Every candidate has results of its own, so a lost or swapped one is noticed.
 */
export async function benchSandbox(
  target: SandboxBenchLanguage,
  counts: { readonly candidates: number; readonly baselineCandidates: number },
  deps: { readonly random: Random; readonly now: () => number; readonly onProgress: (done: number, total: number) => void },
  options: Abortable,
): Promise<SandboxBenchFigures> {
  const contract: Contract = { language: target.id, entry: { kind: 'function', name: 'solve', parameters: [{ name: 'xs' }] } };
  const workers = target.session.workers;
  let mismatches = 0;
  let oursMs = 0;
  let baselineMs = 0;
  await runOurs(target, contract, 0, workers * warmUp.ours, deps.random, options);
  await runBaseline(target.baseline, 0, workers * warmUp.baseline, workers, options);
  for (let turn = 0; turn < turns; turn++) {
    const share = (total: number, index: number): number => Math.round((total * index) / turns);
    const first = share(counts.candidates, turn);
    const last = share(counts.candidates, turn + 1);
    const oursStarted = deps.now();
    mismatches += await runOurs(target, contract, first, last - first, deps.random, options);
    oursMs += deps.now() - oursStarted;
    const baselineFirst = share(counts.baselineCandidates, turn);
    const baselineLast = share(counts.baselineCandidates, turn + 1);
    const baselineStarted = deps.now();
    mismatches += await runBaseline(target.baseline, baselineFirst, baselineLast - baselineFirst, workers, options);
    baselineMs += deps.now() - baselineStarted;
    deps.onProgress(last, counts.candidates);
  }
  const candidatesPerSecond = (counts.candidates * 1000) / oursMs;
  const baselinePerSecond = (counts.baselineCandidates * 1000) / baselineMs;
  return {
    candidatesPerSecond,
    baseline: target.baseline.name,
    baselinePerSecond,
    ratio: candidatesPerSecond / baselinePerSecond,
    mismatches,
    candidates: counts.candidates,
    baselineCandidates: counts.baselineCandidates,
  };
}

/** Observes `count` candidates from number `first` on; returns how many results were not exactly right. */
async function runOurs(
  target: SandboxBenchLanguage,
  contract: Contract,
  first: number,
  count: number,
  random: Random,
  options: Abortable,
): Promise<number> {
  const calls = target.calls.map(({ call }) => call);
  let mismatches = 0;
  let next = first;
  const work = async (): Promise<void> => {
    while (next < first + count) {
      const candidate = next++;
      const nonce = random.hex(16);
      const job = target.language.probe(target.program(candidate), contract, calls, { nonce, limits: defaultLimits });
      const observations = target.language.read(await target.session.run(job, options), calls, { nonce });
      const right = target.calls.every(({ sumOfSquares }, index) => {
        const outcome = observations[index]?.outcome;
        return outcome?.type === 'value' && outcome.value.type === 'int' && outcome.value.value === String(sumOfSquares + candidate);
      });
      if (!right) mismatches += 1;
    }
  };
  // Two in flight a worker keep it busy while the last result is read.
  await Promise.all(Array.from({ length: target.session.workers * 2 }, work));
  return mismatches;
}
