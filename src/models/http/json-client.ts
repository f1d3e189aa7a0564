import { Agent, type Dispatcher, EnvHttpProxyAgent, request } from 'undici';
import { AppError } from '../../domain/app-error.ts';
import type { Abortable } from '../../ports/abortable.ts';
import { BrokenStreamError, HttpStatusError } from './http-status-error.ts';
import { isLoopback } from './loopback.ts';

export type ProxySettings = { readonly httpProxy?: string; readonly httpsProxy?: string; readonly noProxy?: string };

export type JsonClientOptions = {
  readonly baseUrl: URL;
  /** For messages, e.g. `Ollama`. */
  readonly server: string;
  /** The command or step that makes an unreachable server reachable. */
  readonly startHint: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Used for servers elsewhere only, never for this machine. */
  readonly proxy?: ProxySettings;
};

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
  /** Ends every connection at once. Idempotent. */
  close(): Promise<void>;
};

export function createJsonClient(options: JsonClientOptions): JsonClient {
  const limits = { headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 10_000 } };
  const proxied = options.proxy !== undefined && !isLoopback(options.baseUrl);
  const dispatcher: Dispatcher = proxied ? new EnvHttpProxyAgent({ ...limits, ...options.proxy }) : new Agent(limits);
  const base = options.baseUrl.href.replace(/\/$/u, '');
  let closed = false;

  async function send(method: Method, path: string, body: unknown, signal: AbortSignal | undefined): Promise<Dispatcher.ResponseData> {
    signal?.throwIfAborted();
    try {
      return await request(`${base}${path}`, {
        method,
        dispatcher,
        headers: { accept: 'application/json, application/x-ndjson', 'content-type': 'application/json', ...options.headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(signal === undefined ? {} : { signal }),
      });
    } catch (cause) {
      signal?.throwIfAborted();
      const why = errorCode(cause);
      if (why === 'UND_ERR_SOCKET' || why === 'ECONNRESET')
        throw new BrokenStreamError(`${base}${path} hung up before it answered.`, { cause });
      throw new AppError('model-unreachable', `${options.server} does not answer at ${base} (${why}).`, options.startHint, { cause });
    }
  }

  const notJson = (path: string, status: number, type: string, text: string): AppError => {
    const isPage = type.includes('text/html') || /^\s*<(?:!doctype|html)/iu.test(text);
    const what = isPage ? 'a web page' : text.trim() === '' ? 'nothing' : `"${text.trim().slice(0, 80)}"`;
    return new AppError(
      'model-refused',
      `${base}${path} answered ${status} with ${what} instead of JSON; it is probably not ${options.server}.`,
      `Check the address: is ${base} really ${options.server}, and is no proxy or login page in between?`,
    );
  };

  async function failed(path: string, response: Dispatcher.ResponseData, signal: AbortSignal | undefined): Promise<Error> {
    const text = await bodyText(response, signal);
    const parsed = parseJson(text);
    const type = contentType(response);
    const retryAfter = Number(response.headers['retry-after']);
    const retryAfterMs = Number.isFinite(retryAfter) && retryAfter >= 0 ? retryAfter * 1000 : null;
    // A gateway's error page may go away by itself; any other page means a wrong address.
    if (parsed === undefined && response.statusCode < 500 && response.statusCode !== 429)
      return notJson(path, response.statusCode, type, text);
    return new HttpStatusError(
      response.statusCode,
      errorText(parsed) ?? (text.trim().slice(0, 200) || `HTTP ${response.statusCode}`),
      retryAfterMs,
    );
  }

  return {
    async json(method, path, body, { signal } = {}) {
      const response = await send(method, path, body, signal);
      if (response.statusCode >= 400) throw await failed(path, response, signal);
      const text = await bodyText(response, signal);
      if (text.trim() === '') return null;
      const parsed = parseJson(text);
      if (parsed === undefined) throw notJson(path, response.statusCode, contentType(response), text);
      return parsed;
    },
    async *lines(method, path, body, { signal } = {}) {
      const response = await send(method, path, body, signal);
      if (response.statusCode >= 400) throw await failed(path, response, signal);
      const decoder = new TextDecoder();
      let rest = '';
      let lines = 0;
      const read = (line: string): unknown => {
        const parsed = parseJson(line);
        lines += 1;
        if (parsed !== undefined) return parsed;
        if (lines === 1) throw notJson(path, response.statusCode, contentType(response), line);
        throw new BrokenStreamError(`${base}${path} sent a broken line: ${line.slice(0, 80)}`);
      };
      try {
        for await (const chunk of response.body) {
          rest += decoder.decode(chunk, { stream: true });
          const parts = rest.split('\n');
          rest = parts.pop() ?? '';
          for (const line of parts) if (line.trim() !== '') yield read(line);
        }
        if (rest.trim() !== '') yield read(rest);
      } catch (cause) {
        signal?.throwIfAborted();
        if (cause instanceof AppError || cause instanceof BrokenStreamError) throw cause;
        throw new BrokenStreamError(`The connection to ${base} broke off (${errorCode(cause)}).`, { cause });
      } finally {
        if (!response.body.destroyed) response.body.on('error', () => {}).destroy();
      }
    },
    async close() {
      if (closed) return;
      closed = true;
      await dispatcher.destroy();
    },
  };
}

async function bodyText(response: Dispatcher.ResponseData, signal: AbortSignal | undefined): Promise<string> {
  try {
    return await response.body.text();
  } catch (cause) {
    signal?.throwIfAborted();
    throw new BrokenStreamError('The connection broke off in the middle of an answer.', { cause });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const contentType = (response: Dispatcher.ResponseData): string => String(response.headers['content-type'] ?? '');

/** `{"error": "…"}` or `{"error": {"message": "…"}}`. */
function errorText(body: unknown): string | null {
  if (body === null || typeof body !== 'object' || !('error' in body)) return null;
  const { error } = body;
  if (typeof error === 'string') return error;
  return error !== null && typeof error === 'object' && 'message' in error && typeof error.message === 'string' ? error.message : null;
}

function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.cause === undefined ? error.message : errorCode(error.cause);
}
