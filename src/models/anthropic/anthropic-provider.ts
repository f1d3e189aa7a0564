import { AppError } from '../../domain/app-error.ts';
import type { Warning } from '../../domain/run-event.ts';
import type { Abortable } from '../../ports/abortable.ts';
import type { Model, PromptForm } from '../../ports/model.ts';
import type { ModelProvider } from '../../ports/model-provider.ts';
import { createAdaptiveLimiter } from '../http/adaptive-limiter.ts';
import { HttpStatusError } from '../http/http-status-error.ts';
import { createJsonClient, type JsonClient } from '../http/json-client.ts';
import { isLoopback } from '../http/loopback.ts';
import { parseServerUrl } from '../http/server-url.ts';
import { defaultRetryPolicy } from '../http/with-retries.ts';
import { asArray, asNumber, asRecord, asString } from '../read-json.ts';
import { createFieldMemory } from '../served/field-memory.ts';
import { createServedModel, formWarning } from '../served/served-model.ts';
import { type AnthropicPlace, incomplete, keyMissing, modelMissing, toAppError } from './anthropic-errors.ts';
import type { AnthropicOptions } from './anthropic-options.ts';
import { type AnthropicSetup, exceedsTemperature, optionalFields, takesSchema } from './anthropic-request.ts';
import { decideByTool } from './decide-by-tool.ts';
import { streamFromAnthropic } from './stream-message.ts';

export const defaultAnthropicUrl = 'https://api.anthropic.com';

/** What every model of the API reads at least. */
const leastContextTokens = 200_000;

type Listed = { readonly name: string; readonly title: string; readonly contextTokens: number | null };

/** Models behind Anthropic's Messages API, or a gateway that speaks it. */
export function createAnthropicProvider(options: AnthropicOptions = {}): ModelProvider {
  const root = parseServerUrl(options.baseUrl ?? defaultAnthropicUrl, defaultAnthropicUrl);
  root.pathname = root.pathname.replace(/\/v1(?:\/messages|\/models)?$/u, '');
  const address = `${root.origin}${root.pathname}`.replace(/\/$/u, '');
  const { apiKey } = options;
  const connect = (): JsonClient => {
    if (apiKey === undefined && address === defaultAnthropicUrl) throw keyMissing(address);
    return createJsonClient({
      baseUrl: root,
      server: 'the Messages API',
      startHint: `Check that ${root.host} can be reached from here, or give another --base-url.`,
      headers: { 'anthropic-version': '2023-06-01', ...(apiKey === undefined ? {} : { 'x-api-key': apiKey.value }) },
      ...(apiKey === undefined ? {} : { secret: apiKey.value }),
      ...(options.proxy === undefined ? {} : { proxy: options.proxy }),
    });
  };
  const place = (name: string): AnthropicPlace => ({ name, address, apiKey });

  async function list({ signal }: Abortable): Promise<readonly Listed[]> {
    const client = connect();
    try {
      return await listModels(client, signal);
    } catch (error) {
      signal?.throwIfAborted();
      throw toAppError(error, place('its models'));
    } finally {
      await client.close();
    }
  }

  const notOurs = (what: string): AppError =>
    new AppError('usage', `${address} keeps its own models: Anneal cannot ${what} them.`, 'anneal models list --backend anthropic');

  return {
    backend: 'anthropic',
    async list(at = {}) {
      return (await list(at)).map(({ name, title }) => ({ name, bytes: null, present: true, detail: title }));
    },
    async suggest(at = {}) {
      const [first] = await list(at);
      const example = first === undefined ? 'NAME' : first.name;
      throw new AppError('model-missing', 'This backend is paid for by the token, so its model has to be named.', `--model ${example}`);
    },
    // biome-ignore lint/correctness/useYield: the port's shape; there is nothing to pull
    async *pull() {
      throw notOurs('fetch');
    },
    async remove() {
      throw notOurs('remove');
    },
    async open(name, { signal } = {}) {
      const client = connect();
      try {
        const listed = await findListed(client, place(name), signal);
        const insecure = apiKey !== undefined && root.protocol === 'http:' && !isLoopback(root);
        const detail = `The key from ${apiKey?.variable} goes over the network unencrypted; use https.`;
        return openModel(client, place(name), listed, options, insecure ? [{ feature: 'api-key', detail }] : []);
      } catch (error) {
        await client.close();
        signal?.throwIfAborted();
        throw toAppError(error, place(name));
      }
    },
  };
}

async function listModels(client: JsonClient, signal: AbortSignal | undefined): Promise<readonly Listed[]> {
  const answer = asRecord(await client.json('GET', '/v1/models?limit=1000', undefined, signal === undefined ? {} : { signal }));
  return asArray(answer.data).map((entry) => {
    const model = asRecord(entry);
    return { name: asString(model.id) ?? '', title: asString(model.display_name) ?? '', contextTokens: asNumber(model.max_input_tokens) };
  });
}

/** Its entry in the list, or null for a name that stands for another one and for gateways without a list. */
async function findListed(client: JsonClient, place: AnthropicPlace, signal: AbortSignal | undefined): Promise<Listed | null> {
  const at = signal === undefined ? {} : { signal };
  try {
    const model = asRecord(await client.json('GET', `/v1/models/${encodeURIComponent(place.name)}`, undefined, at));
    return { name: place.name, title: asString(model.display_name) ?? '', contextTokens: asNumber(model.max_input_tokens) };
  } catch (error) {
    if (!(error instanceof HttpStatusError) || (error.status !== 404 && error.status !== 405)) throw error;
    const all = await listModels(client, signal).catch((): readonly Listed[] => []);
    signal?.throwIfAborted();
    if (all.length === 0) return null;
    throw modelMissing(
      place,
      all.map(({ name }) => name),
    );
  }
}

function openModel(
  client: JsonClient,
  place: AnthropicPlace,
  listed: Listed | null,
  options: AnthropicOptions,
  found: readonly Warning[],
): Model {
  const { name } = place;
  const retries = options.retries ?? defaultRetryPolicy;
  const concurrency = options.maxConcurrency ?? 4;
  const limiter = createAdaptiveLimiter({ initial: Math.min(2, concurrency), max: concurrency });
  const setup: AnthropicSetup = { name, prefill: takesPrefill(name), fields: createFieldMemory(optionalFields) };
  const promptForms: readonly PromptForm[] = setup.prefill ? ['chat', 'chat-prefill'] : ['chat'];
  const contextTokens = listed?.contextTokens ?? leastContextTokens;
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
    server: 'the Messages API',
    capabilities,
    contextTokens,
    warnings: [...found, { feature: 'seed', detail: 'The Messages API takes no seed: a run cannot be repeated, only replayed.' }],
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
      ...(request.grammar === undefined
        ? []
        : [{ feature: 'grammar', detail: 'The Messages API takes no grammars; the sample is not held to it.' }]),
      ...(request.jsonSchema === undefined || takesSchema(request.jsonSchema)
        ? []
        : [{ feature: 'json-schema', detail: 'The Messages API takes schemas of objects only; the sample is not held to this one.' }]),
      ...(exceedsTemperature(request)
        ? [{ feature: 'temperature', detail: `The Messages API takes temperatures up to 1; ${request.temperature} becomes 1.` }]
        : []),
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
