import type { Warning } from '../../domain/run-event.ts';
import { say, warned } from '../../domain/said.ts';
import type { CompletionRequest } from '../../ports/model.ts';
import type { AdaptiveLimiter } from '../http/adaptive-limiter.ts';
import { BrokenStreamError, HttpStatusError } from '../http/http-status-error.ts';
import { isBusy, type RetryPolicy, withRetries } from '../http/with-retries.ts';
import { fitsJsonSchema } from '../json-schema-check.ts';
import type { SampleCall, SampleEvents, StreamedSample, StreamSamples } from './streamed-sample.ts';

export type SampleContext = {
  readonly request: CompletionRequest;
  readonly stream: StreamSamples;
  readonly limiter: AdaptiveLimiter;
  readonly retries: RetryPolicy;
  /** What no second try can mend, though its status says "busy". */
  readonly isRefusal: (error: unknown) => boolean;
  readonly seedFor: (sample: number) => number | null;
  readonly warn: (warning: Warning) => void;
  /** A sample that counts, whatever became of it. */
  readonly done: (sample: number, streamed: StreamedSample) => void;
  /** A request leaves for the server. */
  readonly onSend: () => void;
  readonly onText: SampleEvents['text'];
  /** Throws when the server's own count shows that it cut the prompt. */
  readonly checkPrompt: (streamed: StreamedSample) => void;
  /** The answer of twice broke off; `detail` is how. */
  readonly incomplete: (detail: string, cause: unknown) => Error;
};

/** A second try at the same seed could only repeat the first; far from any neighbouring sample's seed. */
const secondSeedShift = 1_000_003;

/** One call for these samples, and a second one for each that broke off, was all thought, or does not keep to the schema. */
export async function samplesWithRetries(context: SampleContext, samples: readonly number[], outer: AbortSignal): Promise<void> {
  const stop = new AbortController();
  const signal = AbortSignal.any([outer, stop.signal]);
  const whole = new Set<number>();
  const seconds: Promise<void>[] = [];
  const [first = 0] = samples;
  const end = (sample: number, streamed: StreamedSample): void => {
    whole.add(sample);
    context.checkPrompt(streamed);
    const mended = mendedJson(context, sample, streamed);
    if (mended !== null) context.done(sample, mended);
    else if (problemOf(streamed, context.request) === null) context.done(sample, streamed);
    else seconds.push(noted(secondTry(context, sample, 'useless', null, signal)));
  };
  try {
    const broken = await attempt(context, { samples, again: false, seed: () => context.seedFor(first) }, end, signal);
    for (const sample of samples.filter((one) => !whole.has(one))) {
      context.warn(warned('incomplete-answer', say('answer-broke-off', { why: broken.message })));
      seconds.push(noted(secondTry(context, sample, 'broken', broken, signal)));
    }
    await Promise.all(seconds);
  } catch (error) {
    stop.abort(error);
    await Promise.allSettled(seconds);
    throw error;
  }
}

async function secondTry(
  context: SampleContext,
  sample: number,
  why: 'useless' | 'broken',
  cause: unknown,
  signal: AbortSignal,
): Promise<void> {
  const { request, seedFor, warn, done } = context;
  const seed = (): number | null => {
    const asked = seedFor(sample);
    return asked === null || why === 'broken' ? asked : asked + secondSeedShift;
  };
  let streamed: StreamedSample | null = null;
  const end = (_sample: number, ended: StreamedSample): void => {
    context.checkPrompt(ended);
    streamed = ended;
  };
  const broken = await attempt(context, { samples: [sample], again: why === 'useless', seed }, end, signal);
  if (streamed === null) throw context.incomplete(broken.message, cause ?? broken);
  const problem = problemOf(streamed, request);
  if (problem === null) return done(sample, streamed);
  if (why === 'broken') return await secondTry(context, sample, 'useless', cause, signal);
  warn(problem.warning);
  // Thoughts without an answer are no answer, whatever the server calls their end.
  done(sample, problem.kind === 'thought' ? { ...(streamed as StreamedSample), finish: 'length' } : streamed);
}

type Planned = Pick<SampleCall, 'samples' | 'again'> & {
  /** Asked when the call is sent: what earlier samples showed may have changed it. */
  readonly seed: () => number | null;
};

/** Sends one call within the limiter, again while the server is busy; returns how it broke off, if it did. */
async function attempt(
  context: SampleContext,
  { samples, again, seed }: Planned,
  end: SampleEvents['end'],
  signal: AbortSignal,
): Promise<Error> {
  const send = async (): Promise<void> => {
    const place = await context.limiter.acquire({ signal });
    context.onSend();
    const text: SampleEvents['text'] = (...piece) => {
      place.heard();
      context.onText(...piece);
    };
    let busy = false;
    try {
      await context.stream({ request: context.request, samples, again, seed: seed() }, { text, warn: context.warn, end }, signal);
    } catch (error) {
      busy = error instanceof HttpStatusError && [429, 503, 529].includes(error.status);
      throw error;
    } finally {
      place(busy ? 'busy' : 'done');
    }
  };
  try {
    await withRetries(send, context.retries, (error) => isBusy(error) && !context.isRefusal(error), { signal });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof BrokenStreamError) return error;
    throw error;
  }
  return new BrokenStreamError('the server ended the answer without saying so');
}

/** Some servers eat the first token of an answer that is held to a schema: what fits with it again is taken as it was meant. */
function mendedJson({ request, onText, warn }: SampleContext, sample: number, streamed: StreamedSample): StreamedSample | null {
  const { jsonSchema } = request;
  if (jsonSchema === undefined || streamed.finish !== 'stop' || fitsJsonSchema(streamed.text, jsonSchema)) return null;
  const text = ['{"', '{', '['].map((lost) => `${lost}${streamed.text}`).find((whole) => fitsJsonSchema(whole, jsonSchema));
  if (text === undefined) return null;
  warn(warned('json-schema', say('json-mended')));
  onText(sample, text, 0);
  return { ...streamed, text };
}

function problemOf(
  streamed: StreamedSample,
  request: CompletionRequest,
): { readonly kind: 'thought' | 'schema'; readonly warning: Warning } | null {
  const { text, thought, finish } = streamed;
  if (thought && (text.trim() === '' || /^\s*<think/u.test(text))) {
    return {
      kind: 'thought',
      warning: warned('thinking', say('thought-only')),
    };
  }
  if (request.jsonSchema !== undefined && finish === 'stop' && !fitsJsonSchema(text, request.jsonSchema)) {
    return { kind: 'schema', warning: warned('json-schema', say('schema-not-kept')) };
  }
  return null;
}

/** Its failure is thrown later, when all have ended. */
function noted<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined);
  return work;
}
