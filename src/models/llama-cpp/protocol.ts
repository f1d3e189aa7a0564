import type { CompletionPart, CompletionRequest, Message } from '../../ports/model.ts';

/** What the child process is told to load. */
export type LoadOptions = {
  readonly weightsFile: string;
  readonly threads: number;
  /** Upper bound of the memory for evaluated tokens, over all sequences. */
  readonly cacheBytes: number;
  /** A folder of this child's own on a memory file system, for evaluated prompt prefixes; whoever survives removes it. */
  readonly stateFolder: string;
};

/** What the child samples by; whom the samples are for is known here alone. */
export type SamplingRequest = Omit<CompletionRequest, 'purpose' | 'places'>;

export type ChildWork =
  | { readonly type: 'load'; readonly load: LoadOptions }
  | { readonly type: 'complete'; readonly request: SamplingRequest }
  | { readonly type: 'count'; readonly messages: readonly Message[] }
  | { readonly type: 'decide'; readonly prompt: string; readonly labels: readonly string[] };

/** Parent to child. Work is done one after the other, in order of arrival. */
export type ToChild =
  | { readonly type: 'work'; readonly id: number; readonly work: ChildWork }
  | { readonly type: 'cancel'; readonly id: number };

/** What the child found out about the weights it loaded. */
export type LoadedInfo = { readonly contextTokens: number; readonly hasTemplate: boolean };

/** Share of the probability of each label's first token, and of all labels together. */
export type LabelProbabilities = { readonly shares: readonly number[] };

export type ChildResult =
  | { readonly type: 'loaded'; readonly info: LoadedInfo }
  | { readonly type: 'completed' }
  | { readonly type: 'counted'; readonly tokens: number }
  | { readonly type: 'decided'; readonly probabilities: LabelProbabilities };

export type ChildFailure = 'dependency-missing' | 'load-failed' | 'bad-grammar' | 'prompt-too-long' | 'no-template' | 'failed';

/** Child to parent. `progress` says only that the work goes on; every work ends with exactly one `result` or `failure`. */
export type FromChild =
  | { readonly type: 'progress'; readonly id: number; readonly parts: readonly CompletionPart[] }
  | { readonly type: 'result'; readonly id: number; readonly result: ChildResult }
  | { readonly type: 'failure'; readonly id: number; readonly failure: ChildFailure; readonly detail: string };

/** Cheap check of what came over the channel: both ends are ours, so only the envelope is looked at. */
export function isFromChild(value: unknown): value is FromChild {
  return hasEnvelope(value, ['progress', 'result', 'failure']);
}

export function isToChild(value: unknown): value is ToChild {
  return hasEnvelope(value, ['work', 'cancel']);
}

function hasEnvelope(value: unknown, types: readonly string[]): boolean {
  if (typeof value !== 'object' || value === null || !('type' in value) || !('id' in value)) return false;
  return typeof value.id === 'number' && typeof value.type === 'string' && types.includes(value.type);
}
