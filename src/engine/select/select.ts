import type { Candidate } from '../../domain/candidate.ts';
import type { Doubt, RunFact } from '../../domain/run-event.ts';
import type { RunState } from '../../domain/run-state.ts';
import { successThreshold } from '../../domain/success-threshold.ts';
import { judge, trustedTests } from '../../domain/verdict.ts';
import { isByExamples } from '../sample/arms.ts';
import { type BehaviourCluster, behaviourClusters, observedCandidates } from './behaviour-clusters.ts';
import type { Evidence } from './evidence.ts';
import { posterior } from './posterior.ts';
import { changesNothing } from './unchanged.ts';

/**
 * Most that a choice is said to be worth whose verdict is `unsure`. The posterior knows nothing of the rules that make it so: it counts
 * two programs that agree as if they were any two, but of those that met two examples with so few supporters 26 of 31 were right.
 */
const mostWhenUnsure = 0.94;
/** Fewer samples that agree are a gamble; without trusted tests they must be different programs, not repeated texts. */
const leastAgreement = 3;

export type SelectionFact = Extract<RunFact, { type: 'selection-end' }>;
type RankedCluster = BehaviourCluster & { readonly posterior: number };

function evidenceOf(state: RunState, clusters: readonly BehaviourCluster[]): Evidence {
  const trusted = new Set(trustedTests(state));
  const tests = state.tests.filter((test) => trusted.has(test) || (test.origin === 'generated' && test.votes > 0));
  return {
    samples: state.candidates.length,
    tests: tests.map((test) => ({ trusted: trusted.has(test), votes: test.votes, trivial: state.stubPasses.has(test.id) })),
    clusters: clusters.map(({ members, weight, programs }) => ({
      weight,
      programs,
      passes: tests.map((test) => {
        const verdict = members[0] === undefined ? 'missing' : judge(state, members[0], test);
        return verdict === 'invalid' || verdict === 'unknown' ? null : verdict === 'passed';
      }),
    })),
  };
}

/** Behaviour clusters, most probable first. */
function ranking(state: RunState, testValidity: number): readonly RankedCluster[] {
  const clusters = behaviourClusters(state);
  const probabilities = posterior(evidenceOf(state, clusters), testValidity);
  return clusters
    .map((cluster, index) => ({ ...cluster, posterior: probabilities[index] ?? 0 }))
    .sort((a, b) => b.posterior - a.posterior || b.trustedPassed - a.trustedPassed || b.weight - a.weight);
}

const typeFaults = ({ diagnostics }: Candidate): number => (diagnostics.some(({ rule }) => rule === 'type') ? 1 : 0);

/** Of programs that do the same: one whose types agree; then the text that most samples wrote; then the shorter one. */
function representative(cluster: RankedCluster): Candidate | null {
  const votes = new Map<string, number>();
  for (const member of cluster.members) {
    const id = member.duplicateOf ?? member.id;
    votes.set(id, (votes.get(id) ?? 0) + 1);
  }
  const originals = cluster.members.filter((member) => member.duplicateOf === undefined);
  const ranked = [...originals].sort(
    (a, b) =>
      typeFaults(a) - typeFaults(b) || (votes.get(b.id) ?? 0) - (votes.get(a.id) ?? 0) || (a.code?.length ?? 0) - (b.code?.length ?? 0),
  );
  return ranked[0] ?? null;
}

/** The candidate that is least wrong when none is right: most trusted tests passed, then most calls answered. */
export function bestEffort(state: RunState): Candidate | null {
  const trusted = trustedTests(state);
  const score = (candidate: Candidate): number => trusted.filter((test) => judge(state, candidate, test) === 'passed').length;
  const answered = (candidate: Candidate): number =>
    candidate.observations.filter((observation) => observation.outcome.type === 'value').length;
  const runnable = observedCandidates(state).filter((candidate) => candidate.duplicateOf === undefined);
  const broken = state.candidates.filter((candidate) => candidate.code !== null && candidate.duplicateOf === undefined);
  const pool = runnable.length > 0 ? runnable : broken;
  return [...pool].sort((a, b) => score(b) - score(a) || answered(b) - answered(a))[0] ?? null;
}

/** Samples copy the examples that they were shown, so where several prompts were tried a behaviour needs support from two of them. */
function isConfirmed({ candidates }: RunState, { members }: RankedCluster): boolean {
  const tried = new Set(candidates.filter(isByExamples).map(({ recipe }) => recipe));
  return tried.size < 2 || new Set(members.map(({ recipe }) => recipe)).size >= 2;
}

/** The rules that keep the likeliest behaviour from being a success. */
function doubtsOf(state: RunState, top: RankedCluster, hasTrusted: boolean): readonly Doubt[] {
  const alike = hasTrusted ? top.weight : top.programs;
  return [
    ...(alike >= leastAgreement ? [] : [{ type: 'agreement', alike, needed: leastAgreement, different: !hasTrusted } as const]),
    // One program alone has one prompt in any case.
    ...(top.weight < 2 || isConfirmed(state, top) ? [] : [{ type: 'one-prompt' } as const]),
    ...(top.posterior >= successThreshold ? [] : [{ type: 'confidence', is: top.posterior, needed: successThreshold } as const]),
  ];
}

/**
 * Chooses by evidence. `success`: every trusted test passed and the posterior is above the threshold, and without trusted
 * tests several different programs agree. `unsure`: something passes, but not surely; also a revision that changes nothing,
 * whatever it passes. `none`: nothing passes. A `success` has a confidence of at least the threshold, an `unsure` always less.
 */
export function select(state: RunState, testValidity: number): SelectionFact {
  const round = state.rounds.at(-1)?.round ?? 0;
  const trusted = trustedTests(state);
  const ranked = ranking(state, testValidity);
  const clusters = ranked.map((cluster, index) => ({
    id: index + 1,
    posterior: cluster.posterior,
    members: cluster.members.map((member) => member.id),
    weight: cluster.weight,
  }));
  const top = ranked[0];
  const chosen = top?.passesTrusted ? representative(top) : null;
  if (top === undefined || chosen === null) {
    const best = bestEffort(state);
    const reason = trusted.length > 0 ? 'no candidate passes every trusted test' : 'no candidate returned a value';
    return { type: 'selection-end', round, clusters, selected: best?.id ?? null, confidence: 0, verdict: 'none', reason };
  }
  const doubts = doubtsOf(state, top, trusted.length > 0);
  // A whole test file of the person's says what is right; agreement adds nothing to it.
  const settled = state.request?.suite !== undefined || doubts.length === 0;
  const unchanged = changesNothing(state, chosen);
  const verdict = settled && !unchanged ? 'success' : 'unsure';
  // What it passes says that it is as right as before. Whether that was all that was asked for, no call can show: even odds.
  const belief = unchanged ? top.posterior / 2 : top.posterior;
  // No doubt reads as more than a success. A whole test file that is passed rests on no posterior: it has the least that others need.
  const confidence = verdict === 'success' ? Math.max(belief, successThreshold) : Math.min(belief, mostWhenUnsure);
  const tests = trusted.length === 0 ? 'no trusted test' : `it passes ${trusted.length} of ${trusted.length} trusted tests`;
  const reason = `${tests}; ${top.weight} of ${ranked.reduce((sum, cluster) => sum + cluster.weight, 0)} samples behave alike${unchanged ? ', as the program before it' : ''}`;
  const fact = { type: 'selection-end', round, clusters, selected: chosen.id, confidence, verdict, reason } as const;
  return settled || unchanged ? fact : { ...fact, doubts };
}
