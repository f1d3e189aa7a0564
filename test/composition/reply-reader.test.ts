import { afterEach, beforeAll, expect, test } from 'vitest';
import { createReplyReader } from '../../src/composition/reply-reader.ts';
import type { Contract } from '../../src/domain/contract.ts';
import { loadPython } from '../../src/languages/python/python-language.ts';
import type { Language } from '../../src/ports/language.ts';
import type { ReplyReader } from '../../src/ports/reply-reader.ts';

const threadEntry = new URL('./child/reply-thread.mjs', import.meta.url);
const contract: Contract = { language: 'python', entry: { kind: 'function', name: 'inc', parameters: [{ name: 'n' }] } };
const program = 'def inc(n):\n    return n + 1\n';
const prose = 'A sentence about the code that says nothing new.\n'.repeat(4000);

let python: Language;
let reader: ReplyReader | undefined;
beforeAll(async () => {
  python = await loadPython();
});
afterEach(async () => {
  await reader?.close();
});

test('a reply of 200 kB is read beside, while timers of the program go on', async () => {
  reader = createReplyReader({ threadEntry, deadlineMs: 20_000, startMs: 60_000 });
  const reading = reader.extract(python, { text: `${prose}\`\`\`python\n${program}\`\`\`\n`, finish: 'stop' }, contract);
  let ticks = 0;
  const ticking = setInterval(() => {
    ticks += 1;
  }, 5);
  const found = await reading;
  clearInterval(ticking);
  expect(found).toMatchObject({ type: 'code', code: program });
  expect(ticks).toBeGreaterThan(5);
});

test('tests of a long reply come as from a short one', async () => {
  reader = createReplyReader({ threadEntry, deadlineMs: 20_000, startMs: 60_000 });
  const text = `${prose.slice(0, 6000)}\nassert inc(1) == 2\n`;
  expect(await reader.extractTests(python, { text, finish: 'stop' }, contract)).toEqual(
    python.extractTests({ text, finish: 'stop' }, contract),
  );
});

test('a reply that takes too long is rejected with its size, and the next one is read by a new thread', async () => {
  reader = createReplyReader({ threadEntry, deadlineMs: 1, startMs: 60_000 });
  const late = await reader.extract(python, { text: 'x = 1\n'.repeat(20_000), finish: 'stop' }, contract);
  expect(late).toEqual({
    type: 'rejected',
    reason: 'no-code',
    detail: 'Reading the answer of 120000 characters took longer than 0.001 s.',
  });
  const short = await reader.extract(python, { text: program, finish: 'stop' }, contract);
  expect(short).toMatchObject({ type: 'code', code: program });
});

test('without a thread the reply is read in place, and an aborted one not at all', async () => {
  reader = createReplyReader({ threadEntry: new URL('./missing.mjs', import.meta.url) });
  const text = `${prose.slice(0, 6000)}\n\`\`\`python\n${program}\`\`\`\n`;
  expect(await reader.extract(python, { text, finish: 'stop' }, contract)).toMatchObject({ type: 'code', code: program });
  await expect(reader.extract(python, { text, finish: 'stop' }, contract, { signal: AbortSignal.abort('over') })).rejects.toBe('over');
});

test('a thread that dies while nobody waits for it ends nothing, and the next reply has a new one', async () => {
  const dying = new URL('./child/dying-thread.mjs', import.meta.url);
  reader = createReplyReader({ threadEntry: dying, deadlineMs: 20_000, startMs: 60_000 });
  const text = `${prose.slice(0, 6000)}\n`;
  const found = { type: 'rejected', reason: 'no-code', detail: 'by the thread that dies' };
  expect(await reader.extract(python, { text, finish: 'stop' }, contract)).toEqual(found);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await reader.extract(python, { text, finish: 'stop' }, contract)).toEqual(found);
});
