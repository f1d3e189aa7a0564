import { setImmediate as nextTurn } from 'node:timers/promises';
import { Agent, type Dispatcher, request } from 'undici';
import { AppError } from '../../domain/app-error.ts';
import { systemReason } from '../../domain/system-error.ts';
import type { Abortable } from '../../ports/abortable.ts';
import { answerError, notJsonError, redirectError } from './answer-error.ts';
import { connectionError } from './connection-error.ts';
import { BrokenStreamError } from './http-status-error.ts';
import { parseJson } from './parse-json.ts';
import { type ProxySettings, proxyFor } from './proxy.ts';
import { proxyDispatcher } from './proxy-dispatcher.ts';
import { readEvents, readLines, readText, type ServerEvent } from './read-body.ts';

export type JsonClientOptions = {
  /** A user and password in it are sent as basic authorization, a query with every request; neither is ever shown. */
  readonly baseUrl: URL;
  /** For messages, e.g. `Ollama`. */
  readonly server: string;
  /** The command or step that makes an unreachable server reachable. */
  readonly startHint: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Taken out of everything that a server says, since some repeat the key that they refuse. */
  readonly secret?: string;
  /** Used for servers elsewhere only, never for this machine. */
  readonly proxy?: ProxySettings;
};

/** Milliseconds of reading without a pause. */
const longestStretchMs = 20;

type Method = 'GET' | 'POST' | 'DELETE';

/**
 * JSON over HTTP to one server. There is no time limit of its own: a cold model may take minutes to its first byte, so
 * the caller's signal is the only budget. Throws `AppError` `model-unreachable` and `model-refused` (not JSON),
 * `HttpStatusError`, `BrokenStreamError`, or `signal.reason`.
 */
export type JsonClient = {
  /** One document; an empty answer is `null`. */
  json(method: Method, path: string, body?: unknown, options?: Abortable): Promise<unknown>;
  /** One document a line, as they arrive. Leaving the iteration early closes the connection. */
  lines(method: Method, path: string, body: unknown, options?: Abortable): AsyncGenerator<unknown>;
  /**
   * Server-sent events, as they arrive; a server that answers with one document instead gives it as the only event.
   * Leaving the iteration early closes the connection.
   */
  events(method: Method, path: string, body: unknown, options?: Abortable): AsyncGenerator<ServerEvent>;
  /** Ends every connection at once. Idempotent. */
  close(): Promise<void>;
};

