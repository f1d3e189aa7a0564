import type { RunItem } from '../../runs/run-service-types.ts';

export type EventStreamOptions = {
  readonly heartbeatMs: number;
  readonly write: WriteEvent;
  /** Ends the stream; the reader may come back with the last id. */
  readonly signal: AbortSignal;
};

/** Milliseconds after which a browser comes back by itself. */
const retryMs = 1000;
/** What a reader that does not read may hold in one write, beyond a single event. */
const mostBytesAtOnce = 65_536;
const encoder = new TextEncoder();

/**
 * Server-sent events of a run, made as the reader takes them: a slow reader holds one piece and its place. A
 * fact has its `seq` as id; live deltas have none, and are dropped for a reader that is behind. `open` is given a signal
 * that aborts when the reader goes away.
 */
export function eventStream(
  open: (signal: AbortSignal) => AsyncIterable<readonly RunItem[]>,
  { heartbeatMs, signal, write }: EventStreamOptions,
): ReadableStream<Uint8Array> {
  const gone = new AbortController();
  const items = open(AbortSignal.any([gone.signal, signal]))[Symbol.asyncIterator]();
  let next: Promise<IteratorResult<readonly RunItem[]> | 'stopped'> | null = null;
  let greeted = false;
  /** Of the last piece, what did not fit one write. */
  const left: Uint8Array[] = [];

  const following = (): Promise<IteratorResult<readonly RunItem[]> | 'stopped'> =>
    items.next().catch((error: unknown) => {
      if (gone.signal.aborted || signal.aborted) return 'stopped' as const;
      throw error;
    });

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (!greeted) {
          greeted = true;
          controller.enqueue(encoder.encode(`retry: ${retryMs}\n\n`));
          return;
        }
        if (left.length > 0) {
          controller.enqueue(joined(left));
          return;
        }
        next ??= following();
        const item = await inTime(next, heartbeatMs);
        if (item === 'quiet') {
          controller.enqueue(encoder.encode(': still here\n\n'));
          return;
        }
        next = null;
        if (item === 'stopped') controller.close();
        else if (item.done === true) {
          controller.enqueue(encoder.encode('event: end\ndata: {}\n\n'));
          controller.close();
        } else {
          for (const one of item.value) left.push(write(one));
          controller.enqueue(joined(left));
        }
      },
      async cancel() {
        gone.abort();
        await next?.catch(() => {});
        await items.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

/** The first of them in one piece, so that one write is enough; they are taken away. */
function joined(events: Uint8Array[]): Uint8Array {
  let bytes = 0;
  let count = 0;
  while (count < events.length && (count === 0 || bytes + (events[count]?.byteLength ?? 0) <= mostBytesAtOnce)) {
    bytes += events[count]?.byteLength ?? 0;
    count += 1;
  }
  const [first, ...others] = events.splice(0, count);
  return first !== undefined && others.length === 0 ? first : Buffer.concat([...(first === undefined ? [] : [first]), ...others]);
}

export type WriteEvent = (item: RunItem) => Uint8Array;

/** Writes each item once, however many readers are handed it. */
export function createEventWriter(): WriteEvent {
  const written = new WeakMap<RunItem, Uint8Array>();
  return (item) => {
    const known = written.get(item);
    if (known !== undefined) return known;
    // JSON holds no line feed of its own, so one data line is enough.
    const data = `event: ${item.type}\ndata: ${JSON.stringify(item)}\n\n`;
    const bytes = encoder.encode('seq' in item ? `id: ${item.seq}\n${data}` : data);
    written.set(item, bytes);
    return bytes;
  };
}

/** What comes of it, or that nothing came within `ms`. */
export async function inTime<T>(promise: Promise<T>, ms: number): Promise<T | 'quiet'> {
  let timer: NodeJS.Timeout | undefined;
  const quiet = new Promise<'quiet'>((resolve) => {
    timer = setTimeout(() => resolve('quiet'), ms);
  });
  try {
    return await Promise.race([promise, quiet]);
  } finally {
    clearTimeout(timer);
  }
}
