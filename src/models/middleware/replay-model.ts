import { AppError } from '../../domain/app-error.ts';
import type { RecordedReply, Recording } from '../../domain/recording.ts';
import { say, warned } from '../../domain/said.ts';
import type { Abortable } from '../../ports/abortable.ts';
import type { CompletionPart, CompletionRequest, Decision, Model } from '../../ports/model.ts';
import { estimateTokens } from '../estimate-tokens.ts';
import { completionKey, decisionKey } from './request-key.ts';

type Sample = Extract<RecordedReply, { type: 'sample' }>;

/** All that was said to one request. */
type Said = { readonly purpose: string; readonly replies: RecordedReply[]; used: boolean };

/**
 * A model that says again what a recorded one said, in the recorded order, and nothing else. Where the recorded run did not
 * wait for the rest of an answer, neither does this: it waits to be aborted again. A prompt may have changed, where it quotes
 * what programs did: then the reply to the same purpose and seeds is given, with a warning. Throws `not-found` for a request
 * that the recording does not hold, and the recorded error where there was one.
 */
export function createReplayModel({ model, replies }: Pick<Recording, 'model' | 'replies'>): Model {
  const known = new Map<string, Said>();
  for (const { purpose, request, reply } of replies) {
    const said = known.get(request) ?? { purpose, replies: [], used: false };
    known.set(request, said);
    said.replies.push(reply);
  }

  async function* complete(request: CompletionRequest, { signal }: Abortable = {}): AsyncGenerator<CompletionPart> {
    signal?.throwIfAborted();
    const exact = known.get(completionKey(request));
    const said = exact ?? sayingTheSame(known, request);
    if (said === undefined) throw notRecorded(request.purpose);
    if (exact === undefined) yield { type: 'warning', warning: otherPrompt(request.purpose) };
    said.used = true;
    const recorded = said.replies;
    for (const reply of recorded) if (reply.type === 'warning') yield { type: 'warning', warning: reply.warning };
    let given = 0;
    for (const { place, sample } of samplesFor(request, recorded)) {
      signal?.throwIfAborted();
      given += 1;
      if (sample.text !== '') yield { type: 'text-delta', sample: place, offset: 0, text: sample.text };
      yield sampleEnd(place, sample);
    }
    if (given === request.seeds.length) return;
    const failure = recorded.findLast((reply) => reply.type === 'failure');
    if (failure !== undefined) throw new AppError(failure.code, failure.message, failure.hint);
    if (!recorded.some((reply) => reply.type === 'aborted')) throw notRecorded(request.purpose);
    await untilAborted(signal);
  }

  return {
    id: model.id,
    backend: model.backend,
    capabilities: model.capabilities,
    async countTokens(messages, { signal } = {}) {
      signal?.throwIfAborted();
      return estimateTokens(messages);
    },
    complete,
    async decide<const C extends string>(request: Parameters<Model['decide']>[0], { signal }: Abortable = {}): Promise<Decision<C>> {
      signal?.throwIfAborted();
      const reply = known.get(decisionKey(request))?.replies.findLast((one) => one.type === 'decision');
      if (reply === undefined) throw notRecorded('decide');
      const { type: _type, ...decision } = reply;
      // The key holds the options, so the recorded ids are the caller's.
      return decision as unknown as Decision<C>;
    },
    async close() {},
  };
}

/** In recorded order. Of a seed that was asked for twice, by a run that was killed and resumed, the later reply counts. */
function samplesFor(request: CompletionRequest, recorded: readonly RecordedReply[]): readonly { place: number; sample: Sample }[] {
  const places = new Map(request.seeds.map((seed, place) => [seed, place]));
  const latest = new Map<number, Sample>();
  for (const reply of recorded) {
    if (reply.type !== 'sample') continue;
    latest.delete(reply.seed);
    latest.set(reply.seed, reply);
  }
  return [...latest.values()].flatMap((sample) => {
    const place = places.get(sample.seed);
    return place === undefined ? [] : [{ place, sample }];
  });
}

function sampleEnd(place: number, { text, finish, promptTokens, completionTokens, logprob }: Sample): CompletionPart {
  const usage = { promptTokens, completionTokens };
  return { type: 'sample-end', sample: place, text, finish, usage, ...(logprob === undefined ? {} : { logprob }) };
}

/** The first replies that were not given yet to a request for the same, with one of its seeds. */
function sayingTheSame(known: ReadonlyMap<string, Said>, { purpose, seeds }: CompletionRequest): Said | undefined {
  return [...known.values()].find(
    (said) => !said.used && said.purpose === purpose && said.replies.some((reply) => reply.type === 'sample' && seeds.includes(reply.seed)),
  );
}

const otherPrompt = (purpose = 'of a request') => warned('replay', say('prompt-not-recorded', { purpose }));

function notRecorded(purpose: string | undefined): AppError {
  return new AppError(
    'not-found',
    `The recording holds no reply to this request${purpose === undefined ? '' : ` (${purpose})`}: nothing was recorded for its purpose and seeds`,
    'rerun it with the version and the --few-shot file that made it, or run the request anew with a model: anneal run "…"',
  );
}

function untilAborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal === undefined || signal.aborted) reject(signal?.reason ?? new Error('The recorded answer was not waited for.'));
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
