import type { Json } from '../domain/json.ts';
import type { ModelCapabilities, PromptForm } from '../domain/model-capabilities.ts';
import type { ModelPurpose, Warning } from '../domain/run-event.ts';
import type { Abortable } from './abortable.ts';

export type { ModelCapabilities, PromptForm };

export type Message = { readonly role: 'system' | 'user' | 'assistant'; readonly content: string };

/** Where a sample ends, besides the model's own end of turn. The stop text itself is kept out of the sample. */
export type StopRule =
  | { readonly type: 'text'; readonly text: string }
  /** Ends after this text and keeps it, e.g. `\nend` at the start of a line for one Lua function. */
  | { readonly type: 'after-text'; readonly text: string }
  /** Ends before the first non-blank line without indentation that follows an indented line. */
  | { readonly type: 'dedent' };

export type CompletionRequest = {
  /** What the samples are for: for scripts, recordings and the demo model; no server sees it. */
  readonly purpose?: ModelPurpose;
  readonly form: PromptForm;
  readonly messages: readonly Message[];
  /** `chat-prefill` only: the beginning of the answer; not repeated in the samples' text. Must end at a token boundary: no trailing white space. */
  readonly prefill?: string;
  /** One sample a seed; seeds are distinct. */
  readonly seeds: readonly number[];
  /** Each sample's place among all samples of the run for this purpose, from 0: for scripts and the demo model, as `purpose` is. */
  readonly places?: readonly number[];
  readonly temperature: number;
  readonly minP?: number;
  readonly maxTokens: number;
  readonly stop: readonly StopRule[];
  readonly jsonSchema?: Json;
  /** GBNF. */
  readonly grammar?: string;
};

/** `completion` counts all samples. */
export type Usage = { readonly promptTokens: number; readonly completionTokens: number };

export type CompletionPart =
  /** Continues the sample at `offset` (UTF-16 units); below the end of what came before, it replaces the text from there (a retry). */
  | { readonly type: 'text-delta'; readonly sample: number; readonly offset: number; readonly text: string }
  /** `text` is the whole sample without the prefill. `length`: cut at `maxTokens` or by the context, never complete. */
  | {
      readonly type: 'sample-end';
      readonly sample: number;
      readonly text: string;
      readonly finish: 'stop' | 'length';
      readonly usage: Usage;
      /** Sum of the log probabilities of the sample's tokens, where the backend shows them. */
      readonly logprob?: number;
    }
  | { readonly type: 'warning'; readonly warning: Warning };

export type Option<C extends string> = { readonly id: C; readonly description: string };

export type Decision<C extends string> = {
  readonly choice: C;
  /** Normalised over the options; one entry an option, in their order. */
  readonly probabilities: readonly { readonly id: C; readonly probability: number }[];
  /** Share of the probability that fell on the labels before normalising; null where unknown. */
  readonly labelMass: number | null;
  /** False when the backend shows no probabilities. */
  readonly calibrated: boolean;
};

export interface Model {
  /** `<backend>:<name>` */
  readonly id: string;
  readonly backend: string;
  /** Where its server is, without credentials; absent for a model in this process or a child of it. */
  readonly address?: string;
  /** Identifies the very weights where the backend can: a name may be given to others. */
  readonly fingerprint?: string;
  readonly capabilities: ModelCapabilities;
  /** Tokens of the messages in the model's own template; an estimate from above where the backend cannot count. */
  countTokens(messages: readonly Message[], options?: Abortable): Promise<number>;
  /**
   * Exactly one `sample-end` for each seed, in any order, interleaved. An option that the backend cannot honour yields
   * a `warning`, never silence. Throws `AppError` or `signal.reason`; whatever it started is over when it ends,
   * also when the consumer stops early.
   */
  complete(request: CompletionRequest, options?: Abortable): AsyncIterable<CompletionPart>;
  /** Chooses among two to eight options by the normalised probabilities of their labels. */
  decide<const C extends string>(
    request: { readonly prompt: string; readonly options: readonly Option<C>[] },
    options?: Abortable,
  ): Promise<Decision<C>>;
  /** Frees what the model holds (processes, sockets). Idempotent. */
  close(): Promise<void>;
}
