import type { ProxySettings } from '../http/proxy.ts';
import type { RetryPolicy } from '../http/with-retries.ts';

export type OllamaOptions = {
  /** Default `http://127.0.0.1:11434`; the scheme may be missing. */
  readonly baseUrl?: string;
  /** How long the model stays loaded after a request, as Ollama writes it; default `30m`. */
  readonly keepAlive?: string | number;
  /** Tokens of context wanted at most, prompt and answer together; default 8192. */
  readonly contextTokens?: number;
  /** Memory of this machine in bytes; bounds the context of a server on it. */
  readonly memoryBytes?: number;
  /** Requests in flight at most; default 4. */
  readonly maxConcurrency?: number;
  /** For servers elsewhere; traffic to this machine never takes a proxy. */
  readonly proxy?: ProxySettings;
  readonly retries?: RetryPolicy;
  /** Milliseconds without text before a warning says so; default 10,000. */
  readonly slowAfterMs?: number;
};
