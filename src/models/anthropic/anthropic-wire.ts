import { asArray, asNumber, asRecord, asString } from '../read-json.ts';

/** What we read of a stream of the Messages API; anything else is `other`. */
export type MessageEvent =
  | { readonly type: 'start'; readonly promptTokens: number | null }
  /** Text of the answer, or the JSON of the tool call that holds an answer to a schema. */
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly text: string }
  | { readonly type: 'end'; readonly stopReason: string | null; readonly completionTokens: number | null }
  | { readonly type: 'stop' }
  | { readonly type: 'error'; readonly message: string }
  | { readonly type: 'other' };

export function readMessageEvent(value: unknown): MessageEvent {
  const event = asRecord(value);
  const delta = asRecord(event.delta);
  switch (event.type) {
    case 'message_start':
      return { type: 'start', promptTokens: promptTokensOf(asRecord(event.message).usage) };
    case 'content_block_delta':
      if (delta.type === 'thinking_delta') return { type: 'thinking', text: asString(delta.thinking) ?? '' };
      return { type: 'text', text: asString(delta.text) ?? asString(delta.partial_json) ?? '' };
    case 'message_delta':
      return { type: 'end', stopReason: asString(delta.stop_reason), completionTokens: asNumber(asRecord(event.usage).output_tokens) };
    case 'message_stop':
      return { type: 'stop' };
    case 'error': {
      const error = asRecord(event.error);
      return { type: 'error', message: asString(error.message) ?? asString(error.type) ?? 'error' };
    }
    default:
      return { type: 'other' };
  }
}

/** The input of the first tool call of a whole message, else its text. */
export function readAnswer(value: unknown): string {
  const blocks = asArray(asRecord(value).content).map(asRecord);
  const call = blocks.find(({ type }) => type === 'tool_use');
  if (call !== undefined) return JSON.stringify(call.input ?? {});
  return blocks.map(({ text }) => asString(text) ?? '').join('');
}

/** Cached parts of the prompt are counted apart. */
function promptTokensOf(value: unknown): number | null {
  const usage = asRecord(value);
  const input = asNumber(usage.input_tokens);
  if (input === null) return null;
  return input + (asNumber(usage.cache_creation_input_tokens) ?? 0) + (asNumber(usage.cache_read_input_tokens) ?? 0);
}
