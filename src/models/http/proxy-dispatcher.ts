import { type Agent, type buildConnector, Pool, ProxyAgent } from 'undici';
import type { HttpProxy } from './proxy.ts';

/**
 * What sends requests through a proxy: those for http as they are, because many proxies make no tunnel to other ports than 443.
 * The library would dial for ever when a proxy takes the request for a tunnel and hangs up; here that is a failed connection.
 */
export function proxyDispatcher(proxy: HttpProxy, limits: Agent.Options): ProxyAgent {
  return new ProxyAgent({
    ...limits,
    uri: proxy.address,
    proxyTunnel: false,
    factory: (origin, options: Pool.Options) =>
      new Pool(origin, typeof options.connect === 'function' ? { ...options, connect: onlyOnce(options.connect) } : options),
  });
}

const onlyOnce =
  (connect: buildConnector.connector): buildConnector.connector =>
  (options, done) =>
    connect(options, (...[error, socket]) => {
      if (error === null) done(null, socket);
      else done('code' in error && error.code === 'UND_ERR_SOCKET' ? new Error('the proxy hung up') : error, null);
    });
