import type { Model, PromptForm } from '../../ports/model.ts';
import { HttpStatusError } from '../http/http-status-error.ts';
import type { JsonClient } from '../http/json-client.ts';
import { isBusy, type RetryPolicy, withRetries } from '../http/with-retries.ts';
import { asArray, asNumber, asRecord, asString } from '../read-json.ts';
import { chooseContextSize } from './context-size.ts';
import { type OllamaPlace, writesNoText } from './ollama-errors.ts';
import { createOllamaModel } from './ollama-model.ts';
import type { OllamaOptions } from './ollama-options.ts';
import type { OllamaSetup } from './ollama-request.ts';
import { type OllamaModelInfo, readModelInfo } from './ollama-wire.ts';
import { probePrefill } from './prefill-support.ts';

/** Asks the server what the model is and can, settles what all its requests share, and loads it. `client` becomes the model's own. */
export async function openOllamaModel(
  client: JsonClient,
  place: OllamaPlace,
  options: OllamaOptions & { readonly retries: RetryPolicy },
  local: boolean,
  signal: AbortSignal | undefined,
): Promise<Model> {
  const { name, address } = place;
  const at = signal === undefined ? {} : { signal };
  const get = (method: 'GET' | 'POST', path: string, body?: unknown): Promise<unknown> =>
    withRetries(() => client.json(method, path, body, at), options.retries, isBusy, at);
  const version = asString(asRecord(await get('GET', '/api/version')).version) ?? '';
  const info = readModelInfo(await get('POST', '/api/show', { model: name }));
  if (info.capabilities !== null && !info.capabilities.includes('completion')) {
    throw writesNoText(place, info.capabilities);
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
  const fingerprint = await digestOf(client, name, signal);
  return createOllamaModel({
    client,
    address,
    ...(fingerprint === null ? {} : { fingerprint }),
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

/** The digest under which the server keeps the model: a name can be pulled again and be another model. */
async function digestOf(client: JsonClient, name: string, signal: AbortSignal | undefined): Promise<string | null> {
  const tags = asRecord(await client.json('GET', '/api/tags', undefined, signal === undefined ? {} : { signal }).catch(() => null));
  signal?.throwIfAborted();
  const full = name.includes(':') ? name : `${name}:latest`;
  return asString(
    asArray(tags.models)
      .map(asRecord)
      .find((model) => model.name === full)?.digest,
  );
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
