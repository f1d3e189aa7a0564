import { b4Score } from '../../engine/select/b4-score.ts';
import type { Evidence } from '../../engine/select/evidence.ts';
import { posterior } from '../../engine/select/posterior.ts';
import type { RecordedTask } from './recorded-behaviour.ts';

/** Candidates of one task that a selector does not tell apart. */
export type ReplayCluster = {
  readonly weight: number;
  readonly correctWeight: number;
  readonly programs: number;
  readonly passes: readonly (boolean | null)[];
};

/** Clusters in order of preference with a confidence each, 0 … 1. */
export type Ranked = readonly { readonly cluster: ReplayCluster; readonly confidence: number }[];
export type Selector = (task: RecordedTask) => Ranked;

const failed = (outcome: string): boolean => outcome.startsWith('!');

function passesOf(task: RecordedTask, candidate: number): readonly (boolean | null)[] {
  return task.tests.map((test, index) => {
    const expected = task.expectedOutcome[index] ?? -1;
    return expected < 0 ? null : task.observed[candidate]?.[test.callIndex] === expected;
  });
}

function clustersBy(task: RecordedTask, keyOf: (candidate: number) => string | null): readonly ReplayCluster[] {
  const groups = new Map<string, number[]>();
  for (const candidate of task.candidates.keys()) {
    const key = keyOf(candidate);
    if (key !== null) groups.set(key, [...(groups.get(key) ?? []), candidate]);
  }
  return [...groups.values()].map((members) => {
    const weightOf = (indices: readonly number[]): number => indices.reduce((sum, index) => sum + (task.candidates[index]?.count ?? 0), 0);
    return {
      weight: weightOf(members),
      correctWeight: weightOf(members.filter((index) => task.candidates[index]?.correct === true)),
      programs: members.length,
      passes: passesOf(task, members[0] ?? 0),
    };
  });
}

const byBehaviour = (task: RecordedTask): readonly ReplayCluster[] =>
  clustersBy(task, (candidate) => {
    const row = task.observed[candidate] ?? [];
    return row.every((outcome) => failed(task.outcomes[outcome] ?? '!')) ? null : row.join(',');
  });

/** As in a run: where no program returned a value nothing tells them apart, so any is handed back, without confidence. */
const anyOf = (task: RecordedTask): Ranked => clustersBy(task, () => 'all').map((cluster) => ({ cluster, confidence: 0 }));
const byPassedTests = (task: RecordedTask): readonly ReplayCluster[] =>
  clustersBy(task, (candidate) =>
    passesOf(task, candidate)
      .map((pass) => (pass === true ? '1' : '0'))
      .join(''),
  );

const evidenceOf = (task: RecordedTask, clusters: readonly ReplayCluster[]): Evidence => ({
  samples: task.candidates.reduce((sum, { count }) => sum + count, 0),
  tests: task.tests.map((test) => ({ trusted: false, votes: test.count, trivial: false })),
  clusters,
});

function ranked(clusters: readonly ReplayCluster[], scores: readonly number[], confidences: readonly number[]): Ranked {
  return clusters
    .map((cluster, index) => ({ cluster, score: scores[index] ?? 0, confidence: confidences[index] ?? 0 }))
    .sort((a, b) => b.score - a.score || b.cluster.weight - a.cluster.weight);
}

function normalised(scores: readonly number[]): readonly number[] {
  const total = scores.reduce((sum, score) => sum + score, 0);
  return scores.map((score) => (total === 0 ? 0 : score / total));
}

function softmax(scores: readonly number[]): readonly number[] {
  const highest = Math.max(...scores);
  return normalised(scores.map((score) => Math.exp(score - highest)));
}

const votesPassed = (task: RecordedTask, cluster: ReplayCluster): number =>
  task.tests.reduce((sum, test, index) => sum + (cluster.passes[index] === true ? test.count : 0), 0);
const votesCast = (task: RecordedTask): number =>
  task.tests.reduce((sum, test, index) => sum + ((task.expectedOutcome[index] ?? -1) < 0 ? 0 : test.count), 0);

/** Rules to compare, ours first. `testValidity` is what the model's tests were measured at. */
export function selectors(testValidity: number): Readonly<Record<string, Selector>> {
  return {
    ours: (task) => {
      const clusters = byBehaviour(task);
      if (clusters.length === 0) return anyOf(task);
      const probabilities = posterior(evidenceOf(task, clusters), testValidity);
      return ranked(clusters, probabilities, probabilities);
    },
    /** CodeT: clusters by the set of passed tests, √solutions × tests. */
    codet: (task) => {
      const clusters = byPassedTests(task);
      const scores = clusters.map((cluster) => Math.sqrt(cluster.weight) * votesPassed(task, cluster));
      return ranked(clusters, scores, normalised(scores));
    },
    b4: (task) => {
      const clusters = byPassedTests(task);
      const scores = clusters.map((cluster) => b4Score(evidenceOf(task, clusters), cluster));
      return ranked(clusters, scores, softmax(scores));
    },
    'largest-cluster': (task) => {
      const clusters = byBehaviour(task);
      if (clusters.length === 0) return anyOf(task);
      const scores = clusters.map((cluster) => cluster.weight);
      return ranked(clusters, scores, normalised(scores));
    },
    'most-passed': (task) => {
      const clusters = byPassedTests(task);
      const scores = clusters.map((cluster) => votesPassed(task, cluster));
      const cast = votesCast(task);
      // Of those that pass as many tests, one is drawn: they are one pick.
      const merged = new Map<number, ReplayCluster>();
      for (const [index, cluster] of clusters.entries()) {
        const score = scores[index] ?? 0;
        const known = merged.get(score);
        merged.set(
          score,
          known === undefined
            ? cluster
            : { ...cluster, weight: known.weight + cluster.weight, correctWeight: known.correctWeight + cluster.correctWeight },
        );
      }
      const entries = [...merged];
      return ranked(
        entries.map(([, cluster]) => cluster),
        entries.map(([score]) => score),
        entries.map(([score]) => (cast === 0 ? 0 : score / cast)),
      );
    },
    random: (task) => {
      const everyone = clustersBy(task, () => 'all');
      return everyone.map((cluster) => ({ cluster, confidence: cluster.weight === 0 ? 0 : cluster.correctWeight / cluster.weight }));
    },
    oracle: (task) => {
      const clusters = clustersBy(task, (candidate) => String(task.candidates[candidate]?.correct === true));
      return ranked(
        clusters,
        clusters.map((cluster) => cluster.correctWeight),
        clusters.map((cluster) => (cluster.correctWeight > 0 ? 1 : 0)),
      );
    },
  };
}
