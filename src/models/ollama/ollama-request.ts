import type { CompletionRequest, Message } from '../../ports/model.ts';

/** What all requests to one opened model share. */
export type OllamaSetup = {
  readonly name: string;
  readonly numCtx: number;
  /** Seconds, or text such as `30m`; keeps the model loaded between requests. */
  readonly keepAlive: string | number;
  /** `false` for models that can think, `low` for those that cannot be stopped from it, else not sent. */
  readonly think: false | 'low' | null;
  readonly logprobs: boolean;
};

export type SampleVariant = {
  readonly seed: number | null;
  readonly think: false | 'low' | null;
  readonly logprobs: boolean;
};

export type OllamaCall = { readonly path: '/api/chat' | '/api/generate'; readonly body: Readonly<Record<string, unknown>> };

/**
 * One sample as a native request. Stop rules are not sent: `options.stop` would replace the template's own stops.
 * `truncate` and `shift` are off, so that a prompt which does not fit is an error and not a cut.
 */
export function sampleCall(setup: OllamaSetup, request: CompletionRequest, variant: SampleVariant): OllamaCall {
  const options = {
    num_ctx: setup.numCtx,
    num_predict: request.maxTokens,
    temperature: request.temperature,
    ...(variant.seed === null ? {} : { seed: variant.seed }),
    ...(request.minP === undefined ? {} : { min_p: request.minP }),
    // The default of 1.1 punishes what programs must repeat: names, brackets, keywords.
    repeat_penalty: 1,
  };
  const common = {
    model: setup.name,
    stream: true,
    keep_alive: setup.keepAlive,
    truncate: false,
    shift: false,
    options,
    ...(request.jsonSchema === undefined ? {} : { format: request.jsonSchema }),
    ...(variant.logprobs ? { logprobs: true } : {}),
  };
  if (request.form === 'completion') {
    const prompt = request.messages.map(({ content }) => content).join('\n\n');
    return { path: '/api/generate', body: { ...common, raw: true, prompt } };
  }
  const think = variant.think === null ? {} : { think: variant.think };
  return { path: '/api/chat', body: { ...common, ...think, messages: chatMessages(request) } };
}

function chatMessages(request: CompletionRequest): readonly Message[] {
  if (request.form !== 'chat-prefill' || request.prefill === undefined || request.prefill === '') return request.messages;
  return [...request.messages, { role: 'assistant', content: request.prefill }];
}
