import type { Decision } from '../../ports/model.ts';
import type { AdaptiveLimiter } from '../http/adaptive-limiter.ts';
import type { JsonClient } from '../http/json-client.ts';
import { isBusy, type RetryPolicy, withRetries } from '../http/with-retries.ts';
import { decisionPrompt, labelProbabilities } from '../label-probabilities.ts';
import { checkOptions, choiceSchema, type DecideRequest, readChoice } from '../served/constrained-choice.ts';
import { isRefusal } from './openai-errors.ts';
import { type OpenAiSetup, schemaFormat, shortCall } from './openai-request.ts';
import { type OpenAiChoice, readChunk } from './openai-wire.ts';

export type DecideContext = {
  readonly client: JsonClient;
  readonly setup: OpenAiSetup;
  readonly limiter: AdaptiveLimiter;
  readonly retries: RetryPolicy;
};

/** Room for a constrained choice, and for one by a model that cannot be kept from thinking first. */
const answerTokens = 64;
const thinkingTokens = 2048;

/** Most servers show no more than these; some only five. */
const listedTokens = [20, 5];

/**
 * The probabilities of the labels as the answer's one token. Where the server shows none, or the model was not about to
 * name a label: a choice, held to the labels by a schema where one is enforced.
 */
export async function decideByTopLogprobs<C extends string>(
  context: DecideContext,
  request: DecideRequest<C>,
  signal: AbortSignal | undefined,
): Promise<Decision<C>> {
  checkOptions(request.options);
  const { setup } = context;
  const prompt = decisionPrompt(request);
  if (setup.logprobs) {
    for (const top_logprobs of listedTokens) {
      const choice = await ask(context, prompt, 1, { logprobs: true, top_logprobs }, signal);
      if (choice === null) continue;
      const decision = labelProbabilities(request.options, choice.tokens[0]?.top ?? []);
      if (decision !== null) return decision;
      break;
    }
  }
  const format = setup.jsonSchema ? { response_format: schemaFormat(choiceSchema(request.options)) } : {};
  const constrained = async (maxTokens: number): Promise<OpenAiChoice | null> =>
    (await ask(context, prompt, maxTokens, format, signal)) ?? (await ask(context, prompt, maxTokens, {}, signal));
  const short = await constrained(answerTokens);
  const choice = isStillThinking(short) ? await constrained(thinkingTokens) : short;
  return readChoice(request.options, (choice?.text.trim() || choice?.thinking.trim()) ?? '');
}

const isStillThinking = (choice: OpenAiChoice | null): boolean => choice?.finishReason === 'length' && choice.text.trim() === '';

/** Null when the server refuses one of `extra`. */
async function ask(
  { client, setup, limiter, retries }: DecideContext,
  prompt: string,
  maxTokens: number,
  extra: Readonly<Record<string, unknown>>,
  signal: AbortSignal | undefined,
): Promise<OpenAiChoice | null> {
  const options = signal === undefined ? {} : { signal };
  const send = async (): Promise<OpenAiChoice | null> => {
    const release = await limiter.acquire(options);
    try {
      for (;;) {
        const { path, body } = shortCall(setup, prompt, maxTokens, extra);
        try {
          return readChunk(await client.json('POST', path, body, options)).choices[0] ?? null;
        } catch (error) {
          signal?.throwIfAborted();
          // What only this question asks for says nothing about samples: it is not remembered.
          if (Object.keys(extra).some((name) => refuses(error, name))) return null;
          if (!setup.fields.learn(error, body)) throw error;
        }
      }
    } finally {
      release('done');
    }
  };
  return await withRetries(send, retries, (error) => isBusy(error) && !isRefusal(error), options);
}

const refuses = (error: unknown, field: string): boolean => error instanceof Error && error.message.includes(field);
