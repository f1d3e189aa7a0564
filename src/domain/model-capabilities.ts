/**
 * `chat`: messages through the model's template. `chat-prefill`: the same, with the answer's first tokens given.
 * `completion`: one text, no template; `messages` then holds a single `user` message.
 */
export type PromptForm = 'chat' | 'chat-prefill' | 'completion';

export type ModelCapabilities = {
  readonly jsonSchema: boolean;
  readonly grammar: boolean;
  readonly logprobs: boolean;
  readonly seed: boolean;
  /** The backend evaluates the prompt once for all samples of one request. */
  readonly samplesInOneCall: boolean;
  readonly contextTokens: number;
  readonly promptForms: readonly PromptForm[];
};
