import { defaultAddresses } from '../../domain/default-addresses.ts';
import type { Warning } from '../../domain/run-event.ts';
import { say, warned } from '../../domain/said.ts';
import { parseServerUrl, shownAddress } from '../http/server-url.ts';

export type OpenAiAddress = {
  /** What the API's path is put behind, e.g. `https://openrouter.ai/api`. */
  readonly root: URL;
  /** `/v1`, or another version; empty where the address names none and no version answers there. */
  readonly api: string;
  /** The address said neither that it is the root nor which version it is: both are tried. */
  readonly uncertain: boolean;
  readonly warnings: readonly Warning[];
};

const routes = /\/(?:chat\/completions|completions|models|responses|embeddings)$/u;

/**
 * The address as people write it: a bare host gets `/v1`, and a route at its end is taken off with a warning.
 * Throws `bad-config` for what is no http address.
 */
export function readOpenAiAddress(text: string): OpenAiAddress {
  const url = parseServerUrl(text, defaultAddresses.openai);
  const route = routes.exec(url.pathname)?.[0] ?? '';
  const path = url.pathname.slice(0, url.pathname.length - route.length).replace(/\/+$/u, '');
  const version = /\/v\d+[a-z0-9]*$/u.exec(path)?.[0] ?? '';
  const root = new URL(url);
  root.pathname = path.slice(0, path.length - version.length);
  const api = version !== '' ? version : path === '' ? '/v1' : '';
  const meant = `${shownAddress(root)}${api}`;
  return {
    root,
    api,
    uncertain: version === '' && path !== '',
    warnings: route === '' ? [] : [warned('base-url', say('route-left-out', { route, address: meant }))],
  };
}
