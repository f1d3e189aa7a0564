import type { Abortable } from '../ports/abortable.ts';

/** Tokens of a text, by the model's own counting. */
export type CountTokens = (text: string, options?: Abortable) => Promise<number>;

/** What of a conversation a prompt still holds. */
export type Kept = { readonly messages: readonly string[] /** Messages before those, which were left out. */; readonly dropped: number };

/** The newest messages that fit `mostTokens`, oldest first. The model is asked only where it could make a difference. */
export async function newestThatFit(
  messages: readonly string[],
  mostTokens: number,
  countTokens: CountTokens,
  options: Abortable = {},
): Promise<Kept> {
  const bytes = messages.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  // No tokenizer in use makes more tokens than bytes.
  if (bytes <= mostTokens) return { messages, dropped: 0 };
  let left = mostTokens;
  const kept: string[] = [];
  for (const text of messages.toReversed()) {
    left -= Buffer.byteLength(text) <= left / 4 ? Buffer.byteLength(text) : await countTokens(text, options);
    if (left < 0) break;
    kept.unshift(text);
  }
  return { messages: kept, dropped: messages.length - kept.length };
}

/** A message with what was said before it, as one request. */
export function inConversation(message: string, { messages, dropped }: Kept): string {
  if (messages.length === 0 && dropped === 0) return message;
  const note = dropped === 0 ? '' : ` (${dropped} older ${dropped === 1 ? 'message is' : 'messages are'} left out)`;
  return `${message}\n\nEarlier messages, oldest first${note}:\n${messages.map((text) => `- ${text}`).join('\n')}`;
}
