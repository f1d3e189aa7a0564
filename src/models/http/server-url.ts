import { AppError } from '../../domain/app-error.ts';

/**
 * A server's base URL as people write it: the scheme and a trailing slash may be missing or too much, and `localhost`
 * becomes 127.0.0.1, because Node may resolve it to ::1 where local model servers do not listen.
 * Throws `bad-config` for anything but http and https.
 */
export function parseServerUrl(text: string, fallback: string): URL {
  const hint = `Give an address such as ${fallback}.`;
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//iu.test(text) ? text : `http://${text}`;
  let url: URL;
  try {
    url = new URL(withScheme);
  } catch (cause) {
    throw new AppError('bad-config', `"${text}" is no server address.`, hint, { cause });
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new AppError('bad-config', `"${text}" is neither http nor https.`, hint);
  if (url.hostname === 'localhost') url.hostname = '127.0.0.1';
  // What `OLLAMA_HOST` says to a server means "every address"; a client dials this machine.
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1';
  url.pathname = url.pathname.replace(/\/+$/u, '');
  url.hash = '';
  return url;
}

/** As it may be shown: without user, password and query, and without a slash at the end. */
export const shownAddress = (url: URL): string => `${url.origin}${url.pathname}`.replace(/\/$/u, '');
