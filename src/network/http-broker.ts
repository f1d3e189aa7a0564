import { lookup } from 'node:dns/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { systemReason } from '../domain/system-error.ts';
import type { BrokerAnswer, BrokerRequest, BrokerResponse, NetworkBroker, NetworkRights } from '../ports/network-broker.ts';
import { isPrivateAddress } from './private-address.ts';
import { bytesWithoutSecrets, bytesWithSecrets, urlWithSecrets, withoutSecrets, withSecrets } from './secret-exchange.ts';

/** Bytes of an answer's body. */
const mostBytes = 4 * 2 ** 20;
/** The host's own, or parts of how messages are framed. */
const reserved = new Set(
  'host connection content-length transfer-encoding keep-alive te trailer upgrade expect accept-encoding proxy-authorization proxy-connection'.split(
    ' ',
  ),
);

export type BrokerOptions = {
  /** All addresses of a name. Default: the system's. */
  readonly resolve?: (name: string) => Promise<readonly string[]>;
};

export function createHttpBroker(options: BrokerOptions = {}): NetworkBroker {
  const resolve = options.resolve ?? (async (name) => (await lookup(name, { all: true, verbatim: true })).map(({ address }) => address));
  return {
    async request(request, rights, { signal } = {}) {
      signal?.throwIfAborted();
      const target = targetOf(request, rights);
      if (typeof target === 'string') return refused(target);
      let address: string | null;
      try {
        address = isIP(target.name) !== 0 ? target.name : await pinned(target, rights, resolve);
      } catch (error) {
        signal?.throwIfAborted();
        return { ok: false, refused: false, reason: `${target.name} has no address (${systemReason(error)})` };
      }
      if (address === null) return refused(privateReason(target));
      try {
        return { ok: true, response: await dial(request, target, address, rights, signal) };
      } catch (error) {
        signal?.throwIfAborted();
        return {
          ok: false,
          refused: false,
          reason: withoutSecrets(`${target.host} gave no answer: ${systemReason(error)}`, rights.secrets),
        };
      }
    },
  };
}

/** `name` is without the brackets of an IPv6 address. */
type Target = { readonly url: URL; readonly host: string; readonly name: string; readonly port: number };

const refused = (reason: string): BrokerAnswer => ({ ok: false, refused: true, reason });

/** Where the request goes, or why it does not. */
function targetOf({ method, url: address, headers }: BrokerRequest, { declared, granted, secrets }: NetworkRights): Target | string {
  if (!/^[A-Z]{1,20}$/.test(method) || method === 'CONNECT' || method === 'TRACE') return `${method} is no method that is sent for a skill`;
  let url: URL;
  try {
    url = new URL(urlWithSecrets(address, secrets));
  } catch {
    return 'it is no address';
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return `${url.protocol} is not carried, only http: and https:`;
  if (url.username !== '' || url.password !== '') return 'an address with a user or password in it is not dialled; use a header';
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  const host = `${url.hostname}:${port}`;
  if (!declared.has(host)) {
    const known = [...declared].join(', ');
    return `${host} is not declared in INTEGRATION (declared: ${known === '' ? 'none' : known})`;
  }
  if (!granted.has(host)) return `${host} is declared but not granted; grant it with --allow-net ${host}`;
  const taken = Object.keys(headers).find(
    (name) => reserved.has(name.toLowerCase()) && name.toLowerCase() !== 'accept-encoding' && !isHarmless(name, headers, url, port),
  );
  if (taken !== undefined) return `the header ${taken} is set by the host alone`;
  return { url, host, name: url.hostname.replace(/^\[|\]$/g, ''), port };
}

/** What libraries add by themselves and what is sent anyway. */
function isHarmless(name: string, headers: BrokerRequest['headers'], { host, hostname }: URL, port: number): boolean {
  const value = headers[name] ?? '';
  switch (name.toLowerCase()) {
    case 'host':
      return value === host || value === `${hostname}:${port}`;
    case 'connection':
      return /^(?:close|keep-alive)$/i.test(value);
    case 'content-length':
      return true;
    default:
      return false;
  }
}

/** The one address that is dialled; null where the name leads to a private one that nobody granted. */
async function pinned({ name, port }: Target, { granted }: NetworkRights, resolve: NonNullable<BrokerOptions['resolve']>) {
  const addresses = await resolve(name);
  const [first] = addresses;
  if (first === undefined) throw new Error('no address');
  const isLocal = name === 'localhost';
  const fine = (address: string): boolean =>
    !isPrivateAddress(address) ||
    granted.has(`${address.includes(':') ? `[${address}]` : address}:${port}`) ||
    (isLocal && /^(?:127\.|::1$)/.test(address));
  // One private address among public ones is how a name is turned against its granter.
  return addresses.every(fine) ? first : null;
}

const privateReason = ({ host, port }: Target): string =>
  `${host} leads to a private address; grant that address itself too, with its port ${port}, if it is meant`;

function dial(
  { method, headers, body, timeoutMs }: BrokerRequest,
  { url, name, port }: Target,
  address: string,
  { secrets }: NetworkRights,
  signal: AbortSignal | undefined,
): Promise<BrokerResponse> {
  const given = Object.entries(headers).filter(([key]) => !reserved.has(key.toLowerCase()));
  const sent = body === null ? null : bytesWithSecrets(body, secrets);
  const limit = AbortSignal.timeout(timeoutMs);
  return new Promise((resolve, reject) => {
    const make = url.protocol === 'https:' ? requestHttps : requestHttp;
    const outgoing = make({
      ...{ host: address, port, method, path: `${url.pathname}${url.search}`, agent: false },
      ...(isIP(name) === 0 ? { servername: name } : {}),
      headers: {
        ...Object.fromEntries(given.map(([key, value]) => [key, withSecrets(value, secrets)])),
        ...{ Host: url.host, 'Accept-Encoding': 'identity' },
        ...(sent === null ? {} : { 'Content-Length': String(sent.byteLength) }),
      },
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    });
    const fail = (error: Error): void => reject(limit.aborted ? new Error(`nothing came within ${timeoutMs / 1000} s`) : error);
    outgoing.on('error', fail);
    outgoing.on('response', (incoming) => {
      readAll(incoming).then((data) => {
        const shown = Object.entries(incoming.headers).map(([key, value]) => [key, withoutSecrets(String(value), secrets)] as const);
        resolve({ status: incoming.statusCode ?? 0, headers: Object.fromEntries(shown), body: bytesWithoutSecrets(data, secrets) });
      }, fail);
    });
    outgoing.end(sent ?? undefined);
  });
}

async function readAll(incoming: IncomingMessage): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > mostBytes) {
      incoming.destroy();
      throw new Error(`its answer is larger than ${mostBytes} bytes`);
    }
    chunks.push(chunk);
  }
  if ((incoming.headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new Error('its answer is compressed, which was not asked for');
  return Buffer.concat(chunks);
}
