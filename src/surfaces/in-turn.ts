import { AppError } from '../domain/app-error.ts';

export type Turns = <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T>;

/**
 * Lets at most `atOnce` pieces of work go on at once; others wait in order, at most `mostWaiting` of them. The work that is returned
 * throws `busy` where too many wait, and `signal.reason` when it is aborted before its turn.
 */
export function createTurns({ atOnce, mostWaiting = Number.POSITIVE_INFINITY }: { atOnce: number; mostWaiting?: number }): Turns {
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
      if (running < atOnce) begin();
      else {
        waiting.push(begin);
        signal.addEventListener('abort', leave, { once: true });
      }
    });

  return async (work, signal) => {
    signal.throwIfAborted();
    if (running >= atOnce && waiting.length >= mostWaiting)
      throw new AppError('busy', 'too much is being run at once', 'try again in a moment');
    await turn(signal);
    try {
      return await work();
    } finally {
      running -= 1;
      // At once, so that nobody who comes just now gets between.
      waiting.shift()?.();
    }
  };
}
