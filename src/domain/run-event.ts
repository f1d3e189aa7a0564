import type { ErrorCode } from './app-error.ts';
import type { RejectionReason } from './candidate.ts';
import type { Contract, LanguageId } from './contract.ts';
import type { DecisionRecord } from './decision-record.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { IntegrityClass, SandboxLevel, Termination } from './execution.ts';
import type { ModelCapabilities } from './model-capabilities.ts';
import type { ModelPrice } from './model-price.ts';
import type { ModelProfile } from './model-profile.ts';
import type { Observation } from './observation.ts';
import type { RecordedReply } from './recording.ts';
import type { RunRequest } from './run-request.ts';
import type { Said } from './said.ts';
import type { EvaluatedExpectation, Test } from './test.ts';

export type ModelPurpose = 'contract' | 'tests' | 'sample' | 'repair' | 'decide' | 'explain';

export type Warning = {
  /** What degraded, e.g. `seed`, `json-schema`, `sandbox`, `context`. */
  readonly feature: string;
  readonly detail: string;
  /** `detail` by codes; absent where it is in the words of somebody else, and in runs of earlier versions. */
  readonly detailSaid?: readonly Said[] | undefined;
};

/** A rule that kept a selection from being a success. */
export type Doubt =
  /** Too few programs behave alike; without an example they have to be different programs. */
  | { readonly type: 'agreement'; readonly alike: number; readonly needed: number; readonly different: boolean }
  /** All of them came of one way of asking the model. */
  | { readonly type: 'one-prompt' }
  | { readonly type: 'confidence'; readonly is: number; readonly needed: number };

export type ClusterSummary = {
  /** 1-based, in order of posterior. */
  readonly id: number;
  readonly posterior: number;
  readonly members: readonly string[];
  /** Candidates with duplicates counted. */
  readonly weight: number;
};

export type Question = {
  readonly id: string;
  readonly text: string;
  /** The call on which groups of candidates differ; absent for a free-text question. */
  readonly call?: string;
  readonly callIndex?: number;
  readonly options: readonly { readonly id: string; readonly value: string; readonly support: number }[];
};

/** A kept program that was verified here and has the entry that a request asks for. */
export type RunSkill = {
  readonly name: string;
  /** Of the skill, as in its verification. */
  readonly hash: string;
  readonly code: string;
  /** It passed the request's trusted examples before the run began: it is looked at alone, and no model is asked. */
  readonly answers: boolean;
  /** Chance that it is the program that is requested, by words and entry alone; absent in runs of earlier versions. */
  readonly same?: number;
  /** Of its own tests those that it passed when it was verified and that are no example of the request; absent as `same` is. */
  readonly ownTests?: number;
};

export type RunOutcome = 'success' | 'unsure' | 'failed' | 'cancelled';

export type RunError = { readonly code: ErrorCode; readonly message: string; readonly hint: string; readonly retryable: boolean };

/** The model of a run. `capabilities` is absent in runs of earlier versions, `price` where no tokens are paid for. */
export type RunModel = {
  readonly backend: string;
  readonly id: string;
  readonly demo: boolean;
  /** Where its server is, without user, password and query; absent for models without a server, and in runs of earlier versions. */
  readonly address?: string;
  readonly capabilities?: ModelCapabilities;
  readonly price?: ModelPrice;
};

