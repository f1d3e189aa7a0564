import { AppError } from '../../domain/app-error.ts';
import type { Abortable } from '../../ports/abortable.ts';

/** Lets so many pieces of work run at once, the others in order. Throws `busy` when `mostWaiting` wait already. */
export function createTurns(most: number, mostWaiting: number): <T>(work: () => Promise<T>, options?: Abortable) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work, { signal } = {}) => {
    if (running >= most) {
      if (waiting.length >= mostWaiting) throw new AppError('busy', 'too many skills are being run at once', 'try again in a moment');
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      signal?.throwIfAborted();
      return await work();
    } finally {
      // The turn is handed on, so that nobody gets between.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
