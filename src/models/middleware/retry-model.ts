import { say, warned } from '../../domain/said.ts';
import type { CompletionPart, CompletionRequest, Model } from '../../ports/model.ts';
import { abortableSleep } from '../abortable-sleep.ts';
import { passedOn } from './record-replies.ts';
import { failingOf, type RetryPolicy, waitBefore } from './retry-policy.ts';

export type RetryOptions = {
  readonly policy: RetryPolicy;
  /** A new number in 0 … 1 for each call. */
  readonly chance: () => number;
};

/**
 * The same model, asked again where that may help: a server that restarts, a process that crashed, a busy API. Samples that
 * have ended are kept; text of the others is replaced from its beginning. Each wait ends at once when the signal fires, so the
 * budget of a run bounds them all, and the first of a request is told as a warning.
 */
export function retryModel(model: Model, options: RetryOptions): Model {
  return {
    ...passedOn(model),
    complete: (request, { signal } = {}) => completeAgain(model, request, options, signal),
    async decide(request, { signal } = {}) {
      for (let attempt = 0; ; attempt += 1) {
        try {
          return await model.decide(request, signal === undefined ? {} : { signal });
        } catch (error) {
          await abortableSleep(waitAfter(error, attempt, options, signal).ms, signal);
        }
      }
    },
  };
}

async function* completeAgain(
  model: Model,
  request: CompletionRequest,
  options: RetryOptions,
  signal: AbortSignal | undefined,
): AsyncGenerator<CompletionPart> {
  const missing = new Set(request.seeds.keys());
  /** Length of what the consumer holds of each sample. */
  const shown = new Map<number, number>();
  let attempt = 0;
  let told = false;
  while (missing.size > 0) {
    const places = [...missing];
    const asked = { ...request, seeds: places.map((place) => request.seeds[place] ?? 0) };
    try {
      for await (const part of model.complete(asked, signal === undefined ? {} : { signal })) {
        if (part.type === 'warning') {
          yield part;
          continue;
        }
        const sample = places[part.sample] ?? part.sample;
        if (part.type === 'text-delta') shown.set(sample, part.offset + part.text.length);
        else {
          // A second try may end with less text than the first had shown.
          if ((shown.get(sample) ?? 0) > part.text.length) yield { type: 'text-delta', sample, offset: part.text.length, text: '' };
          missing.delete(sample);
          attempt = 0;
        }
        yield { ...part, sample };
      }
      return;
    } catch (error) {
      const { ms, why } = waitAfter(error, attempt, options, signal);
      attempt += 1;
      if (!told) yield { type: 'warning', warning: warned('retry', say('asked-again', { why, seconds: (ms / 1000).toFixed(1) })) };
      told = true;
      await abortableSleep(ms, signal);
    }
  }
}

/** How long to wait before the next try. Throws the error itself when no other try helps, or the signal's reason. */
function waitAfter(
  error: unknown,
  attempt: number,
  { policy, chance }: RetryOptions,
  signal: AbortSignal | undefined,
): { readonly ms: number; readonly why: string } {
  signal?.throwIfAborted();
  const failing = failingOf(error);
  const ms = failing === null ? null : waitBefore(attempt, failing, policy, chance());
  if (ms === null || !(error instanceof Error)) throw error;
  return { ms, why: error.message };
}
