import { AppError } from '../../domain/app-error.ts';
import type { Model, PromptForm } from '../../ports/model.ts';
import type { ModelProvider } from '../../ports/model-provider.ts';
import { HttpStatusError } from '../http/http-status-error.ts';
import { createJsonClient, type JsonClient, type ProxySettings } from '../http/json-client.ts';
import { isLoopback } from '../http/loopback.ts';
import { parseServerUrl } from '../http/server-url.ts';
import { defaultRetryPolicy, isBusy, type RetryPolicy, withRetries } from '../http/with-retries.ts';
import { asArray, asNumber, asRecord, asString } from '../read-json.ts';
import { chooseContextSize } from './context-size.ts';
import { isModelMissing, modelMissing, toAppError } from './ollama-errors.ts';
import { createOllamaModel } from './ollama-model.ts';
import type { OllamaSetup } from './ollama-request.ts';
import { type OllamaModelInfo, readModelInfo } from './ollama-wire.ts';
import { probePrefill } from './prefill-support.ts';
import { pullModel } from './pull-model.ts';

export const defaultOllamaUrl = 'http://127.0.0.1:11434';

export type OllamaOptions = {
  /** Default `http://127.0.0.1:11434`; the scheme may be missing. */
  readonly baseUrl?: string;
  /** How long the model stays loaded after a request, as Ollama writes it; default `30m`. */
  readonly keepAlive?: string | number;
  /** Tokens of context wanted at most, prompt and answer together; default 8192. */
  readonly contextTokens?: number;
  /** Memory of this machine in bytes; bounds the context of a server on it. */
  readonly memoryBytes?: number;
  /** Requests in flight at most; default 4. */
  readonly maxConcurrency?: number;
  /** For servers elsewhere; traffic to this machine never takes a proxy. */
  readonly proxy?: ProxySettings;
  readonly retries?: RetryPolicy;
  /** Milliseconds without text before a warning says so; default 10,000. */
  readonly slowAfterMs?: number;
};

/** Models of an Ollama server, through its native API. */
export function createOllamaProvider(options: OllamaOptions = {}): ModelProvider {
  const url = parseServerUrl(options.baseUrl ?? defaultOllamaUrl, defaultOllamaUrl);
  const address = url.href.replace(/\/$/u, '');
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
          return await listModels(client, signal);
        } catch (error) {
          throw await explained(error, client, 'its models', address, signal);
        }
      });
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
          throw await explained(error, client, name, address, signal);
        }
      });
    },
    async open(name, { signal } = {}): Promise<Model> {
      const client = connect();
      try {
        return await openModel(client, name, { ...options, retries }, isLoopback(url), signal);
      } catch (error) {
        const why = await explained(error, client, name, address, signal);
        await client.close();
        throw why;
      }
    },
  };
}

async function listModels(client: JsonClient, signal: AbortSignal | undefined): Promise<Awaited<ReturnType<ModelProvider['list']>>> {
  const tags = asRecord(await client.json('GET', '/api/tags', undefined, signal === undefined ? {} : { signal }));
  return asArray(tags.models).map((entry) => {
    const model = asRecord(entry);
    const details = asRecord(model.details);
    const detail = [details.family, details.parameter_size, details.quantization_level].filter(
      (part) => typeof part === 'string' && part !== '',
    );
    return { name: asString(model.name) ?? '', bytes: asNumber(model.size), present: true, detail: detail.join(', ') };
  });
}

async function openModel(
  client: JsonClient,
  name: string,
  options: OllamaOptions & { readonly retries: RetryPolicy },
  local: boolean,
  signal: AbortSignal | undefined,
): Promise<Model> {
  const at = signal === undefined ? {} : { signal };
  const get = (method: 'GET' | 'POST', path: string, body?: unknown): Promise<unknown> =>
    withRetries(() => client.json(method, path, body, at), options.retries, isBusy, at);
  const version = asString(asRecord(await get('GET', '/api/version')).version) ?? '';
  const info = readModelInfo(await get('POST', '/api/show', { model: name }));
  if (info.capabilities !== null && !info.capabilities.includes('completion')) {
    throw new AppError(
      'model-refused',
      `${name} writes no text (it offers ${info.capabilities.join(', ') || 'nothing'}).`,
      'anneal models list --backend ollama',
    );
  }
  const loadedTokens = await loadedContext(client, name, signal);
  const context = chooseContextSize(info, {
    neededTokens: options.contextTokens ?? 8192,
    memoryBytes: local ? (options.memoryBytes ?? null) : null,
    loadedTokens,
  });
  const setup: OllamaSetup = {
    name,
    numCtx: context.tokens,
    keepAlive: options.keepAlive ?? '30m',
    think: thinkSetting(info),
    logprobs: isAtLeast(version, [0, 12, 11]),
  };
  const continues = await probePrefill(get, setup, info);
  const turns: readonly PromptForm[] = continues === 'no-turns' ? [] : continues === 'continues' ? ['chat', 'chat-prefill'] : ['chat'];
  return createOllamaModel({
    client,
    setup,
    capabilities: {
      jsonSchema: true,
      grammar: false,
      logprobs: setup.logprobs,
      seed: true,
      samplesInOneCall: false,
      contextTokens: context.tokens,
      promptForms: [...turns, 'completion'],
    },
    warnings: context.warnings,
    maxConcurrency: options.maxConcurrency ?? 4,
    retries: options.retries,
    slowAfterMs: options.slowAfterMs ?? 10_000,
  });
}

/** Harmony models cannot be kept from thinking, only told to think little. */
function thinkSetting(info: OllamaModelInfo): OllamaSetup['think'] {
  if (info.capabilities === null || !info.capabilities.includes('thinking')) return null;
  return info.family === 'gptoss' || info.family === 'gpt-oss' ? 'low' : false;
}

async function loadedContext(client: JsonClient, name: string, signal: AbortSignal | undefined): Promise<number | null> {
  try {
    const ps = asRecord(await client.json('GET', '/api/ps', undefined, signal === undefined ? {} : { signal }));
    const full = name.includes(':') ? name : `${name}:latest`;
    const loaded = asArray(ps.models)
      .map(asRecord)
      .find((model) => model.name === full);
    return loaded === undefined ? null : asNumber(loaded.context_length);
  } catch (error) {
    // Servers before 0.1.38 do not have it; not knowing costs one reload.
    if (error instanceof HttpStatusError) return null;
    throw error;
  }
}

/** A failure as the user should read it; a missing model with the names that are there. */
async function explained(
  error: unknown,
  client: JsonClient,
  name: string,
  address: string,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  if (signal?.aborted) return signal.reason;
  if (!isModelMissing(error)) return toAppError(error, name, 0);
  const present = await listModels(client, signal).catch(() => []);
  return modelMissing(
    name,
    address,
    present.map((model) => model.name),
  );
}

/** The command that starts Ollama where we look for it. */
const serveCommand = (url: URL): string => (url.port === '11434' ? 'ollama serve' : `OLLAMA_HOST=${url.host} ollama serve`);

/** `0.0.0` is what a server built from source says of itself: as new as can be. */
function isAtLeast(version: string, wanted: readonly [number, number, number]): boolean {
  const parts = /^(\d+)\.(\d+)\.(\d+)/u.exec(version)?.slice(1).map(Number);
  if (parts === undefined) return false;
  if (parts.every((part) => part === 0)) return true;
  for (const [index, least] of wanted.entries()) {
    const part = parts[index] ?? 0;
    if (part !== least) return part > least;
  }
  return true;
}
