import type { Warning } from '../../domain/run-event.ts';
import type { CompletionRequest } from '../../ports/model.ts';

/** One sample as a server gave it, before anyone judges whether it is whole. */
export type StreamedSample = {
  readonly text: string;
  readonly finish: 'stop' | 'length';
  /** The model wrote thoughts, in their own field or as an open `<think>` in the text. */
  readonly thought: boolean;
  /** Null when the connection was closed before the statistics came, or the server sends none. */
  readonly promptTokens: number | null;
  readonly completionTokens: number;
  /** Null where the server shows none. */
  readonly logprob: number | null;
};

export type SampleCall = {
  readonly request: CompletionRequest;
  /** Places of the samples in the request; more than one only where the server gives several in one call. */
  readonly samples: readonly number[];
  /** Of the first sample; null: none is to be sent. */
  readonly seed: number | null;
  /** A second try after an answer that was no use: without thinking, where that can be asked for. */
  readonly again: boolean;
};

export type SampleEvents = {
  readonly text: (sample: number, piece: string, offset: number) => void;
  readonly end: (sample: number, streamed: StreamedSample) => void;
  readonly warn: (warning: Warning) => void;
};

/**
 * One request to the server. A sample that its `end` was not told of is incomplete. Throws `HttpStatusError`,
 * `BrokenStreamError`, `AppError` or `signal.reason`.
 */
export type StreamSamples = (call: SampleCall, on: SampleEvents, signal: AbortSignal) => Promise<void>;
