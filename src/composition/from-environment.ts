import { type ProxySettings, proxySettings } from '../models/http/proxy.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The first key that is set, with its variable's name for messages. Keys come from the environment only and are kept nowhere. */
export function apiKeyFrom(
  environment: Environment,
  variables: readonly string[],
): { readonly apiKey?: { readonly value: string; readonly variable: string } } {
  for (const variable of variables) {
    const value = environment[variable]?.trim();
    if (value !== undefined && value !== '') return { apiKey: { value, variable } };
  }
  return {};
}

/** The proxy that the environment names, as an option of a backend. */
export function proxyFrom(environment: Environment): { readonly proxy?: ProxySettings } {
  const proxy = proxySettings(environment);
  return proxy === null ? {} : { proxy };
}
