import { inTime } from '../event-stream.ts';
import type { ChatPart, ChatUsage } from './chat-parts.ts';
import type { OpenAiError } from './openai-error.ts';

export type ChatStreamOptions = {
  readonly id: string;
  readonly created: number;
  readonly model: string;
  readonly includeUsage: boolean;
  readonly heartbeatMs: number;
  /** Resolves when the work for this answer may begin. */
  readonly mayStart: () => Promise<void>;
  /** The reader is gone. */
  readonly leave: () => void;
  readonly errorOf: (thrown: unknown) => Promise<OpenAiError>;
};

const encoder = new TextEncoder();

/**
 * The chunks of an answer as server-sent events, made one at a time as they are taken. The first one comes at once; what
 * is not text yet, and silence, become comments, which readers skip. `first`: what `parts` was already asked for; null: nothing.
 */
export function chatStream(
  first: Promise<IteratorResult<ChatPart>> | null,
  parts: AsyncGenerator<ChatPart>,
  options: ChatStreamOptions,
): ReadableStream<Uint8Array> {
  const lines = events(first, parts, options);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await lines.next();
        if (done === true) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        options.leave();
        await lines.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

type Delta = { readonly role?: 'assistant'; readonly content?: string };

async function* events(
  first: Promise<IteratorResult<ChatPart>> | null,
  parts: AsyncGenerator<ChatPart>,
  { id, created, model, includeUsage, heartbeatMs, mayStart, errorOf }: ChatStreamOptions,
): AsyncGenerator<string, void, undefined> {
  const head = { id, object: 'chat.completion.chunk', created, model } as const;
  const event = (value: object): string => `data: ${JSON.stringify(value)}\n\n`;
  const usage = (given: ChatUsage | null) => (includeUsage ? { usage: given } : {});
  const chunk = (delta: Delta, finish: string | null, more: object = {}): string =>
    event({ ...head, choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }], ...usage(null), ...more });
  let next = first ?? Promise.resolve<IteratorResult<ChatPart>>({ done: true, value: undefined });
  try {
    yield chunk({ role: 'assistant', content: '' }, null);
    if (first === null) {
      await mayStart();
      next = parts.next();
    }
    for (;;) {
      const item = await inTime(next, heartbeatMs);
      if (item === 'quiet') {
        yield ': still here\n\n';
        continue;
      }
      if (item.done === true) break;
      const part = item.value;
      if (part.type === 'progress') yield `: ${part.text}\n\n`;
      else if (part.type === 'text') yield chunk({ content: part.text }, null);
      else {
        yield chunk({}, part.finish, { anneal: part.anneal });
        if (includeUsage) yield event({ ...head, choices: [], ...usage(part.usage) });
      }
      next = parts.next();
    }
    yield 'data: [DONE]\n\n';
  } catch (error) {
    yield event(await errorOf(error));
  } finally {
    // What is still awaited ends with the reader's leaving.
    next.catch(() => {});
    await parts.return(undefined);
  }
}
