import { AppError } from '../../domain/app-error.ts';
import { isLoopback } from './loopback.ts';

/** The addresses of proxies as the environment names them, and the hosts that are asked without one. */
export type ProxySettings = { readonly httpProxy?: string; readonly httpsProxy?: string; readonly noProxy?: string };

/** The proxy variables that other programs read, in small letters first as they do; `ALL_PROXY` stands for those that are not set. */
export function proxySettings(environment: Readonly<Record<string, string | undefined>>): ProxySettings | null {
  const read = (name: string): string | undefined => environment[name.toLowerCase()] || environment[name] || undefined;
  const every = read('ALL_PROXY');
  const [httpProxy, httpsProxy, noProxy] = [read('HTTP_PROXY') ?? every, read('HTTPS_PROXY') ?? every, read('NO_PROXY')];
  if (httpProxy === undefined && httpsProxy === undefined) return null;
  return {
    ...(httpProxy === undefined ? {} : { httpProxy }),
    ...(httpsProxy === undefined ? {} : { httpsProxy }),
    ...(noProxy === undefined ? {} : { noProxy }),
  };
}

export type HttpProxy = {
  /** With the user and password that it wants. */
  readonly address: string;
  /** Without them. */
  readonly shown: string;
};

const usualPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };
const kinds = new Set(['http:', 'https:', 'socks5:', 'socks:']);

/**
 * The proxy that requests to `url` take; null for this machine, and for hosts that `noProxy` names or lies above (`*` for all).
 * Throws `bad-config` for what is no address of a proxy.
 */
export function proxyFor(url: URL, { httpProxy, httpsProxy, noProxy = '' }: ProxySettings): HttpProxy | null {
  if (isLoopback(url) || isExcepted(url, noProxy)) return null;
  const text = url.protocol === 'https:' ? (httpsProxy ?? httpProxy) : httpProxy;
  if (text === undefined) return null;
  // Most programs take `host:port`, and the name is looked up by the proxy anyway.
  const whole = (text.includes('://') ? text : `http://${text}`).replace(/^socks5h:/iu, 'socks5:');
  const proxy = URL.canParse(whole) ? new URL(whole) : null;
  if (proxy === null || proxy.hostname === '' || !kinds.has(proxy.protocol)) {
    throw new AppError(
      'bad-config',
      `"${text.replace(/^(.*:\/\/)?.*@/u, '$1')}" in the environment is no address of a proxy; requests to ${url.host} would take it.`,
      `export ${url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY'}=http://HOST:PORT, or go round it: export NO_PROXY=${url.hostname}`,
    );
  }
  return { address: proxy.href, shown: proxy.host };
}

/** `a.com`, `.a.com` and `*.a.com` mean the host and all below it; a port narrows that. */
function isExcepted(url: URL, noProxy: string): boolean {
  const port = url.port === '' ? usualPorts[url.protocol] : url.port;
  return noProxy.split(/[\s,]+/u).some((entry) => {
    if (entry === '*') return true;
    const [, name = '', wanted] = /^\*?\.?(.*?)(?::(\d+))?$/u.exec(entry.toLowerCase()) ?? [];
    if (name === '' || (wanted !== undefined && wanted !== port)) return false;
    return url.hostname === name || url.hostname.endsWith(`.${name}`);
  });
}
