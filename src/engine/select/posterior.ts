import type { Candidate } from '../../domain/candidate.ts';
import type { RunState } from '../../domain/run-state.ts';
import type { Test } from '../../domain/test.ts';
import { judge, trustedTests } from '../../domain/verdict.ts';
import { b4Score, type ClusterCounts } from './b4.ts';
import type { BehaviourCluster } from './behaviour-clusters.ts';

export type RankedCluster = BehaviourCluster & {
  /** Probability that this behaviour is the right one, beside all others and "none is right". */
  readonly posterior: number;
};

/**
 * Odds that a behaviour seen once is right before anything is known of it. Fitted with the two numbers below to recorded
 * runs of a small model: behaviours that met two examples were right in 26 of 31 runs with one or two supporters and in
 * 54 of 55 with three or more.
 */
const priorOdds = 0.22;
/** How much likelier one more supporter is when the behaviour is right: wrong programs seldom agree. */
const supporterRatio = 1.9;
/** A repeated text is no independent voice; it counts this much of a supporter. */
const repeatedTextWeight = 0.4;
/** Beyond this many supporters nothing is learned: what is left is a misread request. */
const mostSupporters = 8;
/** A test passed by many wrong behaviours says little, and none says more than this. */
const leastPassRate = 0.2;
/** B4's differences count this much once tests have votes; raw they are far too sure. */
const b4Temper = 0.25;

/** Chance that a wrong behaviour passes a trusted test, from the behaviours seen and from the program without a body. */
function wrongPassRate(state: RunState, clusters: readonly BehaviourCluster[], test: Test): number {
  if (state.stubPasses.has(test.id)) return 1;
  const passing = clusters.filter((cluster) => {
    const first = cluster.members[0];
    return first !== undefined && judge(state, first, test) === 'passed';
  });
  const winners = clusters.filter((cluster) => cluster.passesTrusted);
  // The right behaviour is among those that pass everything, so one of them is not counted as wrong.
  const wrongPassing = Math.max(0, passing.length - Math.min(1, winners.length));
  const wrong = Math.max(0, clusters.length - Math.min(1, winners.length));
  return Math.max(leastPassRate, (wrongPassing + 0.5) / (wrong + 2.5));
}

function votedTests(state: RunState): readonly Test[] {
  return state.tests.filter((test) => test.origin === 'generated' && test.votes > 0);
}

function countsOf(
  state: RunState,
  cluster: BehaviourCluster,
  everyone: readonly Candidate[],
  tests: readonly Test[],
): ClusterCounts | null {
  const first = cluster.members[0];
  if (first === undefined) return null;
  const usable = tests.filter((test) => ['passed', 'failed'].includes(judge(state, first, test)));
  const passed = usable.filter((test) => judge(state, first, test) === 'passed');
  const rejected = usable.filter((test) => !passed.includes(test));
  const inside = new Set(cluster.members.map((member) => member.id));
  const tally = (candidates: readonly Candidate[], over: readonly Test[]) => {
    let passes = 0;
    let fails = 0;
    for (const candidate of candidates) {
      for (const test of over) {
        if (judge(state, candidate, test) === 'passed') passes += test.votes;
        else fails += test.votes;
      }
    }
    return { passes, fails };
  };
  const votes = (over: readonly Test[]): number => over.reduce((sum, test) => sum + test.votes, 0);
  return {
    solutions: cluster.weight,
    allSolutions: everyone.length,
    tests: votes(passed),
    allTests: votes(usable),
    othersOnPassed: tally(
      everyone.filter((candidate) => !inside.has(candidate.id)),
      passed,
    ),
    allOnRejected: tally(everyone, rejected),
  };
}

/**
 * Posterior over behaviour clusters with a "none is right" option. Trusted tests are a strong likelihood: a cluster that
 * fails one gets nothing, and passing one counts by how seldom wrong behaviours pass it. Supporters multiply the odds.
 * Generated tests enter through B4, tempered, as far as this model's tests were measured to be right.
 */
export function posterior(state: RunState, clusters: readonly BehaviourCluster[], testValidity: number): readonly RankedCluster[] {
  const trusted = trustedTests(state);
  const trustedLogRatio = trusted.reduce((sum, test) => sum - Math.log(wrongPassRate(state, clusters, test)), 0);
  const voted = votedTests(state);
  const everyone = clusters.flatMap((cluster) => cluster.members);
  const scored = clusters.map((cluster) => {
    const counts = voted.length > 0 ? countsOf(state, cluster, everyone, voted) : null;
    return { cluster, b4: counts === null ? 0 : b4Score(counts) };
  });
  const bestB4 = Math.max(...scored.filter(({ cluster }) => cluster.passesTrusted).map(({ b4 }) => b4), Number.NEGATIVE_INFINITY);
  const logOdds = scored.map(({ cluster, b4 }) => {
    if (!cluster.passesTrusted) return Number.NEGATIVE_INFINITY;
    const supporters = Math.min(mostSupporters, cluster.programs + repeatedTextWeight * (cluster.weight - cluster.programs));
    const tests = voted.length > 0 ? b4Temper * Math.min(1, testValidity / 0.5) * (b4 - bestB4) : 0;
    return Math.log(priorOdds) + trustedLogRatio + (supporters - 1) * Math.log(supporterRatio) + tests;
  });
  const highest = Math.max(0, ...logOdds);
  const weights = logOdds.map((value) => Math.exp(value - highest));
  const total = weights.reduce((sum, weight) => sum + weight, 0) + Math.exp(-highest);
  return clusters
    .map((cluster, index) => ({ ...cluster, posterior: (weights[index] ?? 0) / total }))
    .sort((a, b) => b.posterior - a.posterior || b.trustedPassed - a.trustedPassed || b.weight - a.weight);
}
