import type { CompletionRequest } from '../../ports/model.ts';

/** A way to ask for candidates: one model call with a seed for each sample. */
export type Batch = { readonly recipe: string; readonly request: CompletionRequest; readonly prefill: string };
