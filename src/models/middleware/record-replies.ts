import { AppError } from '../../domain/app-error.ts';
import type { RecordedReply, Recording } from '../../domain/recording.ts';
import type { Abortable } from '../../ports/abortable.ts';
import type { CompletionPart, CompletionRequest, Model } from '../../ports/model.ts';
import { completionKey, decisionKey } from './request-key.ts';

export type RecordReply = (reply: Recording['replies'][number]) => void;

/** The same model; `record` is told of each reply before the caller is. */
export function recordReplies(model: Model, record: RecordReply): Model {
  return {
    ...passedOn(model),
    complete: (request, options) => completeRecorded(model, request, options ?? {}, record),
    async decide(request, options) {
      const decision = await model.decide(request, options);
      record({ purpose: 'decide', request: decisionKey(request), reply: { type: 'decision', ...decision } });
      return decision;
    },
  };
}

/** All of a model but what a wrapper replaces. */
export const passedOn = (model: Model): Omit<Model, 'complete' | 'decide'> => ({
  id: model.id,
  backend: model.backend,
  ...(model.address === undefined ? {} : { address: model.address }),
  ...(model.fingerprint === undefined ? {} : { fingerprint: model.fingerprint }),
  capabilities: model.capabilities,
  countTokens: (messages, options) => model.countTokens(messages, options),
  close: () => model.close(),
});

async function* completeRecorded(
  model: Model,
  request: CompletionRequest,
  options: Abortable,
  record: RecordReply,
): AsyncGenerator<CompletionPart> {
  const key = completionKey(request);
  const keep = (reply: RecordedReply): void => record({ purpose: request.purpose ?? 'sample', request: key, reply });
  let failure: RecordedReply | null = null;
  let ended = 0;
  try {
    for await (const part of model.complete(request, options)) {
      const reply = replyOf(part, request);
      if (reply !== null) keep(reply);
      if (part.type === 'sample-end') ended += 1;
      yield part;
    }
  } catch (error) {
    if (error instanceof AppError) failure = { type: 'failure', code: error.code, message: error.message, hint: error.hint };
    throw error;
  } finally {
    if (ended < request.seeds.length) keep(failure ?? { type: 'aborted' });
  }
}

function replyOf(part: CompletionPart, request: CompletionRequest): RecordedReply | null {
  switch (part.type) {
    case 'text-delta':
      return null;
    case 'warning':
      return { type: 'warning', warning: part.warning };
    case 'sample-end': {
      const { text, finish, usage, logprob } = part;
      const seed = request.seeds[part.sample] ?? 0;
      return { type: 'sample', seed, text, finish, ...usage, ...(logprob === undefined ? {} : { logprob }) };
    }
  }
}