/** What happened in a run. Facts are appended to the store before anyone is shown them. */
export type RunFact =
  /** Stored by a service that has promised the run; `run-start` follows when its turn comes. */
  | { readonly type: 'run-queue'; readonly request: RunRequest }
  | {
      readonly type: 'run-start';
      readonly request: RunRequest;
      readonly language: LanguageId;
      readonly model: RunModel;
      readonly sandbox: { readonly level: SandboxLevel; readonly missing: readonly string[] };
      /** What the run assumes of its model; absent in runs of earlier versions. */
      readonly profile?: ModelProfile;
      /** From which every other seed follows; absent in runs of earlier versions. */
      readonly seed?: number;
      /** Kept programs that join as candidates; absent where none fits. */
      readonly skills?: readonly RunSkill[];
    }
  /** A new owner took the run over; time between owners is not spent. */
  | { readonly type: 'run-resume' }
  | {
      readonly type: 'plan-end';
      readonly action: 'generate' | 'revise' | 'clarify';
      readonly by: 'rules' | 'model';
      readonly reason: string;
      readonly reasonSaid?: readonly Said[];
      /** With its probabilities, where a model was asked. */
      readonly decision?: DecisionRecord;
    }
  | {
      readonly type: 'contract-end';
      readonly contract: Contract;
      readonly signature: string;
      readonly source: 'profile' | 'signature' | 'request' | 'examples' | 'model';
    }
  | { readonly type: 'tests-add'; readonly tests: readonly Test[] }
  | { readonly type: 'tests-retract'; readonly tests: readonly string[]; readonly reason: string; readonly reasonSaid?: readonly Said[] }
  | {
      readonly type: 'tests-evaluate';
      readonly expectations: readonly { readonly test: string; readonly expected: EvaluatedExpectation }[];
    }
  /**
   * Tests are fixed; only now may a candidate exist. `lock` is a SHA-256 over the trusted tests; `stubPasses` are the
   * tests that even a program without a body passes, so that they tell nothing.
   */
  | { readonly type: 'tests-end'; readonly lock: string; readonly stubPasses: readonly string[] }
  | {
      readonly type: 'round-start';
      readonly round: number;
      readonly kind: 'sample' | 'repair';
      readonly samples: number;
      readonly seed: number;
      readonly parent?: string;
    }
  | {
      readonly type: 'candidate-add';
      readonly id: string;
      readonly round: number;
      readonly sample: number;
      readonly seed: number;
      readonly recipe: string;
      readonly parent?: string;
      readonly code: string | null;
      readonly duplicateOf?: string;
      readonly logprob?: number;
      readonly rejected: { readonly reason: RejectionReason; readonly detail: string } | null;
    }
  | { readonly type: 'candidate-check'; readonly candidate: string; readonly diagnostics: readonly Diagnostic[] }
  | {
      readonly type: 'candidate-observe';
      readonly candidate: string;
      readonly repeat: boolean;
      /** The CPU limit of this look; a candidate that hit a short one may get a longer one. */
      readonly cpuSeconds: number;
      readonly observations: readonly Observation[];
      readonly termination: Termination;
      readonly stderr?: string;
      readonly integrity: IntegrityClass;
      readonly level: SandboxLevel;
      readonly sandboxMs: number;
    }
  /** What the program to revise did, by call index, before it was revised. */
  | { readonly type: 'original-observe'; readonly observations: readonly Observation[]; readonly sandboxMs: number }
  | { readonly type: 'round-end'; readonly round: number; readonly stopped: 'all-samples' | 'decided' | 'budget' }
  | {
      readonly type: 'selection-end';
      readonly round: number;
      readonly clusters: readonly ClusterSummary[];
      readonly selected: string | null;
      readonly confidence: number;
      readonly verdict: 'success' | 'unsure' | 'none';
      readonly reason: string;
      /** Why a program that passes everything is not a success; absent where it is, and where it changes nothing. */
      readonly doubts?: readonly Doubt[];
    }
  | {
      readonly type: 'model-call';
      readonly purpose: ModelPurpose;
      readonly samples: number;
      readonly promptTokens: number;
      readonly completionTokens: number;
      readonly ms: number;
      readonly promptHash: string;
    }
  /**
   * What the model said, stored before anything that follows from it: with these a run can be run again without a model.
   * `request` identifies the question, all but its seeds.
   */
  | { readonly type: 'model-reply'; readonly purpose: ModelPurpose; readonly request: string; readonly reply: RecordedReply }
  | { readonly type: 'question-ask'; readonly question: Question }
  | { readonly type: 'question-answer'; readonly question: string; readonly optionId?: string; readonly value?: string }
  | { readonly type: 'warning'; readonly warning: Warning }
  | {
      readonly type: 'run-end';
      readonly outcome: RunOutcome;
      readonly explanation: string;
      readonly error: RunError | null;
      readonly overlapMs: number;
    };

/** A fact with its place in the stream. `seq` starts at 1 and has no gaps; `at` is milliseconds since the epoch. */
export type RunEvent = RunFact & { readonly v: 1; readonly seq: number; readonly at: number };

/** Shown while it happens and never stored. */
export type LiveDelta =
  | { readonly type: 'text-delta'; readonly purpose: ModelPurpose; readonly sample: number; readonly text: string }
  | { readonly type: 'progress'; readonly what: string; readonly done: number; readonly total: number | null };

/** From anyone to the owner of a run; only the owner turns it into a fact. */
export type RunCommand =
  | { readonly type: 'cancel' }
  /** `question` is the id of the question it was meant for, so that a late answer never meets the next one. */
  | { readonly type: 'answer'; readonly question?: string; readonly optionId?: string; readonly value?: string };
