import { expect, it } from 'vitest';
import { createOpenAiProvider } from '../../../src/models/openai-compatible/openai-provider.ts';
import { collect } from '../../conformance/model.ts';
import { chat } from '../chat-request.ts';
import { openOn, refusal, serverWith } from './open-openai.ts';

const jsonSchema = {
  type: 'object',
  properties: { name: { type: 'string' }, parameters: { type: 'array' } },
  required: ['name', 'parameters'],
};

it('pain 10: a schema that is ignored with 200 is found out when the model is opened', async () => {
  const { model, server } = await openOn({ kind: 'plain', ignoresSchema: true });
  expect(model.capabilities).toMatchObject({ jsonSchema: false, logprobs: true });
  const collected = await collect(model, chat({ jsonSchema }));
  expect(collected.warnings.map(({ feature }) => feature)).toContain('json-schema');
  expect(server.generations[0]?.body).not.toHaveProperty('response_format');
});

it('pain 11: a grammar that fails open is found out when the model is opened', async () => {
  const { model, server } = await openOn({ kind: 'llama-server', ignoresGrammar: true });
  expect(model.capabilities).toMatchObject({ grammar: false, jsonSchema: true });
  const collected = await collect(model, chat({ grammar: 'root ::= "yes"' }));
  expect(collected.warnings).toEqual([expect.objectContaining({ feature: 'grammar' })]);
  expect(server.generations[0]?.body).not.toHaveProperty('grammar');
});

it('pain 12: JSON that lands among the thoughts is read, for schema calls only', async () => {
  const json = '{"name": "add", "parameters": []}';
  const { model } = await openOn({ kind: 'plain', text: () => '', thinking: () => json });
  const collected = await collect(model, chat({ jsonSchema }));
  expect(collected.ends.get(0)).toMatchObject({ text: json, finish: 'stop' });
  expect(collected.built.get(0)).toBe(json);
  const plain = await collect(model, chat());
  expect(plain.ends.get(0)).toMatchObject({ text: '', finish: 'length' });
});

it('pain 13: JSON without its beginning gets it back, else it is asked for again', async () => {
  const { model, server } = await openOn({ kind: 'plain', text: () => 'name": "add", "parameters": []}' });
  const collected = await collect(model, chat({ jsonSchema }));
  expect(collected.ends.get(0)?.text).toBe('{"name": "add", "parameters": []}');
  expect(collected.built.get(0)).toBe(collected.ends.get(0)?.text);
  expect(collected.warnings).toEqual(expect.arrayContaining([expect.objectContaining({ feature: 'json-schema' })]));
  expect(server.generations).toHaveLength(1);
  const hopeless = await openOn({ kind: 'plain', text: () => '"parameters": []}' });
  await collect(hopeless.model, chat({ jsonSchema }));
  expect(hopeless.server.generations).toHaveLength(2);
});

it('pain 15: thoughts are no part of a sample', async () => {
  const { model } = await openOn({ kind: 'vllm', text: () => 'def add(a, b):\n    return a + b', thinking: () => 'The user wants a sum.' });
  const { ends, built } = await collect(model, chat());
  expect(ends.get(0)?.text).toBe('def add(a, b):\n    return a + b');
  expect(built.get(0)).not.toContain('The user');
});

it('pain 5: an answer that fills its limit is cut, even when the server calls it "stop"', async () => {
  const { model } = await openOn({ kind: 'vllm', noLogprobs: true, finishReason: 'stop', text: () => 'one two three four five six' });
  expect((await collect(model, chat({ maxTokens: 5 }))).ends.get(0)?.finish).toBe('length');
  expect((await collect(model, chat({ maxTokens: 50 }))).ends.get(0)?.finish).toBe('stop');
});

it('pain 6: thinking is switched off where a server takes that', async () => {
  const { model, server } = await openOn({ kind: 'vllm' });
  await collect(model, chat());
  expect(server.requests.at(-1)?.body.chat_template_kwargs).toEqual({ enable_thinking: false });
});

