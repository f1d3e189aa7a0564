import type { Warning } from '../../domain/run-event.ts';
import type { Abortable } from '../../ports/abortable.ts';
import type { CompletionPart, CompletionRequest, Decision, Model, ModelCapabilities, Option } from '../../ports/model.ts';
import { estimateTextTokens, estimateTokens } from '../estimate-tokens.ts';
import { type AdaptiveLimiter, createAdaptiveLimiter } from '../http/adaptive-limiter.ts';
import type { JsonClient } from '../http/json-client.ts';
import type { RetryPolicy } from '../http/with-retries.ts';
import { runSamples } from '../run-samples.ts';
import { decideByLogprobs } from './decide-by-logprobs.ts';
import { toAppError } from './ollama-errors.ts';
import type { OllamaSetup } from './ollama-request.ts';
import { createPromptCutDetector } from './prompt-cut.ts';
import { type SampleContext, sampleWithRetries } from './sample-with-retries.ts';

export type OllamaModelOptions = {
  readonly client: JsonClient;
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
  const { client, setup, capabilities } = options;
  const limiter: AdaptiveLimiter = createAdaptiveLimiter({ initial: Math.min(2, options.maxConcurrency), max: options.maxConcurrency });
  const cutDetector = createPromptCutDetector(setup.numCtx);
  let pendingWarnings = options.warnings;

  async function* complete(request: CompletionRequest, { signal }: Abortable = {}): AsyncIterable<CompletionPart> {
    signal?.throwIfAborted();
    for (const warning of pendingWarnings) yield { type: 'warning', warning };
    pendingWarnings = [];
    yield* unsupported(request, capabilities);
    const promptTokens = estimateTokens(request.messages) + estimateTextTokens(request.prefill ?? '');
    const sameness = createSamenessWatch(request);
    const warned = new Set<string>();
    const worker = async (sample: number, emit: (part: CompletionPart) => void, stop: AbortSignal): Promise<void> => {
      const warn = (warning: Warning): void => {
        if (warned.has(warning.feature)) return;
        warned.add(warning.feature);
        emit({ type: 'warning', warning });
      };
      let heard = false;
      const slow = setTimeout(() => heard || warn(slowWarning(setup.name, options.slowAfterMs)), options.slowAfterMs);
      const listen = (part: CompletionPart): void => {
        heard = true;
        clearTimeout(slow);
        emit(part);
      };
      const context: SampleContext = {
        client,
        setup,
        limiter,
        retries: options.retries,
        cutDetector,
        estimatedPromptTokens: promptTokens,
        seedFor: sameness.seedFor,
        warn,
      };
      try {
        const streamed = await sampleWithRetries(context, request, sample, listen, stop);
        if (sameness.add(streamed.text)) warn(sameSamplesWarning);
        const { text, finish, completionTokens, logprob } = streamed;
        const usage = { promptTokens: streamed.promptTokens ?? promptTokens, completionTokens };
        emit({ type: 'sample-end', sample, text, finish, usage, ...(logprob === null ? {} : { logprob }) });
      } catch (error) {
        throw toAppError(error, setup.name, setup.numCtx);
      } finally {
        clearTimeout(slow);
      }
    };
    yield* runSamples(request.seeds.length, worker, signal);
  }

  return {
    id: `ollama:${setup.name}`,
    backend: 'ollama',
    ...(options.fingerprint === undefined ? {} : { fingerprint: options.fingerprint }),
    capabilities,
    async countTokens(messages, { signal } = {}) {
      signal?.throwIfAborted();
      return estimateTokens(messages);
    },
    complete,
    async decide<const C extends string>(
      request: { readonly prompt: string; readonly options: readonly Option<C>[] },
      { signal }: Abortable = {},
    ): Promise<Decision<C>> {
      try {
        return await decideByLogprobs({ client, setup, limiter, retries: options.retries }, request, signal);
      } catch (error) {
        signal?.throwIfAborted();
        throw toAppError(error, setup.name, setup.numCtx);
      }
    },
    close: () => client.close(),
  };
}

function* unsupported(request: CompletionRequest, capabilities: ModelCapabilities): Generator<CompletionPart> {
  if (request.grammar !== undefined) {
    yield { type: 'warning', warning: { feature: 'grammar', detail: 'Ollama takes no grammars; the sample is not held to it.' } };
  }
  if (!capabilities.promptForms.includes(request.form)) {
    const detail = `This model's template does not offer the form ${request.form} (it offers ${capabilities.promptForms.join(', ')}).`;
    yield { type: 'warning', warning: { feature: 'prompt-form', detail } };
  }
}

const slowWarning = (name: string, ms: number): Warning => ({
  feature: 'model-load',
  detail: `No text after ${Math.round(ms / 1000)} s: Ollama is loading ${name} or busy with others. Still waiting.`,
});

const sameSamplesWarning: Warning = {
  feature: 'seed',
  detail: 'Samples with different seeds came back identical; the others are asked for without a seed.',
};

/** Enough identical answers in a row to suspect the server and not the task. */
const suspiciousCount = 3;
const suspiciousLength = 80;

/** Some servers turn a seed into temperature 0: when the first samples are all alike, the rest goes without seeds. */
function createSamenessWatch(request: CompletionRequest): { add(text: string): boolean; seedFor(sample: number): number | null } {
  let firstText: string | null = null;
  let same = 0;
  let suspect = false;
  return {
    add(text) {
      firstText ??= text;
      if (text === firstText) same += 1;
      else same = Number.NEGATIVE_INFINITY;
      suspect ||= same >= suspiciousCount && request.temperature >= 0.3 && text.length >= suspiciousLength;
      return suspect;
    },
    seedFor: (sample) => (suspect ? null : (request.seeds[sample] ?? null)),
  };
}
