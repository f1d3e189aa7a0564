import type { Decision, Option } from '../../ports/model.ts';
import type { AdaptiveLimiter } from '../http/adaptive-limiter.ts';
import type { JsonClient } from '../http/json-client.ts';
import { isBusy, type RetryPolicy, withRetries } from '../http/with-retries.ts';
import { decisionPrompt, labelProbabilities, optionLabels, uncalibratedChoice } from '../label-probabilities.ts';
import { asRecord, asString } from '../read-json.ts';
import type { OllamaSetup } from './ollama-request.ts';
import { readChunk } from './ollama-wire.ts';

export type DecideContext = {
  readonly client: JsonClient;
  readonly setup: OllamaSetup;
  readonly limiter: AdaptiveLimiter;
  readonly retries: RetryPolicy;
};

type DecideRequest<C extends string> = { readonly prompt: string; readonly options: readonly Option<C>[] };

/**
 * The probabilities of the labels as the first token of the answer (Ollama shows the 20 likeliest, before temperature).
 * Without logprobs, or when the model is not about to name a label: a choice held to the labels by a schema.
 */
export async function decideByLogprobs<C extends string>(
  context: DecideContext,
  request: DecideRequest<C>,
  signal?: AbortSignal,
): Promise<Decision<C>> {
  if (request.options.length < 2 || request.options.length > optionLabels.length) {
    throw new RangeError(`A decision has 2 to ${optionLabels.length} options, not ${request.options.length}.`);
  }
  if (context.setup.logprobs) {
    const chunk = readChunk(await ask(context, request, { logprobs: true, top_logprobs: 20 }, 1, signal));
    const decision = labelProbabilities(request.options, chunk.logprobs[0]?.top ?? []);
    if (decision !== null) return decision;
  }
  const format = {
    type: 'object',
    properties: { answer: { type: 'string', enum: optionLabels.slice(0, request.options.length) } },
    required: ['answer'],
  };
  const { text } = readChunk(await ask(context, request, { format }, 30, signal));
  const labels: readonly string[] = optionLabels.slice(0, request.options.length);
  return uncalibratedChoice(request.options, Math.max(0, labels.indexOf(labelIn(text) ?? '')));
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

/** The label in `{"answer": "B"}`; a server that ignores the schema may answer with the bare letter. */
function labelIn(text: string): string | null {
  try {
    return asString(asRecord(JSON.parse(text)).answer);
  } catch {
    return /\b([A-H])\b/u.exec(text)?.[1] ?? null;
  }
}