it('pain 25: several samples come from one call where the server honours n, else each from its own with its own seed', async () => {
  const seeds = [11, 22, 33, 44, 55, 66];
  const many = await openOn({ kind: 'llama-server', slots: 4 });
  expect(many.model.capabilities.samplesInOneCall).toBe(true);
  const collected = await collect(many.model, chat({ seeds }));
  expect(collected.ends.size).toBe(6);
  expect(many.server.generations.map(({ body }) => [body.n, body.seed])).toEqual([
    [4, 11],
    [2, 55],
  ]);
  const single = await openOn({ kind: 'lm-studio' });
  await collect(single.model, chat({ seeds }));
  expect(single.server.generations.map(({ body }) => body.seed).sort()).toEqual(seeds);
  expect(single.server.generations[0]?.body).not.toHaveProperty('n');
});

it('a server that does not give as many samples as were asked for is asked for the rest, one by one', async () => {
  const { model, server } = await openOn({
    kind: 'vllm',
    fault: (_, n) => (n === 0 ? { type: 'reply', reply: oneChoice } : null),
  });
  const { ends } = await collect(model, chat({ seeds: [1, 2, 3] }));
  expect(ends.size).toBe(3);
  expect(
    server.generations
      .map(({ body }) => body.seed)
      .slice(1)
      .sort(),
  ).toEqual([2, 3]);
});

const oneChoice = {
  type: 'stream',
  contentType: 'text/event-stream',
  frames: ['data: {"choices":[{"index":0,"delta":{"content":"only one"},"finish_reason":"stop"}]}\n\n', 'data: [DONE]\n\n'],
  endFrames: 1,
} as const;

it('a server that marks the end without a reason is believed, and its count says whether it was cut', async () => {
  const usage = (tokens: number): string => `data: {"choices":[],"usage":{"prompt_tokens":9,"completion_tokens":${tokens}}}\n\n`;
  const text = 'data: {"choices":[{"index":0,"delta":{"content":"only one"}}]}\n\n';
  const answering = async (...frames: readonly string[]) => {
    const { model } = await openOn({
      kind: 'plain',
      fault: ({ body }) => (body.stream === true ? { type: 'reply', reply: { ...oneChoice, frames, endFrames: 0 } } : null),
    });
    return (await collect(model, chat({ maxTokens: 20 }))).ends.get(0)?.finish;
  };
  expect(await answering(text, usage(2), 'data: [DONE]\n\n')).toBe('stop');
  expect(await answering(text, usage(20), 'data: [DONE]\n\n')).toBe('length');
  expect(await answering(text, 'data: [DONE]\n\n')).toBe('stop');
  // Without a count an open fence tells that the answer was cut.
  const fence = (content: string) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`;
  expect(await answering(fence('```python\ndef f(x):\n    return'), 'data: [DONE]\n\n')).toBe('length');
  expect(await answering(fence('```python\npass\n```'), 'data: [DONE]\n\n')).toBe('stop');
  await expect(answering(text)).rejects.toMatchObject({ code: 'model-incomplete' });
  await expect(answering('data: [DONE]\n\n')).rejects.toMatchObject({ code: 'model-incomplete' });
});

it('a stop rule that is met closes the connection, and text stops spare the tokens of shared calls', async () => {
  const { model, server } = await openOn({ kind: 'llama-server' });
  const after = await collect(model, chat({ stop: [{ type: 'after-text', text: 'def' }] }));
  expect(after.ends.get(0)?.text).toMatch(/def$/u);
  await collect(model, chat({ seeds: [1, 2], stop: [{ type: 'text', text: '\n```' }] }));
  expect(server.generations.map(({ body }) => body.stop)).toEqual([undefined, ['\n```']]);
});

