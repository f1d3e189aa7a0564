import { AppError } from '../../domain/app-error.ts';
import { defaultAddresses } from '../../domain/default-addresses.ts';
import { inEnglish, say } from '../../domain/said.ts';
import type { Abortable } from '../../ports/abortable.ts';
import type { ModelProvider } from '../../ports/model-provider.ts';
import { HttpStatusError } from '../http/http-status-error.ts';
import { createJsonClient, type JsonClient } from '../http/json-client.ts';
import { isLoopback } from '../http/loopback.ts';
import { shownAddress } from '../http/server-url.ts';
import { defaultRetryPolicy } from '../http/with-retries.ts';
import { likelyCodeModel } from '../served/likely-code-model.ts';
import { type FoundServer, openOpenAiModel } from './open-openai-model.ts';
import { readOpenAiAddress } from './openai-address.ts';
import { type ErrorPlace, toAppError } from './openai-errors.ts';
import type { OpenAiOptions } from './openai-options.ts';
import { type ListedModel, readServerFacts, type ServerFacts } from './server-kind.ts';
import { whileLoading } from './while-loading.ts';

/** Models of any server that speaks OpenAI's protocol: vLLM, llama-server, LM Studio, LocalAI, a gateway, the API itself. */
export function createOpenAiProvider(options: OpenAiOptions = {}): ModelProvider {
  const address = readOpenAiAddress(options.baseUrl ?? defaultAddresses.openai);
  const { root } = address;
  const { apiKey } = options;
  const shown = `${shownAddress(root)}${address.api}`;
  const place = (name: string): ErrorPlace => ({ name, address: shown, apiKey });
  const connect = (): JsonClient =>
    createJsonClient({
      baseUrl: root,
      server: 'an OpenAI-compatible server',
      startHint: isLoopback(root)
        ? `Start the server that is to listen on ${root.host} (such as: llama-server -m MODEL.gguf --port ${root.port || '80'}), or give its address: --base-url http://HOST:PORT/v1`
        : `Check that ${root.host} is up and can be reached from here, or give another --base-url.`,
      ...(apiKey === undefined ? {} : { headers: { authorization: `Bearer ${apiKey.value}` }, secret: apiKey.value }),
      ...(options.proxy === undefined ? {} : { proxy: options.proxy }),
    });

  /** The server and what it says of itself; a path that names no version is tried with and without one. */
  async function find(client: JsonClient, signal: AbortSignal | undefined): Promise<FoundServer> {
    const read = (api: string): Promise<ServerFacts> =>
      whileLoading(() => readServerFacts(client, api, root.hostname, signal), options.retries ?? defaultRetryPolicy, signal);
    const found = (api: string, facts: ServerFacts): FoundServer => ({ client, api, root, facts, warnings: address.warnings });
    if (!address.uncertain) return found(address.api, await read(address.api));
    try {
      const facts = await read('');
      if (facts.models !== null) return found('', facts);
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'model-refused')) throw error;
    }
    return found('/v1', await read('/v1'));
  }

  async function withClient<T>(name: string, signal: AbortSignal | undefined, task: (client: JsonClient) => Promise<T>): Promise<T> {
    const client = connect();
    try {
      return await task(client);
    } catch (error) {
      await client.close();
      signal?.throwIfAborted();
      throw toAppError(error, place(name), null);
    }
  }

  async function listed({ signal }: Abortable): Promise<readonly ListedModel[]> {
    return await withClient('its models', signal, async (client) => {
      const { facts, api } = await find(client, signal);
      // A server without a list has to be told the model's name; an address without any API is worth an error.
      if (facts.models === null) throw new HttpStatusError(404, `no list of models at ${shownAddress(root)}${api}/models`, null);
      await client.close();
      return facts.models;
    });
  }

  const notOurs = (what: string): AppError =>
    new AppError(
      'usage',
      `${shown} keeps its own models: Anneal cannot ${what} them.`,
      `anneal models list --backend openai --base-url ${shown}`,
    );

  return {
    backend: 'openai',
    async list(at = {}) {
      return (await listed(at)).map(({ name, bytes, detail }) => ({ name, bytes, present: true, detail }));
    },
    async suggest(at = {}) {
      const names = (await listed(at)).filter(({ writesText }) => writesText).map((model) => model.name);
      const name = names.length === 1 || isLoopback(root) ? likelyCodeModel(names) : undefined;
      if (name === undefined) {
        throw new AppError(
          'model-missing',
          names.length === 0 ? `${shown} offers no model that writes text.` : `${shown} offers ${names.length} models, and none was named.`,
          names.length === 0
            ? 'Load a model on the server, then try again.'
            : `--model NAME, with a name from: anneal models list --backend openai --base-url ${shown}`,
        );
      }
      const whySaid = [say(names.length === 1 ? 'choice-only-of-server' : 'choice-first-of-server')];
      return { name, present: true, why: inEnglish(whySaid), whySaid, expectation: '', expectationSaid: [] };
    },
    // biome-ignore lint/correctness/useYield: the port's shape; there is nothing to pull
    async *pull() {
      throw notOurs('fetch');
    },
    async remove() {
      throw notOurs('remove');
    },
    async open(name, { signal } = {}) {
      return await withClient(name, signal, async (client) =>
        openOpenAiModel(await find(client, signal), name, place(name), options, signal),
      );
    },
  };
}
