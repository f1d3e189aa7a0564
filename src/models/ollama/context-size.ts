import type { Warning } from '../../domain/run-event.ts';
import { say, warned } from '../../domain/said.ts';
import type { OllamaModelInfo } from './ollama-wire.ts';

export type ContextNeeds = {
  /** Tokens that a run wants at most: prompt and answer together. */
  readonly neededTokens: number;
  /** Memory of the machine that runs the server; null when it is another machine. */
  readonly memoryBytes: number | null;
  /** Context of this model as it is loaded now; null when it is not. */
  readonly loadedTokens: number | null;
};

/** The share of memory that one context may take; the weights and everything else need the rest. */
const memoryShare = 0.25;
const smallestContext = 1024;

/**
 * One `num_ctx` for all requests of a model, since a change makes the server load the model again: what is needed, at
 * most what the weights were trained for and what memory holds. A model that is loaded with more is taken as it is.
 */
export function chooseContextSize(
  info: OllamaModelInfo,
  needs: ContextNeeds,
): { readonly tokens: number; readonly warnings: readonly Warning[] } {
  const trained = info.contextLength ?? Number.POSITIVE_INFINITY;
  const needed = Math.min(Math.max(needs.neededTokens, info.numCtx ?? 0), trained);
  if (needs.loadedTokens !== null && needs.loadedTokens >= needed && needs.loadedTokens <= trained)
    return { tokens: needs.loadedTokens, warnings: [] };
  const affordable =
    needs.memoryBytes === null || info.cacheBytesPerToken === null || info.cacheBytesPerToken <= 0
      ? Number.POSITIVE_INFINITY
      : (needs.memoryBytes * memoryShare) / info.cacheBytesPerToken;
  const tokens = Math.max(Math.min(smallestContext, trained), Math.min(needed, Math.floor(affordable / 256) * 256));
  const warnings: Warning[] = [];
  if (tokens < needed) warnings.push(warned('context', say('context-short-memory', { tokens, wanted: needed })));
  else if (needed < needs.neededTokens)
    warnings.push(warned('context', say('context-small', { tokens: needed, wanted: needs.neededTokens })));
  return { tokens, warnings };
}
