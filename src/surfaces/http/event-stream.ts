import { AppError } from '../../domain/app-error.ts';
import type { RunItem } from '../../runs/run-service-types.ts';

export type EventStreamsOptions = {
  readonly heartbeatMs: number;
  /** Ends all streams; readers may come back with the last id. */
  readonly signal: AbortSignal;
};

/** A stream of what `open` gives; `open` is given a signal that aborts when the reader goes away or all streams end. */
export type EventStream = (open: (signal: AbortSignal) => AsyncIterable<readonly RunItem[]>) => ReadableStream<Uint8Array>;

/** Milliseconds after which a browser comes back by itself. */
const retryMs = 1000;
/** Characters of one write, unless a single event has more. */
const mostAtOnce = 65_536;
const encoder = new TextEncoder();
const greeting = encoder.encode(`retry: ${retryMs}\n\n`);
const signOfLife = encoder.encode(': still here\n\n');
const farewell = encoder.encode('event: end\ndata: {}\n\n');

/**
 * Server-sent events of runs, made as a reader takes them: a slow reader holds one piece and its place. A fact has its `seq` as
 * id; live deltas have none, and are dropped for a reader that is behind. All streams together listen once on `signal`: a
 * service lives for months, and whatever a reader left on its signal would stay.
 */
export function createEventStreams({ heartbeatMs, signal }: EventStreamsOptions): EventStream {
  const write = createEventWriter();
  const readers = new Set<AbortController>();
  signal.addEventListener('abort', () => {
    for (const reader of readers) reader.abort(signal.reason);
  });

  return (open) => {
    const gone = new AbortController();
    if (signal.aborted) gone.abort(signal.reason);
    const items = open(gone.signal)[Symbol.asyncIterator]();
    let next: Promise<IteratorResult<readonly RunItem[]> | 'stopped' | AppError> | null = null;
    let greeted = false;
    /** Of the last piece, what did not fit one write. */
    let left: readonly Uint8Array[] = [];

    const following = (): Promise<IteratorResult<readonly RunItem[]> | 'stopped' | AppError> =>
      items.next().catch((error: unknown) => {
        readers.delete(gone);
        if (gone.signal.aborted) return 'stopped' as const;
        if (error instanceof AppError && error.code !== 'internal') return error;
        throw error;
      });
    const end = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
      readers.delete(gone);
      controller.close();
    };

    return new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          if (!greeted) {
            greeted = true;
            readers.add(gone);
            controller.enqueue(greeting);
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
            controller.enqueue(signOfLife);
            return;
          }
          next = null;
          if (item === 'stopped') end(controller);
          else if (item instanceof AppError) {
            controller.enqueue(encoder.encode(told(item)));
            end(controller);
          } else if (item.done === true) {
            controller.enqueue(farewell);
            end(controller);
          } else {
            const [first = new Uint8Array(), ...rest] = write(item.value);
            left = rest;
            controller.enqueue(first);
          }
        },
        async cancel() {
          readers.delete(gone);
          gone.abort();
          // Whoever would be told has left.
          await next?.catch(() => {});
          await items.return?.();
        },
      },
      { highWaterMark: 0 },
    );
  };
}

/** Events as pieces of bytes, each of which is one write. */
type WriteEvents = (items: readonly RunItem[]) => readonly Uint8Array[];

type Written = { readonly items: readonly RunItem[]; readonly pieces: readonly Uint8Array[] };

/** Writes the same events once, however many readers are handed them: a crowd of readers holds one copy. */
function createEventWriter(): WriteEvents {
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

/** What readers are told when the service cannot go on with the run, such as on a full disk. */
const told = ({ code, message, hint }: AppError): string => `event: problem\ndata: ${JSON.stringify({ code, message, hint })}\n\n`;

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
