/**
 * An async iterable that several producers push into. Iterating ends at `close`, throws at `fail`, after all that was
 * pushed before. Holds what the consumer has not taken yet; for one consumer.
 */
export type PartQueue<T> = AsyncIterable<T> & {
  push(part: T): void;
  close(): void;
  fail(reason: unknown): void;
  /** Like `fail`, but at once: what the consumer has not taken yet is dropped. */
  abort(reason: unknown): void;
};

export function createPartQueue<T>(): PartQueue<T> {
  const waiting: T[] = [];
  let end: { readonly failed: boolean; readonly reason?: unknown } | null = null;
  let wake: (() => void) | null = null;
  const signalConsumer = (): void => {
    wake?.();
    wake = null;
  };
  return {
    push(part) {
      if (end !== null) return;
      waiting.push(part);
      signalConsumer();
    },
    close() {
      end ??= { failed: false };
      signalConsumer();
    },
    fail(reason) {
      end ??= { failed: true, reason };
      signalConsumer();
    },
    abort(reason) {
      waiting.length = 0;
      end = { failed: true, reason };
      signalConsumer();
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const next = waiting.shift();
        if (next !== undefined) yield next;
        else if (end !== null) {
          if (end.failed) throw end.reason;
          return;
        } else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    },
  };
}
