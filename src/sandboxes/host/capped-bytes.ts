import type { Readable } from 'node:stream';

/** Collects a stream up to a cap and goes on reading past it, so that the writer does not block. */
export class CappedBytes {
  private readonly chunks: Buffer[] = [];
  private size = 0;
  private closed = false;
  /** More came than was kept. */
  over = false;
  readonly ended: Promise<void>;

  constructor(stream: Readable, cap: number, onOver: () => void) {
    this.ended = new Promise((resolve) => stream.once('close', resolve));
    stream.on('error', () => {});
    stream.on('data', (chunk: Buffer) => {
      if (this.closed) return;
      const kept = chunk.subarray(0, cap - this.size);
      this.chunks.push(Buffer.from(kept));
      this.size += kept.byteLength;
      if (kept.byteLength < chunk.byteLength && !this.over) {
        this.over = true;
        onOver();
      }
    });
  }

  /** What came until now; nothing is kept afterwards. */
  close(): Uint8Array {
    this.closed = true;
    return new Uint8Array(Buffer.concat(this.chunks));
  }
}
