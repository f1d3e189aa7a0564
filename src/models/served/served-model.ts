import type { Warning } from '../../domain/run-event.ts';
import { say, warned } from '../../domain/said.ts';
import type { Abortable } from '../../ports/abortable.ts';
import type { CompletionPart, CompletionRequest, Decision, Message, Model, ModelCapabilities } from '../../ports/model.ts';
import { estimateTextTokens, estimateTokens } from '../estimate-tokens.ts';
import type { AdaptiveLimiter } from '../http/adaptive-limiter.ts';
import type { RetryPolicy } from '../http/with-retries.ts';
import { runSamples } from '../run-samples.ts';
import type { DecideRequest } from './constrained-choice.ts';
import { createPromptCutDetector } from './prompt-cut.ts';
import { promptTooLong } from './prompt-too-long.ts';
import { createSamenessWatch, sameSamplesWarning } from './sameness-watch.ts';
import { type SampleContext, samplesWithRetries } from './sample-with-retries.ts';
import type { StreamedSample, StreamSamples } from './streamed-sample.ts';

/** What one server's adapter brings; all that is alike for servers is here. */
export type ServedModelOptions = {
  readonly backend: string;
  /** As the server knows the model. */
  readonly name: string;
  /** Without credentials, as it may be shown and stored. */
  readonly address: string;
  /** For messages, e.g. `Ollama`. */
  readonly server: string;
  readonly fingerprint?: string;
  readonly capabilities: ModelCapabilities;
  /** Null where nobody says: then a prompt that was cut in silence cannot be noticed by it. */
  readonly contextTokens: number | null;
  /** Found while opening; told with the first request. */
  readonly warnings: readonly Warning[];
  readonly limiter: AdaptiveLimiter;
  readonly retries: RetryPolicy;
  /** Milliseconds without any text after which a warning says that the server is loading or busy. */
  readonly slowAfterMs: number;
  /** Samples that one call may ask for. */
  readonly samplesPerCall: number;
  readonly stream: StreamSamples;
  readonly decide: <C extends string>(request: DecideRequest<C>, signal: AbortSignal | undefined) => Promise<Decision<C>>;
  /** What no second try can mend, though its status says "busy". */
  readonly isRefusal: (error: unknown) => boolean;
  /** What left the HTTP layer, as a person should read it; anything else is handed through. `promptTokens`: from above. */
  readonly explain: (error: unknown, promptTokens: number) => unknown;
  /** An answer that broke off twice. */
  readonly incomplete: (detail: string, cause: unknown) => Error;
  readonly unsupported: (request: CompletionRequest) => readonly Warning[];
  /** Exact, where the server can count; null where it cannot after all. */
  readonly countTokens?: (messages: readonly Message[], signal: AbortSignal | undefined) => Promise<number | null>;
  readonly close: () => Promise<void>;
};

/** A model behind a server: samples side by side, each tried again where that helps, and every failure explained. */
export function createServedModel(options: ServedModelOptions): Model {
  const { name, backend, capabilities } = options;
  const cutDetector = createPromptCutDetector(options.contextTokens ?? Number.POSITIVE_INFINITY);
  let pendingWarnings = options.warnings;

  async function* complete(request: CompletionRequest, { signal }: Abortable = {}): AsyncIterable<CompletionPart> {
    signal?.throwIfAborted();
    for (const warning of pendingWarnings) yield { type: 'warning', warning };
    pendingWarnings = [];
    for (const warning of options.unsupported(request)) yield { type: 'warning', warning };
    const estimated = estimateTokens(request.messages) + estimateTextTokens(request.prefill ?? '');
    const sameness = createSamenessWatch(request);
    const warned = new Set<string>();
    const groups = grouped(request.seeds.length, options.samplesPerCall);
    const worker = async (group: number, emit: (part: CompletionPart) => void, stop: AbortSignal): Promise<void> => {
      const warn = (warning: Warning): void => {
        if (warned.has(warning.feature)) return;
        warned.add(warning.feature);
        emit({ type: 'warning', warning });
      };
      let slow: NodeJS.Timeout | undefined;
      const context: SampleContext = {
        request,
        stream: options.stream,
        limiter: options.limiter,
        retries: options.retries,
        isRefusal: options.isRefusal,
        seedFor: sameness.seedFor,
        warn,
        incomplete: options.incomplete,
        // From when the server has it: waiting for a place here says nothing of the server.
        onSend() {
          clearTimeout(slow);
          slow = setTimeout(() => warn(slowWarning(options)), options.slowAfterMs);
        },
        onText(sample, text, offset) {
          clearTimeout(slow);
          emit({ type: 'text-delta', sample, offset, text });
        },
        checkPrompt({ promptTokens }) {
          if (promptTokens === null || !cutDetector.isCut(estimated, promptTokens)) return;
          throw promptTooLong(name, { contextTokens: options.contextTokens, tokens: estimated, exact: false, evaluated: promptTokens });
        },
        done(sample, streamed) {
          clearTimeout(slow);
          if (sameness.add(streamed.text)) warn(sameSamplesWarning);
          emit(sampleEnd(sample, streamed, estimated));
        },
      };
      try {
        await samplesWithRetries(context, groups[group] ?? [], stop);
      } catch (error) {
        throw options.explain(error, estimated);
      } finally {
        clearTimeout(slow);
      }
    };
    yield* runSamples(groups.length, worker, signal);
  }

  return {
    id: `${backend}:${name}`,
    backend,
    address: options.address,
    ...(options.fingerprint === undefined ? {} : { fingerprint: options.fingerprint }),
    capabilities,
    async countTokens(messages, { signal } = {}) {
      signal?.throwIfAborted();
      return (await options.countTokens?.(messages, signal)) ?? estimateTokens(messages);
    },
    complete,
    async decide(request, { signal } = {}) {
      try {
        return await options.decide(request, signal);
      } catch (error) {
        signal?.throwIfAborted();
        throw options.explain(error, estimateTextTokens(request.prompt));
      }
    },
    close: options.close,
  };
}

/** A form that the model does not offer. */
export function formWarning(request: CompletionRequest, { promptForms }: ModelCapabilities): Warning[] {
  if (promptForms.includes(request.form)) return [];
  return [warned('prompt-form', say('form-not-offered', { form: request.form, offered: promptForms.join(', ') }))];
}

function sampleEnd(sample: number, { text, finish, promptTokens, completionTokens, logprob }: StreamedSample, estimated: number) {
  const usage = { promptTokens: promptTokens ?? estimated, completionTokens };
  return { type: 'sample-end', sample, text, finish, usage, ...(logprob === null ? {} : { logprob }) } as const;
}

function grouped(count: number, size: number): readonly (readonly number[])[] {
  const places = Array.from({ length: count }, (_, place) => place);
  return Array.from({ length: Math.ceil(count / size) }, (_, group) => places.slice(group * size, (group + 1) * size));
}

const slowWarning = ({ server, name, slowAfterMs }: ServedModelOptions): Warning =>
  warned('model-load', say('slow-server', { seconds: Math.round(slowAfterMs / 1000), server, name }));
