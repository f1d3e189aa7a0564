/** What selection decides from: who behaves alike, and which tests each behaviour passes. */
export type Evidence = {
  /** All samples of the run, also those that could not be run. */
  readonly samples: number;
  readonly tests: readonly EvidenceTest[];
  readonly clusters: readonly EvidenceCluster[];
};

export type EvidenceTest = {
  readonly trusted: boolean;
  /** Samples that proposed it; only generated tests vote. */
  readonly votes: number;
  /** A program without a body passes it, so passing says nothing. */
  readonly trivial: boolean;
};

export type EvidenceCluster = {
  /** Samples, duplicates counted. */
  readonly weight: number;
  /** Different programs. */
  readonly programs: number;
  /** One entry a test; null when the test cannot be judged on this cluster. */
  readonly passes: readonly (boolean | null)[];
};

/** Passes every trusted test; nothing else may win. */
export const passesTrusted = (evidence: Evidence, cluster: EvidenceCluster): boolean =>
  evidence.tests.every((test, index) => !test.trusted || cluster.passes[index] === true);
