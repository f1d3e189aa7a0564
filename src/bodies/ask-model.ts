import { AppError } from '../domain/app-error.ts';
import type { ModelPurpose } from '../domain/run-event.ts';
import type { Abortable } from '../ports/abortable.ts';
import type { Reply } from '../ports/language.ts';
import type { Message, Model } from '../ports/model.ts';

/** A model that writes, and where it is, for the message when it is not. */
export type Writer = {
  readonly model: Model;
  readonly address: string;
  readonly timeoutSeconds: number;
  readonly seed: number;
};

/** Tokens of an answer. */
const mostTokens = 3000;

/** One answer. Throws the error of `unreachable` when nothing comes; `onText` is told how many characters there are so far. */
export async function askWriter(
  { model, address, timeoutSeconds, seed }: Writer,
  purpose: ModelPurpose,
  messages: readonly Message[],
  options: Abortable & { readonly temperature?: number; readonly onText?: (characters: number) => void } = {},
): Promise<Reply> {
  const limit = AbortSignal.timeout(timeoutSeconds * 1000);
  const signal = options.signal === undefined ? limit : AbortSignal.any([options.signal, limit]);
  let characters = 0;
  try {
    const used = await model.countTokens(messages, { signal });
    const room = model.capabilities.contextTokens - used - 16;
    if (room < 200) {
      const message = `the prompt has about ${used} tokens, and ${model.id} takes ${model.capabilities.contextTokens} with its answer`;
      throw new AppError('prompt-too-long', message, 'give --write-model a model with a longer context, or a shorter --contract FILE');
    }
    const request = { purpose, form: 'chat', messages, seeds: [seed], temperature: options.temperature ?? 0.2, stop: [] } as const;
    for await (const part of model.complete({ ...request, maxTokens: Math.min(mostTokens, room) }, { signal })) {
      if (part.type === 'text-delta') {
        characters = Math.max(characters, part.offset + part.text.length);
        options.onText?.(characters);
      }
      if (part.type === 'sample-end') return { text: part.text, finish: part.finish };
    }
    throw new AppError('model-incomplete', `${model.id} gave no answer`, 'try again');
  } catch (error) {
    options.signal?.throwIfAborted();
    throw unreachable(limit.aborted ? new Error(`no answer came within ${timeoutSeconds} s`) : error, address);
  }
}

const nobodyThere: ReadonlySet<string> = new Set(['model-unreachable', 'model-timeout']);

/** The error of a writing model that does not answer; any other error as it is. */
export function unreachable(error: unknown, address: string): unknown {
  if (error instanceof AppError && !nobodyThere.has(error.code)) return error;
  const reason = error instanceof Error ? error.message.replace(/[.\s]+$/u, '') : String(error);
  const message = `codegen endpoint unreachable at ${address}: ${reason}. Is your local server running?`;
  return new AppError('model-unreachable', message, 'start the server, or name another: --write-url http://HOST:PORT/v1', { cause: error });
}
