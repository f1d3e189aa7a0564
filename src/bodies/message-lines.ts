import { type BodyMessage, bodyMessageSchema } from '../domain/skill-body.ts';

/** What came over a body's pipe, a line each. `fault`: what is no message; everything after it is dropped. */
export type HeardLine = { readonly message: BodyMessage } | { readonly fault: string };

const longestLine = 6 * 2 ** 20;

/** Cuts pieces into lines and reads each. A body can write what it wants here: nothing is believed. */
export class MessageLines {
  private held: Buffer[] = [];
  private size = 0;
  private lost = false;

  push(piece: Uint8Array): readonly HeardLine[] {
    const heard: HeardLine[] = [];
    let rest = Buffer.from(piece);
    while (!this.lost) {
      const end = rest.indexOf(10);
      if (end < 0) break;
      const line = Buffer.concat([...this.held, rest.subarray(0, end)]);
      this.held = [];
      this.size = 0;
      rest = rest.subarray(end + 1);
      heard.push(this.read(line));
    }
    if (this.lost) return heard;
    this.held.push(rest);
    this.size += rest.byteLength;
    if (this.size > longestLine) heard.push(this.lose(`a line of more than ${longestLine} bytes`));
    return heard;
  }

  private read(line: Buffer): HeardLine {
    try {
      const parsed = bodyMessageSchema.safeParse(JSON.parse(line.toString('utf8')));
      return parsed.success ? { message: parsed.data } : this.lose('a message of no known form');
    } catch {
      return this.lose('a line that is no JSON');
    }
  }

  private lose(fault: string): HeardLine {
    this.lost = true;
    this.held = [];
    return { fault };
  }
}