it('the forms are those that the server has: llama-server is asked, vLLM is told', async () => {
  const prefill = '```python\ndef add(a, b):';
  const llama = await openOn({ kind: 'llama-server' });
  expect(llama.model.capabilities.promptForms).toEqual(['chat', 'chat-prefill', 'completion']);
  await collect(llama.model, chat({ form: 'completion', messages: [{ role: 'user', content: 'def add(a, b):' }] }));
  expect(llama.server.generations[0]).toMatchObject({ path: '/v1/completions', body: { prompt: 'def add(a, b):' } });
  const vllm = await openOn({ kind: 'vllm' });
  await collect(vllm.model, chat({ form: 'chat-prefill', prefill }));
  expect(vllm.server.generations[0]?.body).toMatchObject({ continue_final_message: true, add_generation_prompt: false });
  const plain = await openOn({ kind: 'plain' });
  expect(plain.model.capabilities.promptForms).toEqual(['chat']);
});

it('fields that a model refuses are left out from then on, with a warning where somebody would miss them', async () => {
  const { model, server } = await openOn({
    kind: 'plain',
    fault: ({ body }) =>
      'max_tokens' in body
        ? refusal(400, { message: "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.", param: 'max_tokens' })
        : body.stream === true && 'temperature' in body
          ? refusal(400, { message: "Unsupported value: 'temperature' does not support 0.8 with this model.", param: 'temperature' })
          : null,
  });
  const collected = await collect(model, chat());
  expect(collected.ends.get(0)?.finish).toBe('stop');
  expect(collected.warnings.map(({ feature }) => feature)).toEqual(['context', 'temperature']);
  const sent = server.requests.length;
  await collect(model, chat());
  expect(server.requests).toHaveLength(sent + 1);
});

it('an answer that does not fit beside the prompt gets the room that there is', async () => {
  const message =
    "'max_tokens' or 'max_completion_tokens' is too large: 8000. This model's maximum context length is 4096 tokens and your request has 4000 input tokens (8000 > 4096 - 4000).";
  const { model, server } = await openOn({
    kind: 'vllm',
    fault: ({ body }) => (Number(body.max_tokens) > 96 ? refusal(400, { message, code: 400 }) : null),
  });
  const collected = await collect(model, chat({ maxTokens: 8000 }));
  expect(server.generations.map(({ body }) => body.max_tokens)).toEqual([8000, 96]);
  expect(collected.warnings).toContainEqual(expect.objectContaining({ feature: 'max-tokens' }));
});

it('a decision is read from the likeliest first tokens, or is a choice held to the labels, or a bare letter', async () => {
  const options = [
    { id: 'function', description: 'A function' },
    { id: 'script', description: 'A program' },
    { id: 'chunk', description: 'A chunk' },
  ] as const;
  const question = { prompt: 'What is wanted?', options };
  const { model, server } = await openOn({ kind: 'llama-server' });
  const decision = await model.decide(question);
  expect(decision).toMatchObject({ choice: 'script', calibrated: true });
  expect(decision.labelMass).toBeCloseTo(0.85, 6);
  expect(server.requests.at(-1)?.body).toMatchObject({ max_tokens: 1, top_logprobs: 20 });
  const held = await openOn({ kind: 'lm-studio', noLogprobs: true });
  expect(await held.model.decide(question)).toMatchObject({ choice: 'function', calibrated: false, labelMass: null });
  expect(held.server.requests.at(-1)?.body).toHaveProperty('response_format');
  const limited = await openOn({
    kind: 'vllm',
    fault: ({ body }) =>
      Number(body.top_logprobs) > 5
        ? refusal(400, { message: 'Requested sample top_logprobs of 20, which is greater than max allowed: 5' })
        : null,
  });
  expect(await limited.model.decide(question)).toMatchObject({ choice: 'script', calibrated: true });
});

