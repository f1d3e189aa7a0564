import { afterEach, expect, test } from 'vitest';
import { createRequestReader } from '../../src/composition/request-reader.ts';
import type { RequestReader } from '../../src/surfaces/read-request-text.ts';

const threadEntry = new URL('./child/reply-thread.mjs', import.meta.url);
let reader: RequestReader | undefined;
afterEach(() => reader?.close());

test('what takes too long is refused in time, timers go on, and the next request is read', async () => {
  reader = createRequestReader({ threadEntry, deadlineMs: 300, startMs: 60_000 });
  let ticks = 0;
  const ticking = setInterval(() => {
    ticks += 1;
  }, 5);
  const examples = [`f(${'x => ('.repeat(1600)}) == 1`];
  const hostile = await reader.read({ language: 'javascript', task: 'Do it', examples });
  clearInterval(ticking);
  // Either the parser says no in time, or the deadline does.
  expect(hostile).toMatchObject({ ok: false, reason: expect.stringMatching(/\S/) });
  expect(ticks).toBeGreaterThan(5);
  const long = { language: 'python', task: 'Sum of a list. '.repeat(100), examples: ['f([1]) == 1'] } as const;
  expect(await reader.read(long)).toEqual({ ok: true });
  expect(await reader.read({ ...long, examples: ['f(1) =='] })).toMatchObject({ ok: false, field: 'examples.0' });
  expect(await reader.read({ ...long, signature: ')' })).toMatchObject({ ok: false, field: 'signature' });
});
