import type { Decision } from '../../ports/model.ts';
import type { AdaptiveLimiter } from '../http/adaptive-limiter.ts';
import type { JsonClient } from '../http/json-client.ts';
import { isBusy, type RetryPolicy, withRetries } from '../http/with-retries.ts';
import { decisionPrompt, labelProbabilities } from '../label-probabilities.ts';
import { checkOptions, choiceSchema, type DecideRequest, readChoice } from '../served/constrained-choice.ts';
import type { OllamaSetup } from './ollama-request.ts';
import { readChunk } from './ollama-wire.ts';

export type DecideContext = {
  readonly client: JsonClient;
  readonly setup: OllamaSetup;
  readonly limiter: AdaptiveLimiter;
  readonly retries: RetryPolicy;
};

/**
 * The probabilities of the labels as the first token of the answer (Ollama shows the 20 likeliest, before temperature).
 * Without logprobs, or when the model is not about to name a label: a choice held to the labels by a schema.
 */
export async function decideByLogprobs<C extends string>(
  context: DecideContext,
  request: DecideRequest<C>,
  signal?: AbortSignal,
): Promise<Decision<C>> {
  checkOptions(request.options);
  if (context.setup.logprobs) {
    const chunk = readChunk(await ask(context, request, { logprobs: true, top_logprobs: 20 }, 1, signal));
    const decision = labelProbabilities(request.options, chunk.logprobs[0]?.top ?? []);
    if (decision !== null) return decision;
  }
  const { text } = readChunk(await ask(context, request, { format: choiceSchema(request.options) }, 30, signal));
  return readChoice(request.options, text);
}

async function ask<C extends string>(
  { client, setup, limiter, retries }: DecideContext,
  request: DecideRequest<C>,
  fields: Readonly<Record<string, unknown>>,
  maxTokens: number,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const body = {
    model: setup.name,
    stream: false,
    keep_alive: setup.keepAlive,
    truncate: false,
    ...(setup.think === null ? {} : { think: setup.think }),
    messages: [{ role: 'user', content: decisionPrompt(request) }],
    options: { num_ctx: setup.numCtx, num_predict: maxTokens, temperature: 0 },
    ...fields,
  };
  const options = signal === undefined ? {} : { signal };
  const send = async (): Promise<unknown> => {
    const release = await limiter.acquire(options);
    try {
      return await client.json('POST', '/api/chat', body, options);
    } finally {
      release('done');
    }
  };
  return await withRetries(send, retries, isBusy, options);
}