it('pain 18: a server that still loads its model is waited for, and one that is busy for a moment is asked again', async () => {
  let asked = 0;
  const loading = refusal(503, { message: 'Loading model', type: 'unavailable_error', code: 503 });
  const { model } = await openOn({ kind: 'llama-server', fault: ({ path }) => (path === '/props' && ++asked <= 4 ? loading : null) });
  expect(model.capabilities.contextTokens).toBe(4096);
  expect(asked).toBe(5);
  const server = await serverWith({ kind: 'llama-server', fault: ({ path }) => (path === '/props' ? loading : null) });
  const never = createOpenAiProvider({ baseUrl: server.url }).open('x', { signal: AbortSignal.timeout(700) });
  await expect(never).rejects.toMatchObject({ name: 'TimeoutError' });
  let busy = 0;
  const briefly = await openOn({
    kind: 'plain',
    fault: ({ path }) => (path === '/v1/models' && ++busy === 1 ? refusal(500, { message: 'restarting' }) : null),
  });
  expect(briefly.model.id).toBe('openai:qwen2.5-coder-1.5b');
});

it('a model that cannot be kept from thinking gets room for it before it decides', async () => {
  const thinking = { index: 0, message: { content: '', reasoning_content: 'Let me see. A function' }, finish_reason: 'length' };
  const { model, server } = await openOn({
    kind: 'plain',
    noLogprobs: true,
    fault: ({ body }) =>
      body.max_tokens === 64 ? { type: 'reply', reply: { type: 'document', status: 200, body: { choices: [thinking] } } } : null,
  });
  const options = [
    { id: 'one', description: 'One' },
    { id: 'two', description: 'Two' },
  ] as const;
  expect(await model.decide({ prompt: 'Which?', options })).toMatchObject({ choice: 'one', calibrated: false });
  expect(server.requests.at(-1)?.body.max_tokens).toBe(2048);
});

it('other weights of the same name are told apart where the server says something of them', async () => {
  expect((await openOn({ kind: 'llama-server' })).model.fingerprint).toBe('1543714304 parameters, 986061892 bytes');
  expect((await openOn({ kind: 'plain' })).model.fingerprint).toBeUndefined();
});

it('tokens are counted by llama-server itself', async () => {
  const { model } = await openOn({
    kind: 'llama-server',
    fault: ({ path }) => (path === '/tokenize' ? { type: 'status', status: 200, body: '{"tokens":[1,2,3,4,5]}' } : null),
  });
  expect(await model.countTokens([{ role: 'user', content: 'hi' }])).toBe(5);
});

it('a server that says nothing more after the last word is not waited for', async () => {
  const { model } = await openOn({ kind: 'plain', noUsage: true });
  expect((await collect(model, chat())).ends.get(0)?.finish).toBe('stop');
});

it('a server that ignores "stream" is understood', async () => {
  const whole = {
    type: 'document',
    status: 200,
    body: { choices: [{ index: 0, message: { content: 'whole' }, finish_reason: 'stop' }] },
  } as const;
  const { model } = await openOn({ kind: 'plain', fault: (_, n) => (n < 0 ? null : { type: 'reply', reply: whole }) });
  expect((await collect(model, chat())).ends.get(0)).toMatchObject({ text: 'whole', finish: 'stop' });
});

it('the only model of a server, or its code model, is suggested; embeddings are not', async () => {
  const names = ['nomic-embed-text', 'llama-3.2-3b', 'qwen2.5-coder-7b'];
  const server = await serverWith({ kind: 'lm-studio', models: names });
  const provider = createOpenAiProvider({ baseUrl: server.url });
  expect(await provider.suggest?.()).toMatchObject({ name: 'qwen2.5-coder-7b', present: true });
  expect((await provider.list()).map(({ name, detail }) => [name, detail.includes('writes no text')])).toEqual([
    ['nomic-embed-text', true],
    ['llama-3.2-3b', false],
    ['qwen2.5-coder-7b', false],
  ]);
});
