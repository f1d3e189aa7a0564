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

type Proxy = { readonly httpProxy?: string; readonly httpsProxy?: string; readonly noProxy?: string };

/** The proxy variables that other programs read, in small letters first as they do; `ALL_PROXY` stands for those that are not set. */
export function proxyFrom(environment: Environment): { readonly proxy?: Proxy } {
  const read = (name: string): string | undefined => environment[name.toLowerCase()] || environment[name] || undefined;
  const every = read('ALL_PROXY');
  const [httpProxy, httpsProxy, noProxy] = [read('HTTP_PROXY') ?? every, read('HTTPS_PROXY') ?? every, read('NO_PROXY')];
  if (httpProxy === undefined && httpsProxy === undefined) return {};
  return {
    proxy: {
      ...(httpProxy === undefined ? {} : { httpProxy }),
      ...(httpsProxy === undefined ? {} : { httpsProxy }),
      ...(noProxy === undefined ? {} : { noProxy }),
    },
  };
}
