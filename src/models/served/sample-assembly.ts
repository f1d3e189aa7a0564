import type { CompletionRequest } from '../../ports/model.ts';
import { createStopMatcher } from '../stop-rules.ts';
import type { StreamedSample } from './streamed-sample.ts';

export type StreamedToken = { readonly token: string; readonly logprob: number };

/** What a server says when a sample is over. */
export type SampleEnding = {
  /** As the server calls it; whether the answer is whole is decided here. */
  readonly reason: 'stop' | 'length';
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
};

/** Builds one sample from the pieces of a stream. */
export type SampleAssembly = {
  /** True when the sample is over: a stop rule was met, or the server goes on past the limit that it was given. */
  push(piece: { readonly text: string; readonly thinking?: string; readonly tokens?: readonly StreamedToken[] }): boolean;
  finish(ending: SampleEnding): StreamedSample;
};

/** No answer has longer tokens on average. */
const charactersPerToken = 32;
/** A piece is mostly a token or more, but some gateways cut texts finer. */
const piecesPerToken = 4;

/**
 * Applies the stop rules, drops a repeated prefill, and cuts what a server that ignores `maxTokens` would never end.
 * `onText` gets the pieces as they are certain.
 */
export function createSampleAssembly(request: CompletionRequest, onText: (piece: string, offset: number) => void): SampleAssembly {
  const prefill = request.prefill ?? '';
  const matcher = createStopMatcher(request.stop, { precededBy: prefill });
  const echo = createEchoFilter(prefill);
  const mostCharacters = request.maxTokens * charactersPerToken + prefill.length;
  let text = '';
  let thinking = 0;
  let pieces = 0;
  let tokens = 0;
  let logprob = 0;
  let stopped = false;
  let cut = false;
  const add = (piece: string): void => {
    if (piece === '') return;
    onText(piece, text.length);
    text += piece;
  };
  return {
    push(piece) {
      if (stopped || cut) return true;
      thinking += piece.thinking?.length ?? 0;
      if (piece.text !== '' || (piece.thinking ?? '') !== '') pieces += 1;
      for (const token of piece.tokens ?? []) {
        // Some servers show the end of the turn as a token without text.
        if (token.token === '') continue;
        tokens += 1;
        logprob += token.logprob;
      }
      const matched = matcher.push(echo.push(piece.text));
      add(matched.text);
      stopped = matched.stopped;
      cut = !stopped && (pieces > request.maxTokens * piecesPerToken || text.length + thinking > mostCharacters);
      return stopped || cut;
    },
    finish(ending) {
      if (!stopped && !cut) {
        const last = matcher.push(echo.flush());
        add(last.text);
        stopped = last.stopped;
        if (!stopped) add(matcher.flush());
      }
      // An end-of-turn token counts as generated but has no text: only without one the last allowed token was text.
      const generated = tokens > 0 ? tokens : (ending.completionTokens ?? 0);
      const full = !stopped && (cut || ending.reason === 'length' || generated >= request.maxTokens);
      return {
        text,
        finish: full ? 'length' : 'stop',
        thought: thinking > 0 || /^\s*<think(?:ing)?>(?![\s\S]*<\/think(?:ing)?>)/u.test(text),
        promptTokens: ending.promptTokens,
        completionTokens: ending.completionTokens ?? Math.min(Math.max(pieces, tokens), request.maxTokens),
        logprob: tokens > 0 ? logprob : null,
      };
    },
  };
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
