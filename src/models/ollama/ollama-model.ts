import type { Warning } from '../../domain/run-event.ts';
import { say, warned } from '../../domain/said.ts';
import type { Model, ModelCapabilities } from '../../ports/model.ts';
import { createAdaptiveLimiter } from '../http/adaptive-limiter.ts';
import type { JsonClient } from '../http/json-client.ts';
import type { RetryPolicy } from '../http/with-retries.ts';
import { createServedModel, formWarning } from '../served/served-model.ts';
import { decideByLogprobs } from './decide-by-logprobs.ts';
import { incomplete, isRefusal, toAppError } from './ollama-errors.ts';
import type { OllamaSetup } from './ollama-request.ts';
import { streamFromOllama } from './stream-sample.ts';

export type OllamaModelOptions = {
  readonly client: JsonClient;
  /** Without credentials. */
  readonly address: string;
  /** The digest of the weights, where the server names it. */
  readonly fingerprint?: string;
  readonly setup: OllamaSetup;
  readonly capabilities: ModelCapabilities;
  /** Found while opening; told with the first request. */
  readonly warnings: readonly Warning[];
  readonly maxConcurrency: number;
  readonly retries: RetryPolicy;
  /** Milliseconds without any text after which a warning says that the server is loading or busy. */
  readonly slowAfterMs: number;
};

export function createOllamaModel(options: OllamaModelOptions): Model {
  const { client, address, setup, capabilities, retries, maxConcurrency } = options;
  const limiter = createAdaptiveLimiter({ initial: Math.min(2, maxConcurrency), max: maxConcurrency });
  return createServedModel({
    backend: 'ollama',
    name: setup.name,
    address,
    server: 'Ollama',
    ...(options.fingerprint === undefined ? {} : { fingerprint: options.fingerprint }),
    capabilities,
    contextTokens: setup.numCtx,
    warnings: options.warnings,
    limiter,
    retries,
    slowAfterMs: options.slowAfterMs,
    samplesPerCall: 1,
    stream: streamFromOllama(client, setup),
    decide: (request, signal) => decideByLogprobs({ client, setup, limiter, retries }, request, signal),
    isRefusal,
    explain: (error, promptTokens) => toAppError(error, { name: setup.name, address }, { contextTokens: setup.numCtx, promptTokens }),
    incomplete: (detail, cause) => incomplete(setup.name, detail, cause),
    unsupported: (request) => [
      ...(request.grammar === undefined ? [] : [warned('grammar', say('ollama-no-grammar'))]),
      ...formWarning(request, capabilities),
    ],
    close: () => client.close(),
  });
}
