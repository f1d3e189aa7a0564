import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readEvents, readLines, readText } from '../../../src/models/http/read-body.ts';
import { retryAfterMs } from '../../../src/models/http/retry-after.ts';

type Body = Parameters<typeof readText>[0];

/** The bytes of `text`, cut wherever the network may cut them, also inside a letter. */
function cut(text: string, lengths: readonly number[]): Body {
  const bytes = Buffer.from(text);
  const chunks: Buffer[] = [];
  let at = 0;
  for (const length of lengths) {
    if (at >= bytes.length) break;
    chunks.push(bytes.subarray(at, at + length));
    at += length;
  }
  chunks.push(bytes.subarray(at));
  return Readable.from(chunks.filter((chunk) => chunk.length > 0)) as unknown as Body;
}

const all = async <T>(parts: AsyncIterable<T>): Promise<readonly T[]> => {
  const seen: T[] = [];
  for await (const part of parts) seen.push(part);
  return seen;
};
const lengths = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 200 });
const lines = fc.array(
  fc.string({ unit: 'grapheme', maxLength: 12 }).map((line) => line.replace(/[\r\n]/gu, ' ')),
  { maxLength: 12 },
);

it('events and lines are the same however the network cuts them', async () => {
  await fc.assert(
    fc.asyncProperty(lines, lengths, async (texts, cuts) => {
      const documents = texts.map((text) => JSON.stringify({ text }));
      const events = documents.map((data, index) => `event: e${index}\r\ndata: ${data}\r\n\r\n`).join(': still here\n\n');
      expect((await all(readEvents(cut(events, cuts)))).map(({ data }) => data)).toEqual(documents);
      const whole = documents.map((line) => `${line}\n`).join('');
      expect((await all(readLines(cut(whole, cuts)))).filter((line) => line !== '')).toEqual(documents);
      expect(await readText(cut(whole, cuts))).toBe(whole);
    }),
    { numRuns: 60 },
  );
});

it('an event that the end cut off is none', async () => {
  expect(await all(readEvents(cut('data: {"a":1}\n\ndata: {"b"', [])))).toEqual([{ event: null, data: '{"a":1}' }]);
});

it('waits are read as seconds, milliseconds or a date', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  expect(retryAfterMs({ 'retry-after': '1.5' }, now)).toBe(1500);
  expect(retryAfterMs({ 'retry-after-ms': '20', 'retry-after': '1' }, now)).toBe(20);
  expect(retryAfterMs({ 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }, now)).toBe(30_000);
  expect(retryAfterMs({ 'retry-after': 'soon' }, now)).toBeNull();
});
