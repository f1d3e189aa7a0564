import type { CompletionRequest } from '../../ports/model.ts';

/** Most samples of one call: more give no more tokens a second, and would all be lost with it. */
export const mostSamplesPerCall = 32;

/** A way to ask for candidates: one model call with a seed for each sample. */
export type Batch = { readonly recipe: string; readonly request: CompletionRequest; readonly prefill: string };
