import { Worker } from 'node:worker_threads';
import type { Contract } from '../domain/contract.ts';
import type { Abortable } from '../ports/abortable.ts';
import type { Example, Extraction, Reply } from '../ports/language.ts';
import type { ReplyReader } from '../ports/reply-reader.ts';
import type { ReplyWork } from './reply-thread.ts';

export type ReplyReaderOptions = {
  /** The compiled `reply-thread`. */
  readonly threadEntry: URL;
  /** Characters up to which a reply is read at once: that takes less time than handing it over. */
  readonly shortCharacters?: number;
  /** Longest time for one reply, and for a thread to have its parsers. */
  readonly deadlineMs?: number;
  readonly startMs?: number;
};

type Found = { readonly id: number; readonly type: 'ready' } | { readonly id: number; readonly type: 'found'; readonly found: unknown };

/** A thread that dies or is too late is replaced by the next reply; at most one runs at a time. */
export function createReplyReader(options: ReplyReaderOptions): ReplyReader {
  const { threadEntry, shortCharacters = 4000, deadlineMs = 1500, startMs = 10_000 } = options;
  let thread: Worker | null = null;
  let nextId = 1;
  // Replies are read in the order of their arrival.
  let queue: Promise<unknown> = Promise.resolve();

  const stop = async (): Promise<void> => {
    const stopping = thread;
    thread = null;
    await stopping?.terminate();
  };

  /** What the thread found; null when it died or took too long, undefined when it could not be started. */
  async function ask(kind: ReplyWork['kind'], reply: Reply, contract: Contract, { signal }: Abortable): Promise<unknown> {
    signal?.throwIfAborted();
    thread ??= new Worker(threadEntry);
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
    worker.postMessage({ id, kind, reply, contract } satisfies ReplyWork);
    try {
      const found = await promise;
      if (found === null || found === undefined) await stop();
      signal?.throwIfAborted();
      return found;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', late);
      worker.off('message', receive).off('error', late).off('exit', late);
    }
  }

  const inTurn = (kind: ReplyWork['kind'], reply: Reply, contract: Contract, abortable: Abortable): Promise<unknown> => {
    const turn = queue.then(() => ask(kind, reply, contract, abortable));
    queue = turn.catch(() => undefined);
    return turn;
  };

  return {
    async extract(language, reply, contract, abortable = {}) {
      if (reply.text.length <= shortCharacters) return language.extract(reply, contract);
      const found = await inTurn('code', reply, contract, abortable);
      if (found === undefined) return language.extract(reply, contract);
      return found === null ? tooLate(reply.text.length, deadlineMs) : (found as Extraction);
    },
    async extractTests(language, reply, contract, abortable = {}) {
      if (reply.text.length <= shortCharacters) return language.extractTests(reply, contract);
      const found = await inTurn('tests', reply, contract, abortable);
      return found === undefined ? language.extractTests(reply, contract) : ((found ?? []) as readonly Example[]);
    },
    async close() {
      await queue;
      await stop();
    },
  };
}

const tooLate = (characters: number, deadlineMs: number): Extraction => ({
  type: 'rejected',
  reason: 'no-code',
  detail: `Reading the answer of ${characters} characters took longer than ${deadlineMs / 1000} s.`,
});

function withResolver<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
