import type { LanguageId } from '../../domain/contract.ts';
import type { RunError } from '../../domain/run-event.ts';
import type { Said } from '../../domain/said.ts';
import type { Finding } from '../../engine/measure/findings.ts';
import type { ModelListing, PullProgress } from '../../ports/model-provider.ts';
import type { StoredReport } from '../bench/stored-report.ts';
import type { ChoiceReport } from '../choice-report.ts';
import type { JobTold } from './jobs.ts';

type Fault = Pick<RunError, 'code' | 'message' | 'hint'>;

export type ModelsReport = {
  readonly backends: readonly { readonly backend: string; readonly models: readonly ModelListing[]; readonly error: Fault | null }[];
  /** What a run would take now, and why; null where nothing can be had. */
  readonly taken: ChoiceReport | null;
};

export type DoctorReport = {
  readonly ready: boolean;
  readonly checks: readonly {
    readonly name: string;
    readonly ok: boolean;
    readonly needed: boolean;
    readonly detail: string;
    readonly detailSaid: readonly Said[];
    readonly fix: string | null;
    readonly fixSaid?: readonly Said[];
  }[];
  readonly next: string;
  readonly measurements: readonly {
    readonly model: string;
    readonly language: string;
    readonly at: number;
    readonly seconds: number;
    readonly questions: number;
    readonly findings: readonly Finding[];
  }[];
};

/** The machine that the service runs on: its models, what works on it, and what was measured. */
export type Machine = {
  readonly models: (signal: AbortSignal) => Promise<ModelsReport>;
  /** Names the model to fetch. Throws `bad-input` for one that nobody offers, and for anything but a name. */
  readonly pullable: (backend: string, name: string | undefined, signal: AbortSignal) => Promise<string>;
  readonly pull: (backend: string, name: string, signal: AbortSignal) => Promise<AsyncIterable<PullProgress>>;
  /** Throws `not-found`, and `conflict` for the one that runs take now unless `inUse` allows it. */
  readonly remove: (backend: string, name: string, inUse: boolean, signal: AbortSignal) => Promise<void>;
  readonly diagnose: (signal: AbortSignal) => Promise<DoctorReport>;
  /** Measures the model that runs take now, and keeps what was found out. */
  readonly measure: (
    options: { readonly language?: LanguageId | undefined; readonly budgetSeconds: number },
    tell: (told: JobTold) => void,
    signal: AbortSignal,
  ) => Promise<void>;
  readonly reports: {
    /** Newest first. */
    readonly list: () => Promise<readonly StoredReport[]>;
    readonly find: (id: string) => Promise<StoredReport | null>;
    readonly remove: (id: string) => Promise<boolean>;
  };
};