export function createJsonClient(options: JsonClientOptions): JsonClient {
  const limits = { headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 10_000 } };
  const { url, query, authorization, secrets } = apart(options.baseUrl);
  const base = url.href.replace(/\/$/u, '');
  const proxy = options.proxy === undefined ? null : proxyFor(url, options.proxy);
  const dispatcher: Dispatcher = proxy === null ? new Agent(limits) : proxyDispatcher(proxy, limits);
  const headers = {
    accept: 'application/json, application/x-ndjson, text/event-stream',
    'content-type': 'application/json',
    ...authorization,
    ...options.headers,
  };
  const hidden = (text: string): string =>
    [options.secret ?? '', ...secrets].reduce((shown, secret) => (secret === '' ? shown : shown.replaceAll(secret, '[key]')), text);
  const place = { base, server: options.server };
  let closed = false;

  async function send(method: Method, path: string, body: unknown, signal: AbortSignal | undefined): Promise<Dispatcher.ResponseData> {
    signal?.throwIfAborted();
    let response: Dispatcher.ResponseData;
    try {
      response = await request(withQuery(`${base}${path}`, query), {
        method,
        dispatcher,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(signal === undefined ? {} : { signal }),
      });
    } catch (cause) {
      signal?.throwIfAborted();
      const why = systemReason(cause);
      if (why === 'UND_ERR_SOCKET' || why === 'ECONNRESET')
        throw new BrokenStreamError(`${base}${path} hung up before it answered.`, { cause });
      const { server, startHint } = options;
      throw connectionError(cause, { base, url, server, startHint, proxy: proxy?.shown ?? null });
    }
    if (response.statusCode >= 300 && response.statusCode < 400) {
      response.body.on('error', () => {}).destroy();
      throw redirectError(place, path, String(response.headers.location ?? 'nowhere'));
    }
    return response;
  }

  async function failed(path: string, response: Dispatcher.ResponseData, signal: AbortSignal | undefined): Promise<Error> {
    return answerError(place, path, response, hidden(await whole(response, signal)));
  }

  const notJson = (path: string, response: Dispatcher.ResponseData, text: string): AppError =>
    notJsonError(place, path, response, hidden(text));

  async function whole(response: Dispatcher.ResponseData, signal: AbortSignal | undefined): Promise<string> {
    try {
      return await readText(response.body);
    } catch (cause) {
      signal?.throwIfAborted();
      throw new BrokenStreamError(`The connection to ${base} broke off in the middle of an answer (${systemReason(cause)}).`, { cause });
    }
  }

  /** Hands on what `read` makes of the body; whatever ends the iteration ends the connection. */
  async function* stream<T>(
    response: Dispatcher.ResponseData,
    signal: AbortSignal | undefined,
    read: AsyncGenerator<T>,
  ): AsyncGenerator<T> {
    let breath = performance.now();
    try {
      for await (const part of read) {
        // A server that floods us would otherwise keep timers and signals from ever being served.
        if (performance.now() - breath > longestStretchMs) {
          await nextTurn();
          signal?.throwIfAborted();
          breath = performance.now();
        }
        yield part;
      }
    } catch (cause) {
      signal?.throwIfAborted();
      if (cause instanceof AppError || cause instanceof BrokenStreamError) throw cause;
      throw new BrokenStreamError(`The connection to ${base} broke off (${systemReason(cause)}).`, { cause });
    } finally {
      if (!response.body.destroyed) response.body.on('error', () => {}).destroy();
    }
  }

  async function* documents(path: string, response: Dispatcher.ResponseData): AsyncGenerator<unknown> {
    let first = true;
    for await (const line of readLines(response.body)) {
      if (line.trim() === '') continue;
      const parsed = parseJson(hidden(line));
      if (parsed === undefined && first && !/^\s*[{[]/u.test(line)) throw notJson(path, response, line);
      if (parsed === undefined) throw new BrokenStreamError(`${base}${path} sent a broken line: ${hidden(line.slice(0, 80))}`);
      first = false;
      yield parsed;
    }
  }

  async function* serverEvents(path: string, response: Dispatcher.ResponseData): AsyncGenerator<ServerEvent> {
    const type = String(response.headers['content-type'] ?? '');
    if (type.includes('text/event-stream')) {
      for await (const { event, data } of readEvents(response.body)) yield { event, data: hidden(data) };
      return;
    }
    const text = await readText(response.body);
    if (parseJson(text) === undefined) throw notJson(path, response, text);
    yield { event: null, data: hidden(text) };
  }

  return {
    async json(method, path, body, { signal } = {}) {
      const response = await send(method, path, body, signal);
      if (response.statusCode >= 400) throw await failed(path, response, signal);
      const text = await whole(response, signal);
      if (text.trim() === '') return null;
      const parsed = parseJson(text);
      if (parsed === undefined) throw notJson(path, response, text);
      return parsed;
    },
    async *lines(method, path, body, { signal } = {}) {
      const response = await send(method, path, body, signal);
      if (response.statusCode >= 400) throw await failed(path, response, signal);
      yield* stream(response, signal, documents(path, response));
    },
    async *events(method, path, body, { signal } = {}) {
      const response = await send(method, path, body, signal);
      if (response.statusCode >= 400) throw await failed(path, response, signal);
      yield* stream(response, signal, serverEvents(path, response));
    },
    async close() {
      if (closed) return;
      closed = true;
      await dispatcher.destroy();
    },
  };
}

/** The least characters of a password or of a value in a query that are taken out of texts: shorter ones are words. */
const leastSecret = 6;

/** The address as it may be shown, and what is sent besides: what its user and password become, and its query. */
function apart(given: URL): {
  readonly url: URL;
  /** With its question mark; empty for none. */
  readonly query: string;
  readonly authorization: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
} {
  const [user, password] = [decoded(given.username), decoded(given.password)];
  const url = new URL(given.href);
  url.username = '';
  url.password = '';
  url.search = '';
  url.hash = '';
  const pair = Buffer.from(`${user}:${password}`).toString('base64');
  return {
    url,
    query: given.search,
    authorization: user === '' && password === '' ? {} : { authorization: `Basic ${pair}` },
    secrets: [password, ...given.searchParams.values()].filter(({ length }) => length >= leastSecret),
  };
}

const withQuery = (address: string, query: string): string =>
  address.includes('?') ? `${address}${query.replace('?', '&')}` : `${address}${query}`;

/** A bare `%` is taken as it stands. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
