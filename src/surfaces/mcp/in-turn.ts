/** Lets at most `most` pieces of work go on at once; others wait in order. A waiting one that is aborted throws `signal.reason`. */
export function createTurns(most: number): <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];

  const turn = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const begin = (): void => {
        signal.removeEventListener('abort', leave);
        running += 1;
        resolve();
      };
      const leave = (): void => {
        waiting.splice(waiting.indexOf(begin), 1);
        reject(signal.reason);
      };
      if (running < most) begin();
      else {
        waiting.push(begin);
        signal.addEventListener('abort', leave, { once: true });
      }
    });

  return async (work, signal) => {
    signal.throwIfAborted();
    await turn(signal);
    try {
      return await work();
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };
}
