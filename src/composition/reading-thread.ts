import { Worker } from 'node:worker_threads';
import type { Abortable } from '../ports/abortable.ts';
import type { ReadingWork } from './reply-thread.ts';

export type ReadingThreadOptions = {
  /** The compiled `reply-thread`. */
  readonly threadEntry: URL;
  /** Longest time for one text, and for a thread to have its parsers. */
  readonly deadlineMs: number;
  readonly startMs?: number;
};

/** Reads texts one after the other in a thread; one that dies or is too late is replaced for the next text. */
export type ReadingThread = {
  /** What was found; null when reading died or took too long, undefined when the thread could not be started. Throws `signal.reason`. */
  ask(work: ReadingWork, options?: Abortable): Promise<unknown>;
  close(): Promise<void>;
};

type Found = { readonly id: number; readonly type: 'ready' } | { readonly id: number; readonly type: 'found'; readonly found: unknown };

export function createReadingThread({ threadEntry, deadlineMs, startMs = 10_000 }: ReadingThreadOptions): ReadingThread {
  let thread: Worker | null = null;
  let nextId = 1;
  // Texts are read in the order of their arrival.
  let queue: Promise<unknown> = Promise.resolve();

  const begin = (): Worker => {
    const worker = new Worker(threadEntry);
    const forget = (): void => {
      if (thread === worker) thread = null;
    };
    // Also between two texts: a thread that nobody waits for may run out of memory, and that is no failure of the process.
    worker.on('error', forget).on('exit', forget);
    return worker;
  };

  const stop = async (worker: Worker | null): Promise<void> => {
    if (thread === worker) thread = null;
    await worker?.terminate();
  };

  async function askNow(work: ReadingWork, { signal }: Abortable): Promise<unknown> {
    signal?.throwIfAborted();
    thread ??= begin();
    const worker = thread;
    worker.unref();
    const id = nextId++;
    let timer: NodeJS.Timeout | undefined;
    const { promise, resolve } = withResolver<unknown>();
    let started = false;
    const late = (): void => resolve(started ? null : undefined);
    const receive = (message: Found): void => {
      if (message.id !== id) return;
      if (message.type === 'found') {
        resolve(message.found);
        return;
      }
      started = true;
      clearTimeout(timer);
      timer = setTimeout(late, deadlineMs);
    };
    worker.on('message', receive).on('error', late).on('exit', late);
    signal?.addEventListener('abort', late, { once: true });
    timer = setTimeout(late, startMs);
    worker.postMessage({ id, work });
    try {
      const found = await promise;
      if (found === null || found === undefined) await stop(worker);
      signal?.throwIfAborted();
      return found;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', late);
      worker.off('message', receive).off('error', late).off('exit', late);
    }
  }

  return {
    ask(work, options = {}) {
      const turn = queue.then(() => askNow(work, options));
      queue = turn.catch(() => undefined);
      return turn;
    },
    async close() {
      await queue;
      await stop(thread);
    },
  };
}

function withResolver<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
