import { expect, it } from 'vitest';
import { chooseContextSize } from '../../../src/models/ollama/context-size.ts';
import { readModelInfo } from '../../../src/models/ollama/ollama-wire.ts';
import { collect } from '../../conformance/model.ts';
import { chat } from '../chat-request.ts';
import { openOn } from './open-ollama.ts';

const words = (count: number): string => 'word '.repeat(count);

it('pain 1: an over-long prompt is an error, whether the server refuses it or cuts it in silence', async () => {
  const tooLong = chat({ messages: [{ role: 'user', content: words(9000) }] });
  const refusing = await openOn({
    fault: (_, n) => (n < 0 ? null : { type: 'status', status: 400, body: '{"error":"the input length exceeds the context length"}' }),
  });
  await expect(collect(refusing.model, tooLong)).rejects.toMatchObject({
    code: 'prompt-too-long',
    message: expect.stringContaining('8192 tokens of context'),
  });
  const cutting = await openOn({
    fault: (_, n) => (n < 0 ? null : { type: 'text', text: 'def add(a, b): return a', last: { prompt_eval_count: 8192 } }),
  });
  await expect(collect(cutting.model, tooLong)).rejects.toMatchObject({
    code: 'prompt-too-long',
    message: expect.stringContaining('read only 8192'),
  });
  expect(cutting.server.generations[0]?.body.truncate).toBe(false);
});

it('pain 2: a server that uses half of num_ctx is found out by its own counts', async () => {
  const { model } = await openOn({ fault: (_, n) => (n === 1 ? { type: 'text', text: 'ok', last: { prompt_eval_count: 1200 } } : null) });
  await collect(model, chat({ messages: [{ role: 'user', content: words(300) }] }));
  await expect(collect(model, chat({ messages: [{ role: 'user', content: words(3500) }] }))).rejects.toMatchObject({
    code: 'prompt-too-long',
  });
});

it('pain 3: the context is set natively, and the same for every request', async () => {
  const { model, server } = await openOn({}, { contextTokens: 4096 });
  await collect(model, chat({ seeds: [1, 2] }));
  await collect(model, chat({ form: 'completion' }));
  await model.decide({
    prompt: 'Which?',
    options: [
      { id: 'a', description: 'a' },
      { id: 'b', description: 'b' },
    ],
  });
  const sent = server.requests.filter(({ path }) => path === '/api/chat' || path === '/api/generate');
  expect(sent.length).toBe(5);
  expect(new Set(sent.map(({ body }) => body.options?.num_ctx))).toEqual(new Set([4096]));
});

it('pain 4: the context comes from the model, bounded by need and memory', async () => {
  const info = readModelInfo({
    model_info: {
      'general.architecture': 'x',
      'x.context_length': 4096,
      'x.block_count': 32,
      'x.attention.head_count_kv': 8,
      'x.attention.key_length': 128,
      'x.attention.value_length': 128,
    },
  });
  expect(info.cacheBytesPerToken).toBe(131_072);
  const choose = (neededTokens: number, memoryBytes: number | null, loadedTokens: number | null = null) =>
    chooseContextSize(info, { neededTokens, memoryBytes, loadedTokens });
  expect(choose(2048, null)).toEqual({ tokens: 2048, warnings: [] });
  expect(choose(8192, null)).toMatchObject({ tokens: 4096, warnings: [{ feature: 'context' }] });
  // A quarter of 1 GiB holds 2,048 tokens of 128 KiB.
  expect(choose(4096, 2 ** 30)).toMatchObject({ tokens: 2048, warnings: [{ feature: 'context' }] });
  // What is loaded already and large enough is not loaded again.
  expect(choose(2048, null, 4096).tokens).toBe(4096);
  expect(choose(2048, null, 512).tokens).toBe(2048);
  const { model, server } = await openOn({ loaded: [{ name: 'qwen2.5-coder:1.5b', context_length: 16_384 }] });
  expect(model.capabilities.contextTokens).toBe(16_384);
  await collect(model, chat());
  expect(server.generations[0]?.body.options?.num_ctx).toBe(16_384);
});

it('pain 5: an answer of exactly maxTokens is cut, even when the server calls it "stop"', async () => {
  const text = 'one two three four five';
  const { model } = await openOn({
    version: '0.5.0',
    fault: (_, n) => (n < 0 ? null : { type: 'text', text, last: { done_reason: 'stop', eval_count: 5 } }),
  });
  expect((await collect(model, chat({ maxTokens: 5 }))).ends.get(0)?.finish).toBe('length');
  expect((await collect(model, chat({ maxTokens: 6 }))).ends.get(0)?.finish).toBe('stop');
});

it('pain 6: an answer that is all thought is asked for again without thinking, and is never a finished sample', async () => {
  const thoughts = { type: 'text', text: '', thinking: 'The user wants a function. Let me see.', last: { done_reason: 'length' } } as const;
  const once = await openOn({ fault: (_, n) => (n === 0 ? thoughts : null) });
  const collected = await collect(once.model, chat());
  expect(once.server.generations.map(({ body }) => body.think)).toEqual([undefined, false]);
  expect(collected.ends.get(0)).toMatchObject({ finish: 'stop', text: expect.stringContaining('def add') });
  const always = await openOn({
    fault: (_, n) => (n < 0 ? null : { type: 'text', text: '<think>\nThe user wants a function', last: { done_reason: 'stop' } }),
  });
  const cut = await collect(always.model, chat());
  expect(cut.ends.get(0)?.finish).toBe('length');
  expect(cut.warnings).toContainEqual(expect.objectContaining({ feature: 'thinking' }));
});

it('a model that can think is told not to, from the first request on', async () => {
  const { model, server } = await openOn({ capabilities: ['completion', 'thinking'] });
  await collect(model, chat());
  expect(server.generations[0]?.body.think).toBe(false);
  const plain = await openOn({});
  await collect(plain.model, chat());
  expect(plain.server.generations[0]?.body).not.toHaveProperty('think');
});

it('pain 7: a stream without a last line is asked for once more, then is an error', async () => {
  const half = { type: 'lines', lines: [{ message: { role: 'assistant', content: 'def add(a' }, done: false }], end: 'clean' } as const;
  const once = await openOn({ fault: (_, n) => (n === 0 ? half : null) });
  const collected = await collect(once.model, chat());
  expect(collected.ends.get(0)?.text).toContain('return');
  expect(collected.built.get(0)).toBe(collected.ends.get(0)?.text);
  expect(collected.warnings).toContainEqual(expect.objectContaining({ feature: 'incomplete-answer' }));
  for (const end of ['clean', 'destroy'] as const) {
    const always = await openOn({ fault: (_, n) => (n < 0 ? null : { ...half, end }) });
    await expect(collect(always.model, chat())).rejects.toMatchObject({ code: 'model-incomplete', retryable: true });
    expect(always.server.generations).toHaveLength(2);
  }
});

it('an error line or a broken line in the middle of a stream counts as incomplete', async () => {
  const first = { message: { role: 'assistant', content: 'def' }, done: false };
  for (const line of [{ error: 'an error was encountered while running the model: unexpected EOF' }, '{"message": {"ro\n']) {
    const { model } = await openOn({ fault: (_, n) => (n < 0 ? null : { type: 'lines', lines: [first, line], end: 'clean' }) });
    await expect(collect(model, chat())).rejects.toMatchObject({ code: 'model-incomplete' });
  }
});
