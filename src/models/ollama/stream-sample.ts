import type { CompletionRequest } from '../../ports/model.ts';
import { BrokenStreamError } from '../http/http-status-error.ts';
import type { JsonClient } from '../http/json-client.ts';
import { createStopMatcher } from '../stop-rules.ts';
import type { OllamaCall } from './ollama-request.ts';
import { readChunk } from './ollama-wire.ts';

export type StreamedSample = {
  readonly text: string;
  readonly finish: 'stop' | 'length';
  /** The model wrote thoughts, in their own field or as an open `<think>` in the text. */
  readonly thought: boolean;
  /** Null when a stop rule ended the stream before the statistics came. */
  readonly promptTokens: number | null;
  readonly completionTokens: number;
  /** Null where the server shows none. */
  readonly logprob: number | null;
};

/**
 * Streams one sample; `onText` gets the pieces as they are certain. Applies the stop rules itself and closes the
 * connection when one is met. Throws `BrokenStreamError` for a stream that ends without its last line.
 */
export async function streamSample(
  client: JsonClient,
  call: OllamaCall,
  request: CompletionRequest,
  contextTokens: number,
  onText: (piece: string, offset: number) => void,
  signal: AbortSignal,
): Promise<StreamedSample> {
  const matcher = createStopMatcher(request.stop, { precededBy: request.prefill ?? '' });
  const echo = createEchoFilter(request.prefill ?? '');
  let text = '';
  let thinking = false;
  let chunks = 0;
  let logprobTokens = 0;
  let logprob = 0;
  const add = (piece: string): void => {
    if (piece === '') return;
    onText(piece, text.length);
    text += piece;
  };
  const ended = (finish: 'stop' | 'length', promptTokens: number | null, evalCount: number | null): StreamedSample => ({
    text,
    finish,
    thought: thinking || /^\s*<think(?:ing)?>(?![\s\S]*<\/think(?:ing)?>)/u.test(text),
    promptTokens,
    completionTokens: evalCount ?? Math.max(chunks, logprobTokens),
    logprob: logprobTokens > 0 ? logprob : null,
  });

  for await (const line of client.lines('POST', call.path, call.body, { signal })) {
    const chunk = readChunk(line);
    if (chunk.error !== null) throw new BrokenStreamError(chunk.error);
    if (chunk.thinking !== '') thinking = true;
    if (chunk.text !== '' || chunk.thinking !== '') chunks += 1;
    for (const token of chunk.logprobs) {
      logprobTokens += 1;
      logprob += token.logprob;
    }
    const { text: piece, stopped } = matcher.push(echo.push(chunk.text));
    add(piece);
    if (stopped) return ended('stop', chunk.promptEvalCount, chunk.done ? chunk.evalCount : null);
    if (!chunk.done) continue;
    if (chunk.doneReason === 'load' || chunk.doneReason === 'unload')
      throw new BrokenStreamError(`the server only reported "${chunk.doneReason}"`);
    const last = matcher.push(echo.flush());
    add(last.text);
    if (!last.stopped) add(matcher.flush());
    // An end-of-turn token counts as generated but has no logprob: only without one the last allowed token was text.
    const generated = logprobTokens > 0 ? logprobTokens : (chunk.evalCount ?? 0);
    const filled = (chunk.promptEvalCount ?? 0) + (chunk.evalCount ?? 0) >= contextTokens;
    const cut = !last.stopped && (chunk.doneReason === 'length' || generated >= request.maxTokens || filled);
    return ended(cut ? 'length' : 'stop', chunk.promptEvalCount, chunk.evalCount);
  }
  throw new BrokenStreamError('the stream ended without its last line');
}

/** Some templates make the model begin the answer anew: what repeats the whole prefill is dropped. */
function createEchoFilter(prefill: string): { push(piece: string): string; flush(): string } {
  let held: string | null = prefill === '' ? null : '';
  return {
    push(piece) {
      if (held === null) return piece;
      held += piece;
      if (prefill.startsWith(held) && held.length < prefill.length) return '';
      const out = held.startsWith(prefill) ? held.slice(prefill.length) : held;
      held = null;
      return out;
    },
    flush() {
      const out = held ?? '';
      held = null;
      return out;
    },
  };
}
