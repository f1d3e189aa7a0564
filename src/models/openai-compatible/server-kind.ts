import { HttpStatusError } from '../http/http-status-error.ts';
import type { JsonClient } from '../http/json-client.ts';
import { asNumber, asRecord, asString } from '../read-json.ts';

/** Servers whose habits are known; `unknown` gets the protocol and nothing beyond it. */
export type ServerKind = 'llama-server' | 'vllm' | 'lm-studio' | 'ollama' | 'openai' | 'unknown';

export type ListedModel = {
  readonly name: string;
  readonly bytes: number | null;
  readonly contextTokens: number | null;
  readonly writesText: boolean;
  readonly detail: string;
  /** Tells other weights of the same name apart, where the server says something of them. */
  readonly fingerprint: string | null;
};

export type ServerFacts = {
  readonly kind: ServerKind;
  /** Null where the server lists none. */
  readonly models: readonly ListedModel[] | null;
  /** Requests that the server works on at the same time; null where it does not say. */
  readonly slots: number | null;
};

/** What the server says of itself. `root` has no version: some servers tell more beside the API. */
export async function readServerFacts(
  client: JsonClient,
  api: string,
  host: string,
  signal: AbortSignal | undefined,
): Promise<ServerFacts> {
  const at = signal === undefined ? {} : { signal };
  const listed = await optional(client.json('GET', `${api}/models`, undefined, at));
  const entries = listEntries(listed);
  const owners = (entries ?? []).map((entry) => asString(entry.owned_by));
  if (host === 'api.openai.com') return { kind: 'openai', models: entries?.map(readListed) ?? null, slots: null };
  if (owners.includes('vllm')) return { kind: 'vllm', models: entries?.map(readListed) ?? null, slots: null };
  if (owners.includes('library')) return { kind: 'ollama', models: entries?.map(readListed) ?? null, slots: null };
  if (owners.includes('llamacpp')) {
    const props = asRecord(await optional(client.json('GET', '/props', undefined, at)));
    const contextTokens = asNumber(asRecord(props.default_generation_settings).n_ctx);
    const models = (entries ?? []).map((entry) => ({ ...readListed(entry), ...(contextTokens === null ? {} : { contextTokens }) }));
    return { kind: 'llama-server', models, slots: asNumber(props.total_slots) };
  }
  if (owners.includes('organization_owner')) {
    const more = listEntries(await optional(client.json('GET', '/api/v0/models', undefined, at)));
    if (more !== null) return { kind: 'lm-studio', models: more.map(readListed), slots: null };
  }
  return { kind: 'unknown', models: entries?.map(readListed) ?? null, slots: null };
}

/** What a server without the route answers is no answer. */
async function optional(asked: Promise<unknown>): Promise<unknown> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof HttpStatusError && [404, 405, 501].includes(error.status)) return null;
    throw error;
  }
}

/** `{data: […]}`; some gateways answer with the bare list. Null for anything else: LM Studio says 200 to any route, with an `error`. */
function listEntries(value: unknown): readonly Readonly<Record<string, unknown>>[] | null {
  const list = Array.isArray(value) ? value : asRecord(value).data;
  return Array.isArray(list) ? list.map(asRecord) : null;
}

function readListed(entry: Readonly<Record<string, unknown>>): ListedModel {
  const meta = asRecord(entry.meta);
  const name = asString(entry.id) ?? '';
  const type = asString(entry.type) ?? asString(entry.task) ?? '';
  const contextTokens =
    asNumber(entry.max_model_len) ??
    asNumber(entry.loaded_context_length) ??
    asNumber(entry.max_context_length) ??
    asNumber(entry.context_length) ??
    asNumber(entry.context_window);
  const writesText =
    !/embed|rerank/iu.test(type) && (type !== '' || !/(?:^|[-_/])(?:text-)?embed|rerank|^(?:whisper|tts|dall-e)/iu.test(name));
  const said = [
    contextTokens === null ? '' : `context ${contextTokens}`,
    writesText ? '' : 'writes no text',
    asString(entry.quantization) ?? '',
    asString(entry.state) ?? '',
    asString(entry.owned_by) ?? '',
  ];
  const [parameters, bytes] = [asNumber(meta.n_params), asNumber(meta.size)];
  const root = asString(entry.root);
  return {
    name,
    bytes,
    contextTokens,
    writesText,
    detail: said.filter((part) => part !== '').join(', '),
    fingerprint: parameters !== null && bytes !== null ? `${parameters} parameters, ${bytes} bytes` : root === name ? null : root,
  };
}
