import { AppError } from '../../domain/app-error.ts';
import { defaultAddresses } from '../../domain/default-addresses.ts';
import { inEnglish, say } from '../../domain/said.ts';
import type { Model } from '../../ports/model.ts';
import type { ModelProvider } from '../../ports/model-provider.ts';
import { createJsonClient, type JsonClient } from '../http/json-client.ts';
import { isLoopback } from '../http/loopback.ts';
import { parseServerUrl, shownAddress } from '../http/server-url.ts';
import { defaultRetryPolicy } from '../http/with-retries.ts';
import { fitsMemory, thisMachine } from '../machine.ts';
import { asArray, asNumber, asRecord, asString } from '../read-json.ts';
import { likelyCodeModel } from '../served/likely-code-model.ts';
import { isModelMissing, modelMissing, type OllamaPlace, toAppError } from './ollama-errors.ts';
import type { OllamaOptions } from './ollama-options.ts';
import { openOllamaModel } from './open-ollama-model.ts';
import { pullModel } from './pull-model.ts';

/** Models of an Ollama server, through its native API. */
export function createOllamaProvider(options: OllamaOptions = {}): ModelProvider {
  const url = parseServerUrl(options.baseUrl ?? defaultAddresses.ollama, defaultAddresses.ollama);
  // People paste the address of the other API, or a route.
  url.pathname = url.pathname.replace(/\/(?:v1|api)(?:\/.*)?$/u, '');
  const address = shownAddress(url);
  const retries = options.retries ?? defaultRetryPolicy;
  const connect = (): JsonClient =>
    createJsonClient({
      baseUrl: url,
      server: 'Ollama',
      startHint: isLoopback(url)
        ? serveCommand(url)
        : `Start Ollama on ${url.hostname} with OLLAMA_HOST=0.0.0.0, or give another --base-url.`,
      ...(options.proxy === undefined ? {} : { proxy: options.proxy }),
    });
  const once = async <T>(task: (client: JsonClient) => Promise<T>): Promise<T> => {
    const client = connect();
    try {
      return await task(client);
    } finally {
      await client.close();
    }
  };

  return {
    backend: 'ollama',
    async list({ signal } = {}) {
      return await once(async (client) => {
        try {
          return await listModels(client, isLoopback(url), signal);
        } catch (error) {
          throw await explained(error, client, { name: 'its models', address }, signal);
        }
      });
    },
    async suggest(at = {}) {
      const name = likelyCodeModel((await this.list(at)).map((model) => model.name));
      if (name === undefined) throw new AppError('model-missing', 'Ollama has no model', 'ollama pull qwen2.5-coder:7b');
      const whySaid = [say('choice-first-of-ollama')];
      return { name, present: true, why: inEnglish(whySaid), whySaid, expectation: '', expectationSaid: [] };
    },
    async *pull(name, { signal } = {}) {
      const client = connect();
      try {
        yield* pullModel(client, name, signal);
      } finally {
        await client.close();
      }
    },
    async remove(name, { signal } = {}) {
      await once(async (client) => {
        try {
          await client.json('DELETE', '/api/delete', { model: name }, signal === undefined ? {} : { signal });
        } catch (error) {
          throw await explained(error, client, { name, address }, signal);
        }
      });
    },
    async open(name, { signal } = {}): Promise<Model> {
      const client = connect();
      try {
        return await openOllamaModel(client, { name, address }, { ...options, retries }, isLoopback(url), signal);
      } catch (error) {
        const why = await explained(error, client, { name, address }, signal);
        await client.close();
        throw why;
      }
    },
  };
}

async function listModels(
  client: JsonClient,
  local: boolean,
  signal: AbortSignal | undefined,
): Promise<Awaited<ReturnType<ModelProvider['list']>>> {
  const tags = asRecord(await client.json('GET', '/api/tags', undefined, signal === undefined ? {} : { signal }));
  return asArray(tags.models).map((entry) => {
    const model = asRecord(entry);
    const details = asRecord(model.details);
    const detail = [details.family, details.parameter_size, details.quantization_level].filter(
      (part) => typeof part === 'string' && part !== '',
    );
    const bytes = asNumber(model.size);
    const fits = local && bytes !== null ? { fitsMemory: fitsMemory(bytes, thisMachine()) } : {};
    return { name: asString(model.name) ?? '', bytes, present: true, detail: detail.join(', '), ...fits };
  });
}

/** A failure as the user should read it; a missing model with the names that are there. */
async function explained(error: unknown, client: JsonClient, place: OllamaPlace, signal: AbortSignal | undefined): Promise<unknown> {
  if (signal?.aborted) return signal.reason;
  if (!isModelMissing(error)) return toAppError(error, place, null);
  const present = await listModels(client, false, signal).catch(() => []);
  return modelMissing(
    place,
    present.map((model) => model.name),
  );
}

/** The command that starts Ollama where we look for it. */
const serveCommand = (url: URL): string => (url.port === '11434' ? 'ollama serve' : `OLLAMA_HOST=${url.host} ollama serve`);
