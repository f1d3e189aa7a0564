import type { ProxySettings } from '../http/proxy.ts';
import type { RetryPolicy } from '../http/with-retries.ts';

/** A key and the variable that it came from, so that messages can name the variable and never the key. */
export type ApiKey = { readonly value: string; readonly variable: string };

export type OpenAiOptions = {
  /** Default `http://127.0.0.1:8000/v1`. */
  readonly baseUrl?: string;
  readonly apiKey?: ApiKey;
  /** Requests in flight at most; default: the server's slots, else 4. */
  readonly maxConcurrency?: number;
  /** For servers elsewhere; traffic to this machine never takes a proxy. */
  readonly proxy?: ProxySettings;
  readonly retries?: RetryPolicy;
  /** Milliseconds without text before a warning says so; default 10,000. */
  readonly slowAfterMs?: number;
};
