import type { Warning } from '../domain/run-event.ts';
import type { Said } from '../domain/said.ts';
import type { Abortable } from './abortable.ts';
import type { Model } from './model.ts';

export type ModelListing = {
  readonly name: string;
  readonly bytes: number | null;
  /** Ready to be opened without a download. */
  readonly present: boolean;
  readonly detail: string;
  readonly detailSaid?: readonly Said[];
  readonly licence?: string;
  /** Whether this machine's memory holds it; absent where another machine's does. */
  readonly fitsMemory?: boolean;
  /** What is here of a download that was interrupted. */
  readonly partialBytes?: number;
};

/** What a backend would take when nobody names a model. */
export type ModelSuggestion = {
  readonly name: string;
  readonly present: boolean;
  readonly why: string;
  readonly whySaid: readonly Said[];
  /** What a person may expect of it. */
  readonly expectation: string;
  readonly expectationSaid: readonly Said[];
  /** Something better was wanted and cannot be had now: what, and why not. */
  readonly warning?: Warning;
};

export type PullProgress = {
  readonly status: string;
  readonly completedBytes: number | null;
  readonly totalBytes: number | null;
  /** Something that a person must be told about what is fetched. */
  readonly warning?: Warning;
};

/** One backend: what it offers and how a model of it is opened. */
export interface ModelProvider {
  readonly backend: string;
  list(options?: Abortable): Promise<readonly ModelListing[]>;
  /** The model to take when nobody names one, by what is here, what fits and what can be reached. */
  suggest?(options?: Abortable): Promise<ModelSuggestion>;
  /** Fetches a model; resumable and verified. Throws `AppError` where the backend has nothing to pull. */
  pull(name: string, options?: Abortable): AsyncIterable<PullProgress>;
  remove(name: string, options?: Abortable): Promise<void>;
  /** Throws `model-missing` with the exact command that gets it, or `model-unreachable`. */
  open(name: string, options?: Abortable): Promise<Model>;
}
