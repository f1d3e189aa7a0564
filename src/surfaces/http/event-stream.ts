import type { RunItem } from '../../runs/run-service-types.ts';

export type EventStreamOptions = {
  readonly heartbeatMs: number;
  readonly write: WriteEvents;
  /** Ends the stream; the reader may come back with the last id. */
  readonly signal: AbortSignal;
};

/** Milliseconds after which a browser comes back by itself. */
const retryMs = 1000;
/** Characters of one write, unless a single event has more. */
const mostAtOnce = 65_536;
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
  let left: readonly Uint8Array[] = [];

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
        const [piece, ...others] = left;
        if (piece !== undefined) {
          left = others;
          controller.enqueue(piece);
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
          const [first = new Uint8Array(), ...rest] = write(item.value);
          left = rest;
          controller.enqueue(first);
        }
      },
      async cancel() {
        gone.abort();
        // Whoever would be told has left.
        await next?.catch(() => {});
        await items.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

/** Events as pieces of bytes, each of which is one write. */
export type WriteEvents = (items: readonly RunItem[]) => readonly Uint8Array[];

type Written = { readonly items: readonly RunItem[]; readonly pieces: readonly Uint8Array[] };

/** Writes the same events once, however many readers are handed them: a crowd of readers holds one copy. */
export function createEventWriter(): WriteEvents {
  const written = new WeakMap<RunItem, Written>();
  return (items) => {
    const [first] = items;
    if (first === undefined) return [];
    const known = written.get(first);
    if (known !== undefined && isSame(known.items, items)) return known.pieces;
    const pieces = inPieces(items.map(encoded));
    written.set(first, { items, pieces });
    return pieces;
  };
}

const isSame = (known: readonly RunItem[], items: readonly RunItem[]): boolean =>
  known.length === items.length && known.every((item, index) => item === items[index]);

/** JSON holds no line feed of its own, so one data line is enough. */
const encoded = (item: RunItem): string =>
  `${'seq' in item ? `id: ${item.seq}\n` : ''}event: ${item.type}\ndata: ${JSON.stringify(item)}\n\n`;

function inPieces(events: readonly string[]): readonly Uint8Array[] {
  const pieces: string[] = [];
  let piece = '';
  for (const event of events) {
    if (piece !== '' && piece.length + event.length > mostAtOnce) {
      pieces.push(piece);
      piece = '';
    }
    piece += event;
  }
  return [...pieces, piece].map((text) => encoder.encode(text));
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
