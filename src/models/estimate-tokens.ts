import type { Message } from '../ports/model.ts';

/** Tokens that a chat template adds around one message, from above. */
const templateTokensPerMessage = 8;

// Latin letters merge in threes or better; digits, marks and other letters may stand alone, rare ones as several bytes.
const pieces = /[A-Za-z]{1,3}|[ \t]{1,4}|\r?\n|([\u0500-\u{10ffff}])|./gsu;

/**
 * Tokens of a text, estimated from above for byte-pair vocabularies of 30,000 entries and more:
 * appending never lowers it, and the parts of a text never add up to less than the whole.
 */
export function estimateTextTokens(text: string): number {
  let tokens = 0;
  for (const piece of text.matchAll(pieces)) tokens += piece[1] === undefined ? 1 : 2;
  return tokens;
}

/** `estimateTextTokens` of all contents, with the template's own tokens. */
export function estimateTokens(messages: readonly Message[]): number {
  return messages.reduce((sum, message) => sum + estimateTextTokens(message.content) + templateTokensPerMessage, 0);
}
