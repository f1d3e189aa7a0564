import { HttpStatusError } from '../http/http-status-error.ts';
import { asNumber, asRecord, asString } from '../read-json.ts';

export type ContextSizes = { readonly contextTokens: number | null; readonly promptTokens: number | null };

const contextPatterns = [
  /(?:maximum|max\.?) context (?:length|size)[^.\d]{0,30}(\d+)/iu,
  /context (?:length|size|window) of (?:only )?(\d+)/iu,
  /n_ctx\D{0,5}(\d+)/iu,
];
const promptPatterns = [
  /(\d+) (?:input tokens|tokens? (?:in|from) (?:your|the) (?:prompt|messages|input)|in (?:the|your) (?:messages|prompt))/iu,
  /(?:resulted in|contains at least|first) (\d+)(?: input)? tokens/iu,
  /request \((\d+) tokens\)/iu,
];

/** The sizes that a server names when prompt or answer does not fit; null when the refusal is about something else. */
export function contextError(error: unknown): ContextSizes | null {
  if (!(error instanceof HttpStatusError) || error.status < 400) return null;
  const details = asRecord(asRecord(error.body).error);
  const text = error.message;
  const named =
    asString(details.type) === 'exceed_context_size_error' ||
    asString(details.code) === 'context_length_exceeded' ||
    /context (?:length|size|window)|exceeds? .{0,40}context|context .{0,20}overflow|prompt is too long/iu.test(text);
  if (!named) return null;
  return {
    contextTokens: asNumber(details.n_ctx) ?? firstNumber(text, contextPatterns),
    promptTokens: asNumber(details.n_prompt_tokens) ?? firstNumber(text, promptPatterns),
  };
}

function firstNumber(text: string, patterns: readonly RegExp[]): number | null {
  for (const pattern of patterns) {
    const found = pattern.exec(text)?.[1];
    if (found !== undefined) return Number(found);
  }
  return null;
}
