import { connect } from 'node:net';

/** One reader of a run's events over a connection of its own. */
export type Reader = {
  /** Resolves when the first bytes are there. */
  readonly begun: Promise<void>;
  /** Resolves when the stream has ended; at once for one that stopped reading. */
  readonly ended: Promise<void>;
  /** The facts' numbers, in the order of their arrival. */
  readonly numbers: readonly number[];
  /** When each of them arrived, milliseconds since the epoch. */
  readonly arrivedAt: readonly number[];
  /** The text of the stream, of a reader that keeps it. */
  readonly text: () => string;
  readonly stopReading: () => void;
  readonly close: () => void;
};

/** What is looked for across the border of two pieces. */
const tailCharacters = 64;

/** No parser but one for numbers: a thousand readers in one process must take no longer than the service that they measure. */
export function openReader(port: number, runId: string, keepsText: boolean): Reader {
  const socket = connect({ host: '127.0.0.1', port });
  const numbers: number[] = [];
  const arrivedAt: number[] = [];
  let tail = '';
  let kept = '';
  let begin: () => void = () => undefined;
  let end: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  socket.setEncoding('latin1');
  socket.on('data', (piece: string) => {
    begin();
    const now = Date.now();
    if (keepsText) kept += piece;
    const text = tail + piece;
    let last = 0;
    for (const match of text.matchAll(/id: (\d+)\nevent: /g)) {
      numbers.push(Number(match[1]));
      arrivedAt.push(now);
      last = match.index + match[0].length;
    }
    tail = text.slice(Math.max(last, text.length - tailCharacters));
    if (text.includes('event: end\n')) socket.destroy();
  });
  const over = (): void => {
    begin();
    end();
  };
  socket.on('close', over).on('error', over);
  socket.write(`GET /api/runs/${runId}/events HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
  return {
    begun,
    ended,
    numbers,
    arrivedAt,
    text: () => kept,
    stopReading() {
      socket.pause();
      end();
    },
    close: () => socket.destroy(),
  };
}
