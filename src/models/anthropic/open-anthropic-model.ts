import type { Warning } from '../../domain/run-event.ts';
import { say, warned } from '../../domain/said.ts';
import type { Model, PromptForm } from '../../ports/model.ts';
import { createAdaptiveLimiter } from '../http/adaptive-limiter.ts';
import { HttpStatusError } from '../http/http-status-error.ts';
import type { JsonClient } from '../http/json-client.ts';
import { defaultRetryPolicy } from '../http/with-retries.ts';
import { createFieldMemory } from '../served/field-memory.ts';
import { createServedModel, formWarning } from '../served/served-model.ts';
import { type AnthropicPlace, incomplete, toAppError } from './anthropic-errors.ts';
import type { AnthropicOptions } from './anthropic-options.ts';
import { type AnthropicSetup, exceedsTemperature, optionalFields, takesSchema } from './anthropic-request.ts';
import { decideByTool } from './decide-by-tool.ts';
import { streamFromAnthropic } from './stream-message.ts';

/** What every model of the API reads at least. */
const leastContextTokens = 200_000;

/** Settles what all requests to the model share. `client` becomes the model's own; `found`: told with the first request. */
export function openAnthropicModel(
  client: JsonClient,
  place: AnthropicPlace,
  listedContext: number | null,
  options: AnthropicOptions,
  found: readonly Warning[],
): Model {
  const { name } = place;
  const retries = options.retries ?? defaultRetryPolicy;
  const concurrency = options.maxConcurrency ?? 4;
  const limiter = createAdaptiveLimiter({ initial: Math.min(2, concurrency), max: concurrency });
  const setup: AnthropicSetup = { name, prefill: takesPrefill(name), fields: createFieldMemory(optionalFields) };
  const promptForms: readonly PromptForm[] = setup.prefill ? ['chat', 'chat-prefill'] : ['chat'];
  const contextTokens = listedContext ?? leastContextTokens;
  const capabilities = {
    jsonSchema: true,
    grammar: false,
    logprobs: false,
    seed: false,
    samplesInOneCall: false,
    contextTokens,
    promptForms,
  };
  return createServedModel({
    backend: 'anthropic',
    name,
    address: place.address,
    server: 'the Messages API',
    capabilities,
    contextTokens,
    warnings: [...found, warned('seed', say('messages-no-seed'))],
    limiter,
    retries,
    slowAfterMs: options.slowAfterMs ?? 10_000,
    samplesPerCall: 1,
    stream: streamFromAnthropic(client, setup),
    decide: (request, signal) => decideByTool({ client, setup, limiter, retries }, request, signal),
    isRefusal: (error) => error instanceof HttpStatusError && /credit balance/iu.test(error.message),
    explain: (error) => toAppError(error, place),
    incomplete: (detail, cause) => incomplete(place, detail, cause),
    unsupported: (request) => [
      ...(request.grammar === undefined ? [] : [warned('grammar', say('messages-no-grammar'))]),
      ...(request.jsonSchema === undefined || takesSchema(request.jsonSchema) ? [] : [warned('json-schema', say('messages-no-schema'))]),
      ...(exceedsTemperature(request) ? [warned('temperature', say('messages-temperature', { temperature: request.temperature }))] : []),
      ...formWarning(request, capabilities),
    ],
    close: () => client.close(),
  });
}

/** Models from 4.6 on refuse a beginning of their answer. Of a name that says no version nobody knows. */
function takesPrefill(name: string): boolean {
  const [, major, minor] = /claude-(?:[a-z]+-)?(\d{1,2})(?:[-.](\d{1,2})(?!\d))?/u.exec(name) ?? [];
  if (major === undefined) return false;
  return Number(major) < 4 || (Number(major) === 4 && Number(minor ?? 0) <= 5);
}
