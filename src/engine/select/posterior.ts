import { b4Score } from './b4-score.ts';
import { type Evidence, type EvidenceCluster, passesTrusted } from './evidence.ts';

/**
 * Odds that a behaviour seen once is right before anything is known of it. Together with the exponent below they agree with
 * recorded runs of a small model: behaviours that met two examples were right in 26 of 31 runs with one or two supporters
 * and in 54 of 55 with three or more.
 */
const priorOdds = 0.22;
/**
 * Supporters multiply the odds by their number to this power: wrong programs seldom agree. On the recorded HumanEval tasks
 * 1.5 · log n + 0.1 · B4 chose best or next to best at every budget from 8 samples with 4 tests to 100 with 100.
 */
const supporterExponent = 1.5;
/** Most that a majority among all samples adds to the odds: samples that never disagree come from a model that knows. */
const mostMajorityOdds = 10;
/** A repeated text is no independent voice; it counts this much of a supporter. */
const repeatedTextWeight = 0.4;
/** Even a test that no wrong behaviour was seen to pass says no more than this. */
const leastPassRate = 0.2;
/** Weight of B4's differences, which raw are far too sure, for tests of which all are right; it was 0.1 best at 36 % right. */
const b4Weight = 0.28;

/**
 * What `posterior` comes to for one behaviour without rivals or supporters: the probability that it is right when it passes so many
 * trusted tests that say something. `odds`: that it is right, before any of them.
 */
export function posteriorAlone(passed: number, odds = priorOdds): number {
  const after = odds / leastPassRate ** passed;
  return Number.isFinite(after) ? after / (1 + after) : 1;
}

/** Chance that a wrong behaviour passes a trusted test, estimated from the behaviours seen. */
function wrongPassRate(evidence: Evidence, index: number): number {
  if (evidence.tests[index]?.trivial === true) return 1;
  const passing = evidence.clusters.filter((cluster) => cluster.passes[index] === true).length;
  // The right behaviour is among those that pass everything, so one of them is not counted as wrong.
  const right = evidence.clusters.some((cluster) => passesTrusted(evidence, cluster)) ? 1 : 0;
  return Math.max(leastPassRate, (Math.max(0, passing - right) + 0.5) / (evidence.clusters.length - right + 2.5));
}

function supporters(cluster: EvidenceCluster): number {
  return cluster.programs + repeatedTextWeight * (cluster.weight - cluster.programs);
}

/** Odds that a sample of this run is right, as far as a clear majority among all samples shows it; 1 without one. */
function majorityOdds(evidence: Evidence, cluster: EvidenceCluster): number {
  const others = evidence.samples - cluster.weight;
  return Math.min(mostMajorityOdds, Math.max(1, (cluster.weight + 1) / (others + 1)));
}

/**
 * Posterior over behaviour clusters with a "none is right" option; one probability a cluster, in their order, summing to
 * less than one. Trusted tests are a strong likelihood: a cluster that fails one gets nothing, and passing one counts by
 * how seldom wrong behaviours pass it. Supporters multiply the odds. Generated tests enter through B4, tempered, as
 * far as this model's tests were measured to be right (`testValidity`, 0 … 1).
 */
export function posterior(evidence: Evidence, testValidity: number): readonly number[] {
  const trustedLogRatio = evidence.tests.reduce(
    (sum, test, index) => (test.trusted ? sum - Math.log(wrongPassRate(evidence, index)) : sum),
    0,
  );
  const voted = evidence.tests.some((test) => !test.trusted && test.votes > 0);
  const eligible = evidence.clusters.map((cluster) => passesTrusted(evidence, cluster));
  const b4 = evidence.clusters.map((cluster) => (voted ? b4Score(evidence, cluster) : 0));
  const bestB4 = Math.max(...b4.filter((_score, index) => eligible[index] === true), Number.NEGATIVE_INFINITY);
  const logOdds = evidence.clusters.map((cluster, index) => {
    if (eligible[index] !== true) return Number.NEGATIVE_INFINITY;
    const tests = voted ? b4Weight * testValidity * ((b4[index] ?? 0) - bestB4) : 0;
    return (
      Math.log(priorOdds * majorityOdds(evidence, cluster)) + trustedLogRatio + supporterExponent * Math.log(supporters(cluster)) + tests
    );
  });
  const highest = Math.max(0, ...logOdds);
  const weights = logOdds.map((value) => Math.exp(value - highest));
  const total = weights.reduce((sum, weight) => sum + weight, 0) + Math.exp(-highest);
  return weights.map((weight) => weight / total);
}
