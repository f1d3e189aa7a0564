import { isUtf8 } from 'node:buffer';
import { Transform } from 'node:stream';
import { parseJSONRPCMessage } from '@modelcontextprotocol/server';

/** Bytes of one message: program, tests and further files with their quoting. */
const mostBytes = 4 * 1024 * 1024;

/** Milliseconds that answers have when the input ends: with the end all calls that go on are given up. */
const graceMs = 200;

const codes = { parse: -32_700, invalid: -32_600 } as const;

type Refusal = {
  readonly jsonrpc: '2.0';
  readonly id: string | number | null;
  readonly error: { readonly code: number; readonly message: string };
};

/**
 * Passes on the lines that are JSON-RPC messages; every other one is answered with `refuse`, as the protocol asks, and
 * forgotten. A line that never ends is not kept.
 */
export function checkedLines(refuse: (refusal: Refusal) => void): Transform {
  let kept: Buffer[] = [];
  let size = 0;

  const answer = (code: number, message: string, id: Refusal['id'] = null): void =>
    refuse({ jsonrpc: '2.0', id, error: { code, message } });

  const take = (stream: Transform): void => {
    const bytes = Buffer.concat(kept);
    const wasLong = size > mostBytes;
    kept = [];
    size = 0;
    const line = bytes.toString('utf8').trim();
    if (wasLong) answer(codes.invalid, `Invalid Request: a message has more than ${mostBytes} bytes`);
    // Read all the same, it would be another program than the one that was sent.
    else if (!isUtf8(bytes)) answer(codes.parse, 'Parse error: the message is not UTF-8');
    else if (line !== '') check(line, answer, () => stream.push(`${line}\n`));
  };

  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let from = 0;
      for (let end = chunk.indexOf(10, from); end >= 0; end = chunk.indexOf(10, from)) {
        keep(chunk.subarray(from, end));
        take(this);
        from = end + 1;
      }
      keep(chunk.subarray(from));
      done();
    },
    flush(done) {
      if (size > 0) take(this);
      setTimeout(done, graceMs);
    },
  });

  function keep(part: Buffer): void {
    size += part.length;
    if (size > mostBytes) kept = [];
    else kept.push(part);
  }
}

function check(line: string, answer: (code: number, message: string, id?: Refusal['id']) => void, pass: () => void): void {
  let data: unknown;
  try {
    data = JSON.parse(line);
  } catch (error) {
    answer(codes.parse, `Parse error: ${error instanceof Error ? error.message : String(error)}`);
    return;
  }
  if (Array.isArray(data)) {
    answer(codes.invalid, 'Invalid Request: batches are not taken; send one message a line');
    return;
  }
  try {
    parseJSONRPCMessage(data);
  } catch {
    answer(codes.invalid, 'Invalid Request: this is no JSON-RPC 2.0 message', idOf(data));
    return;
  }
  pass();
}

function idOf(data: unknown): Refusal['id'] {
  const id = typeof data === 'object' && data !== null && 'id' in data ? data.id : null;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}
