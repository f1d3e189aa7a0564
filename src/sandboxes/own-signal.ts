import type { Abortable } from '../ports/abortable.ts';

/**
 * A signal of its own for one job or one start, which aborts with the caller's. Any number of them may wait at once, and
 * Node warns of a leak when more than ten listen on one signal; a derived signal is no listener.
 */
export function withOwnSignal<T extends Abortable>(options: T): T {
  const { signal } = options;
  return signal === undefined ? options : { ...options, signal: AbortSignal.any([signal]) };
}
