import type { MiddlewareHandler } from 'hono';
import { problemResponse } from './problem.ts';

const mostBodyBytes = 1024 * 1024;

/** A body says its length beforehand, so that no more than that is ever read. */
export const limitBody: MiddlewareHandler = async (c, next) => {
  if (c.req.header('transfer-encoding') !== undefined) {
    return problemResponse('bad-input', 'The body must have a Content-Length.', 'Send the body at once, not in chunks.', {
      status: 411,
      errors: [{ field: 'content-length', message: 'is missing' }],
    });
  }
  if (Number(c.req.header('content-length') ?? 0) > mostBodyBytes) {
    return problemResponse('bad-input', `body: is larger than ${mostBodyBytes} bytes`, 'Send less: a context has 256 KiB at most.', {
      status: 413,
      errors: [{ field: 'body', message: `at most ${mostBodyBytes} bytes` }],
    });
  }
  await next();
  return undefined;
};

/**
 * A body is text in UTF-8: whatever else were taken would be stored and run with question marks in place of what was meant.
 * Routes find the body read already.
 */
export const readBodyAsText: MiddlewareHandler = async (c, next) => {
  if (Number(c.req.header('content-length') ?? 0) > 0) {
    const bytes = await c.req.arrayBuffer().catch(() => null);
    // The caller left, or was too slow: whatever is said now is said to nobody, and no failure of ours.
    if (bytes === null) {
      return problemResponse('bad-input', 'body: ended before its Content-Length', 'Send the whole body.', {
        status: 400,
        errors: [{ field: 'body', message: 'ended early' }],
      });
    }
    const place = firstBadByte(new Uint8Array(bytes));
    if (place !== null) {
      const message = `is not UTF-8 at byte ${place}`;
      return problemResponse('bad-input', `body: ${message}`, 'Send the text as UTF-8; bytes are counted from 0.', {
        status: 400,
        errors: [{ field: 'body', message }],
      });
    }
  }
  await next();
  return undefined;
};

/** Where the first character that is none begins; null in text. */
export function firstBadByte(bytes: Uint8Array): number | null {
  // A piece may end within a character, so what is wrong with it is wrong with every longer one.
  const textOf = (end: number): string | null => {
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.subarray(0, end), { stream: true });
    } catch {
      return null;
    }
  };
  let good = 0;
  for (let bad = bytes.length + 1; bad - good > 1; ) {
    // Mostly all of it is good: the whole comes first.
    const middle = good === 0 && bad === bytes.length + 1 ? bytes.length : (good + bad) >> 1;
    if (textOf(middle) === null) bad = middle;
    else good = middle;
  }
  const whole = Buffer.byteLength(textOf(good) ?? '');
  return whole === bytes.length ? null : whole;
}
