import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { AppError } from '../../src/domain/app-error.ts';
import type { RunEvent } from '../../src/domain/run-event.ts';
import { createEventStreams } from '../../src/surfaces/http/event-stream.ts';

const fact = (seq: number): RunEvent => ({ v: 1, seq, at: seq, type: 'warning', warning: { feature: 'step', detail: '' } });
const decoder = new TextDecoder();

/** Two facts, then nothing until the signal aborts. */
async function* quiet(signal: AbortSignal): AsyncGenerator<readonly RunEvent[]> {
  yield [fact(1), fact(2)];
  signal.throwIfAborted();
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  signal.throwIfAborted();
}

test('a thousand readers leave nothing on the signal of the service, whether they leave, are left or hear the end', async () => {
  const closing = new AbortController();
  const open = createEventStreams({ heartbeatMs: 60_000, signal: closing.signal });
  const before = getEventListeners(closing.signal, 'abort').length;
  const signals: AbortSignal[] = [];
  const reading = Array.from({ length: 1000 }, () =>
    open((signal) => {
      signals.push(signal);
      return quiet(signal);
    }).getReader(),
  );
  for (const reader of reading) expect(decoder.decode((await reader.read()).value)).toBe('retry: 1000\n\n');
  for (const reader of reading) expect(decoder.decode((await reader.read()).value)).toMatch(/^id: 1\n(?:.*\n)*id: 2\n/);
  expect(getEventListeners(closing.signal, 'abort').length).toBe(before);
  for (const reader of reading.slice(0, 500)) await reader.cancel();
  expect(signals.map(({ aborted }) => aborted)).toEqual(signals.map((_signal, index) => index < 500));
  closing.abort(new DOMException('The service is shutting down.', 'AbortError'));
  for (const reader of reading.slice(500)) expect(await reader.read()).toEqual({ done: true, value: undefined });
  expect(signals.every(({ aborted }) => aborted)).toBe(true);
  for (const signal of signals) expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('a run that cannot be stored any further ends its stream with the reason, behind all that came', async () => {
  const open = createEventStreams({ heartbeatMs: 60_000, signal: new AbortController().signal });
  async function* failing(): AsyncGenerator<readonly RunEvent[]> {
    yield [fact(1)];
    throw new AppError('no-space', 'The disk is full.', 'df -h');
  }
  const text = await new Response(open(failing)).text();
  expect(text).toMatch(/^retry: 1000\n\nid: 1\n/);
  expect(text.split('\n\n').at(-2)).toBe('event: problem\ndata: {"code":"no-space","message":"The disk is full.","hint":"df -h"}');
});
