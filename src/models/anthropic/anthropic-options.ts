import type { ProxySettings } from '../http/proxy.ts';
import type { RetryPolicy } from '../http/with-retries.ts';

export type AnthropicOptions = {
  /** Default `https://api.anthropic.com`. */
  readonly baseUrl?: string;
  /** The key, and the variable that it came from for messages. */
  readonly apiKey?: { readonly value: string; readonly variable: string };
  /** Requests in flight at most; default 4. */
  readonly maxConcurrency?: number;
  /** For servers elsewhere; traffic to this machine never takes a proxy. */
  readonly proxy?: ProxySettings;
  readonly retries?: RetryPolicy;
  /** Milliseconds without text before a warning says so; default 10,000. */
  readonly slowAfterMs?: number;
};
