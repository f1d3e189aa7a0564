/** A message between Anneal and a fork server: a type letter, two 32-bit lengths (little-endian), JSON, bytes. */
export type Frame = { readonly kind: string; readonly header: unknown; readonly payload: Uint8Array };

const prefixBytes = 9;

export function encodeFrame(kind: string, header: unknown, payload: Uint8Array = new Uint8Array()): Uint8Array {
  const text = Buffer.from(JSON.stringify(header));
  const prefix = Buffer.alloc(prefixBytes);
  prefix.write(kind, 0, 'latin1');
  prefix.writeUInt32LE(text.byteLength, 1);
  prefix.writeUInt32LE(payload.byteLength, 5);
  return Buffer.concat([prefix, text, payload]);
}

/** Collects chunks and gives whole frames. Throws on a header that is not JSON: the stream is then lost. */
export class FrameReader {
  private chunks: Buffer[] = [];
  private size = 0;

  /** A frame larger than this many bytes is a fault of the stream. */
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  push(chunk: Buffer): Frame[] {
    this.chunks.push(chunk);
    this.size += chunk.byteLength;
    const frames: Frame[] = [];
    for (let frame = this.next(); frame !== null; frame = this.next()) frames.push(frame);
    return frames;
  }

  private next(): Frame | null {
    if (this.size < prefixBytes) return null;
    if ((this.chunks[0]?.byteLength ?? 0) < prefixBytes) this.join();
    const first = this.chunks[0];
    if (first === undefined) return null;
    const headerEnd = prefixBytes + first.readUInt32LE(1);
    const end = headerEnd + first.readUInt32LE(5);
    if (end > this.maxBytes) throw new RangeError(`frame of ${end} bytes`);
    if (this.size < end) return null;
    const all = this.join();
    const header: unknown = JSON.parse(all.toString('utf8', prefixBytes, headerEnd));
    const payload = Uint8Array.from(all.subarray(headerEnd, end));
    const rest = all.subarray(end);
    this.chunks = rest.byteLength > 0 ? [rest] : [];
    this.size = rest.byteLength;
    return { kind: all.toString('latin1', 0, 1), header, payload };
  }

  private join(): Buffer {
    const all = this.chunks.length === 1 && this.chunks[0] !== undefined ? this.chunks[0] : Buffer.concat(this.chunks);
    this.chunks = [all];
    return all;
  }
}
