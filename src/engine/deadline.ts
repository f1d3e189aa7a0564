import type { Clock } from '../ports/clock.ts';

export type Deadline = { readonly signal: AbortSignal; readonly passed: () => boolean; readonly stop: (reason: string) => void };

/** A signal that fires when `ms` have passed, when the outer signal fires, or on `stop`. Always `stop` it in the end. */
export function startDeadline(ms: number, clock: Clock, outer: AbortSignal | undefined): Deadline {
  const own = new AbortController();
  const timer = new AbortController();
  let passed = false;
  clock.sleep(Math.max(0, ms), { signal: timer.signal }).then(
    () => {
      passed = true;
      own.abort('budget');
    },
    () => undefined, // the timer was stopped: that is its usual end
  );
  return {
    signal: outer === undefined ? own.signal : AbortSignal.any([own.signal, outer]),
    passed: () => passed,
    stop: (reason) => {
      timer.abort();
      own.abort(reason);
    },
  };
}
