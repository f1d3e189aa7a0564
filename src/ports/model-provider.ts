import type { Abortable } from './abortable.ts';
import type { Model } from './model.ts';

export type ModelListing = {
  readonly name: string;
  readonly bytes: number | null;
  /** Ready to be opened without a download. */
  readonly present: boolean;
  readonly detail: string;
};

export type PullProgress = { readonly status: string; readonly completedBytes: number | null; readonly totalBytes: number | null };

/** One backend: what it offers and how a model of it is opened. */
export interface ModelProvider {
  readonly backend: string;
  list(options?: Abortable): Promise<readonly ModelListing[]>;
  /** Fetches a model; resumable and verified. Throws `AppError` where the backend has nothing to pull. */
  pull(name: string, options?: Abortable): AsyncIterable<PullProgress>;
  remove(name: string, options?: Abortable): Promise<void>;
  /** Throws `model-missing` with the exact command that gets it, or `model-unreachable`. */
  open(name: string, options?: Abortable): Promise<Model>;
}
