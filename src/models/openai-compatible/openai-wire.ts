import { asArray, asNumber, asRecord, asString } from '../read-json.ts';
import type { StreamedToken } from '../served/sample-assembly.ts';

/** What we read of a server's answers. Readers are lenient: a missing or odd field is null or empty, never an exception. */
export type OpenAiChoice = {
  readonly index: number;
  readonly text: string;
  /** `reasoning_content`, or `reasoning` as some call it. */
  readonly thinking: string;
  readonly finishReason: string | null;
  readonly tokens: readonly ListedToken[];
};

export type ListedToken = StreamedToken & { readonly top: readonly StreamedToken[] };

export type OpenAiChunk = {
  readonly choices: readonly OpenAiChoice[];
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
  /** An error in the middle of a stream. */
  readonly error: string | null;
};

/** A chunk of a stream or a whole answer, of chat completions (`delta`, `message`) or completions (`text`). */
export function readChunk(value: unknown): OpenAiChunk {
  const chunk = asRecord(value);
  const usage = asRecord(chunk.usage);
  const error = asString(chunk.error) ?? asString(asRecord(chunk.error).message);
  return {
    choices: asArray(chunk.choices).map(readChoice),
    promptTokens: asNumber(usage.prompt_tokens),
    completionTokens: asNumber(usage.completion_tokens),
    error: error ?? (chunk.object === 'error' ? (asString(chunk.message) ?? 'error') : null),
  };
}

function readChoice(value: unknown, at: number): OpenAiChoice {
  const choice = asRecord(value);
  const message = asRecord(choice.delta ?? choice.message);
  return {
    index: asNumber(choice.index) ?? at,
    text: asString(message.content) ?? asString(choice.text) ?? '',
    thinking: asString(message.reasoning_content) ?? asString(message.reasoning) ?? '',
    finishReason: asString(choice.finish_reason),
    tokens: readTokens(choice.logprobs),
  };
}

/** `{content: [{token, logprob, top_logprobs}]}`, or the older `{tokens, token_logprobs, top_logprobs}` of completions. */
function readTokens(value: unknown): readonly ListedToken[] {
  const logprobs = asRecord(value);
  if (Array.isArray(logprobs.tokens)) {
    const values = asArray(logprobs.token_logprobs);
    const tops = asArray(logprobs.top_logprobs);
    return logprobs.tokens.map((token, index) => ({
      token: asString(token) ?? '',
      logprob: asNumber(values[index]) ?? 0,
      top: Object.entries(asRecord(tops[index])).map(([name, logprob]) => ({ token: name, logprob: asNumber(logprob) ?? -100 })),
    }));
  }
  return asArray(logprobs.content).map((entry) => ({
    ...readToken(entry),
    top: asArray(asRecord(entry).top_logprobs).map(readToken),
  }));
}

function readToken(value: unknown): StreamedToken {
  const entry = asRecord(value);
  return { token: asString(entry.token) ?? '', logprob: asNumber(entry.logprob) ?? -100 };
}
