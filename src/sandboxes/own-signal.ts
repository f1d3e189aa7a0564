import type { Abortable } from '../ports/abortable.ts';

/**
 * A signal of its own for one job or one start, which aborts with the caller's. Any number of them may wait at once, and
 * Node warns of a leak when more than ten listen on one signal; a derived signal is no listener.
 */
export function withOwnSignal({ signal }: Abortable): Abortable {
  return signal === undefined ? {} : { signal: AbortSignal.any([signal]) };
}
