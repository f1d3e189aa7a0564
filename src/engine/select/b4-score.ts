import type { Evidence, EvidenceCluster } from './evidence.ts';
import { logBeta } from './log-beta.ts';

/** Prior weight of failing for tests that a cluster rejects: a wrong test is passed by next to nothing. */
const rejectedFailures = 1e4;

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
