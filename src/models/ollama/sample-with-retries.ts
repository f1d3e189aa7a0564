import type { Warning } from '../../domain/run-event.ts';
import type { CompletionPart, CompletionRequest } from '../../ports/model.ts';
import type { AdaptiveLimiter } from '../http/adaptive-limiter.ts';
import { BrokenStreamError, HttpStatusError } from '../http/http-status-error.ts';
import type { JsonClient } from '../http/json-client.ts';
import { isBusy, type RetryPolicy, withRetries } from '../http/with-retries.ts';
import { fitsJsonSchema } from '../json-schema-check.ts';
import { incomplete, promptTooLong } from './ollama-errors.ts';
import { type OllamaSetup, type SampleVariant, sampleCall } from './ollama-request.ts';
import type { PromptCutDetector } from './prompt-cut.ts';
import { type StreamedSample, streamSample } from './stream-sample.ts';

export type SampleContext = {
  readonly client: JsonClient;
  readonly setup: OllamaSetup;
  readonly limiter: AdaptiveLimiter;
  readonly retries: RetryPolicy;
  readonly cutDetector: PromptCutDetector;
  /** Tokens of the prompt, from above. */
  readonly estimatedPromptTokens: number;
  /** Asked when the request is sent: what earlier samples showed may have changed it. Null: no seed. */
  readonly seedFor: (sample: number) => number | null;
  readonly warn: (warning: Warning) => void;
};

type Variant = Omit<SampleVariant, 'seed'> & { readonly seedShift: number };

/** One complete sample, with a second try for an answer that broke off, was all thought, or does not keep to the schema. */
export async function sampleWithRetries(
  context: SampleContext,
  request: CompletionRequest,
  sample: number,
  emit: (part: CompletionPart) => void,
  signal: AbortSignal,
): Promise<StreamedSample> {
  const { setup, warn } = context;
  let variant: Variant = { seedShift: 0, think: setup.think, logprobs: setup.logprobs };
  let broken = 0;
  let repeated = false;
  for (;;) {
    let streamed: StreamedSample;
    try {
      streamed = await attempt(context, request, sample, variant, emit, signal);
    } catch (error) {
      signal.throwIfAborted();
      const other = withoutRefusedField(error, variant);
      if (other !== null) {
        variant = other;
        continue;
      }
      if (!(error instanceof BrokenStreamError)) throw error;
      broken += 1;
      if (broken > 1) throw incomplete(setup.name, error.message, error);
      warn({ feature: 'incomplete-answer', detail: `An answer broke off (${error.message}) and is asked for again.` });
      continue;
    }
    if (streamed.promptTokens !== null && context.cutDetector.isCut(context.estimatedPromptTokens, streamed.promptTokens)) {
      throw promptTooLong(setup.name, setup.numCtx, streamed.promptTokens);
    }
    const problem = problemOf(streamed, request);
    if (problem === null) return streamed;
    if (repeated) {
      warn(problem.warning);
      // Thoughts without an answer are no answer, whatever the server calls their end.
      return problem.kind === 'thought' ? { ...streamed, finish: 'length' } : streamed;
    }
    repeated = true;
    variant = { ...variant, think: setup.think === 'low' ? 'low' : false, seedShift: secondSeedShift };
  }
}

/** A second try at the same seed could only repeat the first; far from any neighbouring sample's seed. */
const secondSeedShift = 1_000_003;

async function attempt(
  context: SampleContext,
  request: CompletionRequest,
  sample: number,
  variant: Variant,
  emit: (part: CompletionPart) => void,
  signal: AbortSignal,
): Promise<StreamedSample> {
  return await withRetries(
    async () => {
      const release = await context.limiter.acquire({ signal });
      const seed = context.seedFor(sample);
      const call = sampleCall(context.setup, request, { ...variant, seed: seed === null ? null : seed + variant.seedShift });
      let busy = false;
      try {
        const onText = (text: string, offset: number): void => emit({ type: 'text-delta', sample, offset, text });
        return await streamSample(context.client, call, request, context.setup.numCtx, onText, signal);
      } catch (error) {
        busy = error instanceof HttpStatusError && (error.status === 503 || error.status === 429);
        throw error;
      } finally {
        release(busy ? 'busy' : 'done');
      }
    },
    context.retries,
    (error) => isBusy(error) && !isRefusal(error),
    { signal },
  );
}

/** Ollama answers 500 also for what no second try can mend. */
function isRefusal(error: unknown): boolean {
  return (
    error instanceof HttpStatusError &&
    /schema|grammar|invalid|unsupported|does not support|context length|system memory/iu.test(error.message)
  );
}

/** Older servers and other models refuse fields by name: the same request without the refused one, or null. */
function withoutRefusedField(error: unknown, variant: Variant): Variant | null {
  if (!(error instanceof HttpStatusError)) return null;
  if (variant.think !== null && /\bthink/iu.test(error.message)) return { ...variant, think: null };
  if (variant.logprobs && /logprob/iu.test(error.message)) return { ...variant, logprobs: false };
  return null;
}

function problemOf(
  streamed: StreamedSample,
  request: CompletionRequest,
): { readonly kind: 'thought' | 'schema'; readonly warning: Warning } | null {
  const { text, thought, finish } = streamed;
  if (thought && (text.trim() === '' || /^\s*<think/u.test(text))) {
    return {
      kind: 'thought',
      warning: { feature: 'thinking', detail: 'The model spent the whole answer on thinking; the sample counts as cut.' },
    };
  }
  if (request.jsonSchema !== undefined && finish === 'stop' && !fitsJsonSchema(text, request.jsonSchema)) {
    return { kind: 'schema', warning: { feature: 'json-schema', detail: 'The server did not keep to the schema, also in a second try.' } };
  }
  return null;
}
