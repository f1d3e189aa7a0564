import type { RunState } from '../domain/run-state.ts';

/** Milliseconds left of the run's wall budget; time without an owner was never spent. */
export function remainingMs(state: RunState, now: number): number {
  const total = (state.request?.budgetSeconds ?? 0) * 1000;
  const sinceLastEvent = state.phase === 'running' && state.lastAt !== null ? Math.max(0, now - state.lastAt) : 0;
  return total - state.spend.activeMs - sinceLastEvent;
}

/** Tokens left, of prompts and answers together; infinite without a token budget. */
export function remainingTokens(state: RunState): number {
  const limit = state.request?.budgetTokens;
  return limit === undefined ? Number.POSITIVE_INFINITY : limit - state.spend.completionTokens - state.spend.promptTokens;
}

export const isSpent = (state: RunState, now: number): boolean => remainingMs(state, now) <= 0 || remainingTokens(state) <= 0;
