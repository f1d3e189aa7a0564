import { setMaxListeners } from 'node:events';
import { createPartQueue } from '../domain/part-queue.ts';
import type { CompletionPart } from '../ports/model.ts';

export type SampleWorker = (sample: number, emit: (part: CompletionPart) => void, signal: AbortSignal) => Promise<void>;

/**
 * Runs one worker a sample side by side and merges what they emit. The first failure stops the others and is thrown;
 * so does `signal`, and a consumer that leaves early. When it ends, every worker has ended.
 */
export async function* runSamples(count: number, worker: SampleWorker, signal: AbortSignal | undefined): AsyncGenerator<CompletionPart> {
  signal?.throwIfAborted();
  const queue = createPartQueue<CompletionPart>();
  const stop = new AbortController();
  // Every sample listens, which Node takes for a leak from the eleventh on.
  setMaxListeners(0, stop.signal);
  const onAbort = (): void => {
    stop.abort(signal?.reason);
    queue.abort(signal?.reason);
  };
  signal?.addEventListener('abort', onAbort, { once: true });
  const workers = Array.from({ length: count }, async (_, sample) => {
    try {
      await worker(sample, (part) => queue.push(part), stop.signal);
    } catch (error) {
      queue.fail(error);
      stop.abort(error);
    }
  });
  const allEnded = Promise.all(workers).then(() => queue.close());
  try {
    yield* queue;
  } finally {
    signal?.removeEventListener('abort', onAbort);
    if (!stop.signal.aborted) stop.abort(new Error('The consumer left.'));
    await allEnded;
  }
  signal?.throwIfAborted();
}
