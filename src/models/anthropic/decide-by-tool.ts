import type { Decision } from '../../ports/model.ts';
import type { AdaptiveLimiter } from '../http/adaptive-limiter.ts';
import type { JsonClient } from '../http/json-client.ts';
import { isBusy, type RetryPolicy, withRetries } from '../http/with-retries.ts';
import { decisionPrompt } from '../label-probabilities.ts';
import { checkOptions, choiceSchema, type DecideRequest, readChoice } from '../served/constrained-choice.ts';
import { type AnthropicSetup, answerTool } from './anthropic-request.ts';
import { readAnswer } from './anthropic-wire.ts';

export type DecideContext = {
  readonly client: JsonClient;
  readonly setup: AnthropicSetup;
  readonly limiter: AdaptiveLimiter;
  readonly retries: RetryPolicy;
};

/** The API shows no probabilities: one choice, held to the labels by a tool that has to be called; never calibrated. */
export async function decideByTool<C extends string>(
  { client, setup, limiter, retries }: DecideContext,
  request: DecideRequest<C>,
  signal: AbortSignal | undefined,
): Promise<Decision<C>> {
  checkOptions(request.options);
  const options = signal === undefined ? {} : { signal };
  const send = async (): Promise<unknown> => {
    const release = await limiter.acquire(options);
    try {
      for (;;) {
        const { fields } = setup;
        const body = {
          ...fields.kept({ temperature: 0, ...answerTool(choiceSchema(request.options)) }),
          model: setup.name,
          max_tokens: 64,
          messages: [{ role: 'user', content: decisionPrompt(request) }],
        };
        try {
          return await client.json('POST', '/v1/messages', body, options);
        } catch (error) {
          signal?.throwIfAborted();
          if (!fields.learn(error, body)) throw error;
        }
      }
    } finally {
      release('done');
    }
  };
  return readChoice(request.options, readAnswer(await withRetries(send, retries, isBusy, options)));
}
