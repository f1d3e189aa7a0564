import { AppError } from '../../domain/app-error.ts';
import { systemReason } from '../../domain/system-error.ts';
import type { BrokenStreamError } from './http-status-error.ts';

export type Destination = {
  /** Without credentials, as it is shown. */
  readonly base: string;
  readonly url: URL;
  /** For messages, e.g. `Ollama`. */
  readonly server: string;
  /** The command or step that makes an unreachable server reachable. */
  readonly startHint: string;
  /** The proxy that the request went through; null for none. */
  readonly proxy: string | null;
};

const untrusted: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
]);

/** Why no connection came about, with the step that mends it. */
export function connectionError(cause: unknown, to: Destination): AppError {
  const why = systemReason(cause);
  const failed = (what: string, hint: string): AppError => new AppError('model-unreachable', what, hint, { cause });
  const { base, url, server } = to;
  if (untrusted.has(why)) {
    return failed(
      `${base} shows a certificate that this machine does not trust (${why}).`,
      `Trust the authority that signed it: export NODE_EXTRA_CA_CERTS=/path/to/its-certificate.pem`,
    );
  }
  if (why === 'CERT_HAS_EXPIRED') return failed(`The certificate of ${base} has expired.`, `Renew it on ${url.host}.`);
  if (why === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return failed(`The certificate of ${base} belongs to another host.`, 'Use the host name that the certificate was made for.');
  }
  if (why === 'EPROTO' || why.startsWith('ERR_SSL')) {
    return failed(`${base} does not speak TLS (${why}).`, `--base-url ${base.replace(/^https:/u, 'http:')}`);
  }
  if (to.proxy !== null) {
    return failed(
      `${capital(server)} does not answer at ${base} through the proxy ${to.proxy} (${why}).`,
      `Check the proxy, or go round it: export NO_PROXY=${url.hostname}`,
    );
  }
  if (why === 'ENOTFOUND' || why === 'EAI_AGAIN') {
    return failed(`No host is called ${url.hostname} (${why}).`, `Check the spelling of ${base}, or the network.`);
  }
  if (why === 'UND_ERR_CONNECT_TIMEOUT' && url.protocol === 'https:') {
    return failed(
      `${base} does not finish a TLS connection (${why}).`,
      `If it speaks plain HTTP: --base-url ${base.replace(/^https:/u, 'http:')}`,
    );
  }
  return failed(`${capital(server)} does not answer at ${base} (${why}).`, to.startHint);
}

/** Somebody took the connection and ended it before there was any answer: so does a server that speaks TLS only. */
export function hungUp(cause: BrokenStreamError, address: string): AppError {
  const log = `See the log of the server at ${address}.`;
  const other = `If it speaks TLS only: --base-url ${address.replace(/^http:/u, 'https:')}. Else: ${log.charAt(0).toLowerCase()}${log.slice(1)}`;
  return new AppError('model-unreachable', cause.message, address.startsWith('http:') ? other : log, { cause });
}

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
