import { AppError } from '../../domain/app-error.ts';
import { defaultAddresses } from '../../domain/default-addresses.ts';
import { say, warned } from '../../domain/said.ts';
import type { Abortable } from '../../ports/abortable.ts';
import type { ModelProvider } from '../../ports/model-provider.ts';
import { HttpStatusError } from '../http/http-status-error.ts';
import { createJsonClient, type JsonClient } from '../http/json-client.ts';
import { isLoopback } from '../http/loopback.ts';
import { parseServerUrl, shownAddress } from '../http/server-url.ts';
import { defaultRetryPolicy, isBusy, withRetries } from '../http/with-retries.ts';
import { asArray, asNumber, asRecord, asString } from '../read-json.ts';
import { listCommand } from '../served/list-command.ts';
import { type AnthropicPlace, keyMissing, modelMissing, toAppError } from './anthropic-errors.ts';
import type { AnthropicOptions } from './anthropic-options.ts';
import { openAnthropicModel } from './open-anthropic-model.ts';

type Listed = { readonly name: string; readonly title: string; readonly contextTokens: number | null };

/** Models behind Anthropic's Messages API, or a gateway that speaks it. */
export function createAnthropicProvider(options: AnthropicOptions = {}): ModelProvider {
  const root = parseServerUrl(options.baseUrl ?? defaultAddresses.anthropic, defaultAddresses.anthropic);
  root.pathname = root.pathname.replace(/\/v1(?:\/messages|\/models)?$/u, '');
  const address = shownAddress(root);
  const { apiKey } = options;
  const connect = (): JsonClient => {
    if (apiKey === undefined && address === defaultAddresses.anthropic) throw keyMissing(address);
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
      throw toAppError(error, place('its models'), true);
    } finally {
      await client.close();
    }
  }

  const notOurs = (what: string): AppError =>
    new AppError(
      'usage',
      `${address} keeps its own models: Anneal cannot ${what} them.`,
      listCommand('anthropic', address, defaultAddresses.anthropic),
    );

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
        const at = signal === undefined ? {} : { signal };
        const listed = await withRetries(() => findListed(client, place(name), signal), options.retries ?? defaultRetryPolicy, isBusy, at);
        const insecure = apiKey !== undefined && root.protocol === 'http:' && !isLoopback(root);
        return openAnthropicModel(
          client,
          place(name),
          listed?.contextTokens ?? null,
          options,
          insecure ? [warned('api-key', say('key-unencrypted', { variable: apiKey.variable }))] : [],
        );
      } catch (error) {
        await client.close();
        signal?.throwIfAborted();
        throw toAppError(error, place(name), true);
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
