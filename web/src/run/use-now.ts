import { useEffect, useState } from 'react';
import type { RunState } from '../../../src/domain/run-state.ts';

/** Milliseconds a run has been under an owner, as a clock that goes on between facts. */
export function useElapsed(state: RunState): number {
  const isRunning = state.phase === 'running';
  const [, tick] = useState(0);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => tick((count) => count + 1), 500);
    return () => clearInterval(timer);
  }, [isRunning]);
  const since = isRunning && state.lastAt !== null ? Date.now() - state.lastAt : 0;
  // The clocks of service and browser may differ: a jump is no time that passed.
  return state.spend.activeMs + (since > 0 && since < 120_000 ? since : 0);
}
