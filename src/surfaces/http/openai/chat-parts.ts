import { AppError, type ErrorCode } from '../../../domain/app-error.ts';
import type { Json } from '../../../domain/json.ts';
import type { HttpDeps } from '../http-deps.ts';
import { askModel } from './ask-model.ts';
import type { ChatRequest } from './chat-request.ts';
import { evidenceOf, programAnswer } from './program-answer.ts';
import { programRequest } from './program-request.ts';
import type { ConversationTask } from './read-conversation.ts';

export type ChatUsage = { readonly prompt_tokens: number; readonly completion_tokens: number; readonly total_tokens: number };

/** An answer as it comes about. */
export type ChatPart =
  /** A sign of life, without a meaning for programs. */
  | { readonly type: 'progress'; readonly text: string }
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'end';
      readonly finish: 'stop' | 'length';
      readonly usage: ChatUsage;
      readonly anneal: Readonly<Record<string, unknown>>;
    };

/** Tokens of the model's own words where the caller names no limit: small models may go on for ever. */
const usualTokens = 2048;
const shortTokens = 256;

const usageOf = ({ promptTokens, completionTokens }: { readonly promptTokens: number; readonly completionTokens: number }): ChatUsage => ({
  prompt_tokens: promptTokens,
  completion_tokens: completionTokens,
  total_tokens: promptTokens + completionTokens,
});

/**
 * Answers a request: with a program that was run, or with the model's own words. Whoever stops reading ends what was begun for it.
 * `named` throws where the request is not meant for the model that is served.
 */
export async function* chatParts(
  task: ConversationTask,
  request: ChatRequest,
  deps: HttpDeps,
  { named, signal }: { readonly named: Promise<void>; readonly signal: AbortSignal },
): AsyncGenerator<ChatPart> {
  await named;
  if (task.type === 'program') yield* programParts(task, request, deps, signal);
  else yield* textParts(task, request, deps, signal);
}

async function* programParts(
  task: Extract<ConversationTask, { type: 'program' }>,
  request: ChatRequest,
  deps: HttpDeps,
  signal: AbortSignal,
): AsyncGenerator<ChatPart> {
  const { queue, runs } = deps;
  const { runId } = await queue.submit(await programRequest(task, request, deps, signal));
  let isOver = false;
  try {
    yield { type: 'progress', text: `run ${runId}` };
    for await (const item of runs.subscribe(runId, { until: 'question', signal })) {
      if ('seq' in item) yield { type: 'progress', text: item.type };
    }
    signal.throwIfAborted();
    const { result, state } = await runs.show(runId);
    isOver = state.phase === 'done';
    const { error } = result;
    if (error !== null && result.code === null) throw new AppError(error.code as ErrorCode, error.message, error.hint);
    const answer = await programAnswer(result, task, request, (text) => deps.countTokens(text, { signal }));
    for (const text of answer.pieces) yield { type: 'text', text };
    yield { type: 'end', finish: answer.finish, usage: usageOf(result.model), anneal: evidenceOf(result, answer, task, request) };
  } finally {
    // Whoever asked is gone, or was asked back and will ask anew: nobody else knows of the run.
    if (!isOver) await queue.cancel(runId).catch(ifOver);
  }
}

/** It may have ended in between. */
function ifOver(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'conflict')) throw error;
}

async function* textParts(
  { reason, isShort }: Extract<ConversationTask, { type: 'text' }>,
  request: ChatRequest,
  deps: HttpDeps,
  signal: AbortSignal,
): AsyncGenerator<ChatPart> {
  let whole = '';
  for await (const part of askModel(request, isShort ? shortTokens : usualTokens, deps, signal)) {
    if (part.type === 'text') {
      whole += part.text;
      yield part;
      continue;
    }
    const warnings: readonly Json[] = [
      ...part.warnings.map(({ feature, detail }) => ({ feature, detail })),
      ...request.withoutEffect.map((feature) => ({ feature, detail: 'it has no effect' })),
    ];
    // A title or a commit message is taken as it is; code that nobody ran must not pass for code that was.
    const mayAdd = part.finish === 'stop' && request.maxTokens === null && request.schema === null;
    if (mayAdd && /^ {0,3}(?:```|~~~)/m.test(whole))
      yield { type: 'text', text: '\n\n*Anneal: unverified · the model’s own words, nothing of it was run*' };
    const anneal = { runId: null, status: 'unverified', verified: false, reason, model: { id: part.model }, warnings };
    yield { type: 'end', finish: part.finish, usage: usageOf(part.usage), anneal };
  }
}
