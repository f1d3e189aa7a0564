import type { Evidence, EvidenceCluster } from './evidence.ts';

/** Prior weight of failing for tests that a cluster rejects: a wrong test is passed by next to nothing. */
const rejectedFailures = 1e4;

/** Lanczos approximation of log Γ(x) for x > 0 (g = 7, nine terms). */
function logGamma(x: number): number {
  const coefficients = [
    0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905,
    -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
  ];
  const z = x - 1;
  let sum = coefficients[0] ?? 0;
  for (let i = 1; i < coefficients.length; i++) sum += (coefficients[i] ?? 0) / (z + i);
  const t = z + 7.5;
  return 0.5 * Math.log(2 * Math.PI) + (z + 0.5) * Math.log(t) - t + Math.log(sum);
}

/** log B(a, b) for a, b > 0. */
export const logBeta = (a: number, b: number): number => logGamma(a) + logGamma(b) - logGamma(a + b);

/**
 * The B4 score of one cluster on the tests with votes: its log marginal likelihood when solutions and tests are right or
 * wrong at unknown rates. Solutions and tests are weighted by duplicates. Larger is better; only differences between
 * clusters of one run mean anything, and they are far too sure of themselves to be shown as confidence.
 *
 * After "B4: Towards Optimal Assessment of Plausible Code Solutions with Plausible Tests" (2024).
 */
export function b4Score(evidence: Evidence, cluster: EvidenceCluster): number {
  const allSolutions = evidence.clusters.reduce((sum, { weight }) => sum + weight, 0);
  let passed = 0;
  let all = 0;
  const othersOnPassed = { passes: 0, fails: 0 };
  const allOnRejected = { passes: 0, fails: 0 };
  for (const [index, { votes, trusted }] of evidence.tests.entries()) {
    const verdict = cluster.passes[index];
    if (trusted || votes === 0 || verdict === null || verdict === undefined) continue;
    all += votes;
    if (verdict) passed += votes;
    const tally = verdict ? othersOnPassed : allOnRejected;
    for (const other of evidence.clusters) {
      if (verdict && other === cluster) continue;
      if (other.passes[index] === true) tally.passes += votes * other.weight;
      else tally.fails += votes * other.weight;
    }
  }
  return (
    logBeta(cluster.weight + 1, allSolutions - cluster.weight + 1) +
    logBeta(passed + 1, all - passed + 1) +
    logBeta(othersOnPassed.passes + 1, othersOnPassed.fails + 1) +
    logBeta(allOnRejected.passes + 1, allOnRejected.fails + rejectedFailures)
  );
}
