import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { parseServerUrl } from '../../../src/models/http/server-url.ts';
import { createOllamaProvider } from '../../../src/models/ollama/ollama-provider.ts';
import { collect } from '../../conformance/model.ts';
import { chat } from '../chat-request.ts';
import { openOn, serverWith } from './open-ollama.ts';

it('pain 18: a cold model may take its time; a warning says what is waited for', async () => {
  const { model } = await openOn({ fault: (_, n) => (n === 0 ? { type: 'slow', ms: 300 } : null) }, { slowAfterMs: 100 });
  const collected = await collect(model, chat());
  expect(collected.ends.get(0)?.finish).toBe('stop');
  expect(collected.warnings).toEqual([expect.objectContaining({ feature: 'model-load' })]);
});

it('pain 19: every answer is streamed', async () => {
  const { model, server } = await openOn({});
  await collect(model, chat());
  expect(server.generations[0]?.body.stream).toBe(true);
});

it('pain 20: localhost is 127.0.0.1, and addresses may be short', () => {
  const fallback = 'http://127.0.0.1:11434';
  const parse = (text: string): string => parseServerUrl(text, fallback).href;
  expect(parse('localhost:11434')).toBe('http://127.0.0.1:11434/');
  expect(parse('http://gpu-box:8080/ollama/')).toBe('http://gpu-box:8080/ollama');
  expect(parse('0.0.0.0:11434')).toBe('http://127.0.0.1:11434/');
  expect(() => parse('ftp://x')).toThrow(expect.objectContaining({ code: 'bad-config' }));
  expect(() => parse('http://')).toThrow(expect.objectContaining({ code: 'bad-config' }));
});

it.each(['/', '/v1', '/api', '/api/chat', '/v1/chat/completions'])('report cline#1068: the address may end in %s', async (end) => {
  const server = await serverWith({});
  expect(await createOllamaProvider({ baseUrl: `${server.url}${end}` }).list()).not.toHaveLength(0);
});

it('a password in the address is in no message', async () => {
  const server = await serverWith({});
  const baseUrl = server.url.replace('http://', 'http://me:hunter2@');
  const missing = await createOllamaProvider({ baseUrl })
    .open('nope')
    .catch((thrown: Error) => thrown);
  expect(missing).toMatchObject({ code: 'model-missing', message: expect.stringContaining(`Ollama at ${server.url} has no model`) });
  expect(String(missing)).not.toContain('hunter2');
});

it('pain 21: a proxy is not used for this machine', async () => {
  const server = await serverWith({});
  const proxy = { httpProxy: 'http://127.0.0.1:9', httpsProxy: 'http://127.0.0.1:9' };
  const models = await createOllamaProvider({ baseUrl: server.url, proxy }).list();
  expect(models[0]).toMatchObject({ name: 'qwen2.5-coder:1.5b', bytes: 986061892, present: true, detail: 'qwen2, 1.5B, Q4_K_M' });
});

it('pain 22: keep_alive goes with every request', async () => {
  const { model, server } = await openOn({}, { keepAlive: '2h' });
  await collect(model, chat({ seeds: [1, 2] }));
  expect(server.requests.filter(({ path }) => path === '/api/chat').map(({ body }) => body.keep_alive)).toEqual(['2h', '2h', '2h']);
});

it('pain 23: a missing model is an error with the command that gets it, and names like it', async () => {
  const server = await serverWith({ models: ['qwen2.5-coder:1.5b', 'qwen2.5-coder:7b', 'llama3.2:latest'] });
  const provider = createOllamaProvider({ baseUrl: server.url });
  await expect(provider.open('qwen2.5-codr')).rejects.toMatchObject({
    code: 'model-missing',
    exitCode: 5,
    hint: 'ollama pull qwen2.5-codr',
    message: expect.stringContaining('Did you mean qwen2.5-coder:1.5b or qwen2.5-coder:7b?'),
  });
  await expect(provider.open('phi4')).rejects.toMatchObject({ message: expect.stringContaining('There: qwen2.5-coder:1.5b') });
  await expect(provider.remove('phi4')).rejects.toMatchObject({ code: 'model-missing' });
});

it('a pull shows its progress and only "success" ends it well', async () => {
  const lines = [
    { status: 'pulling manifest' },
    { status: 'pulling 29d8c98fa6b0', digest: 'sha256:29d8', total: 986048576, completed: 4096 },
  ];
  const pull = async (end: readonly unknown[]): Promise<readonly unknown[]> => {
    const server = await serverWith({
      fault: ({ path }) => (path === '/api/pull' ? { type: 'lines', lines: [...lines, ...end], end: 'clean' } : null),
    });
    const seen: unknown[] = [];
    for await (const progress of createOllamaProvider({ baseUrl: server.url }).pull('qwen2.5-coder:1.5b')) seen.push(progress);
    return seen;
  };
  expect(await pull([{ status: 'success' }])).toContainEqual({
    status: 'pulling 29d8c98fa6b0',
    completedBytes: 4096,
    totalBytes: 986048576,
  });
  await expect(pull([])).rejects.toMatchObject({ code: 'weights-unavailable' });
  await expect(pull([{ error: 'pull model manifest: file does not exist' }])).rejects.toMatchObject({
    code: 'weights-unavailable',
    message: expect.stringContaining('file does not exist'),
  });
});

it('pain 24: requests in flight are bounded, and fewer when the server is busy', async () => {
  const { model, server } = await openOn({ tokenMs: 3 }, { maxConcurrency: 3 });
  await collect(model, chat({ seeds: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] }));
  expect(server.mostInFlight).toBe(3);
  const busyBody = '{"error":"server busy, please try again.  maximum pending requests exceeded"}';
  const busy = await openOn({ fault: (_, n) => (n === 0 || n === 1 ? { type: 'status', status: 503, body: busyBody } : null) });
  expect((await collect(busy.model, chat({ seeds: [1, 2] }))).ends.size).toBe(2);
  const always = await openOn({ fault: (_, n) => (n < 0 ? null : { type: 'status', status: 503, body: busyBody }) });
  await expect(collect(always.model, chat())).rejects.toMatchObject({ code: 'model-timeout', retryable: true });
});

it('429 and 500 are tried again; Retry-After is kept', async () => {
  const started = performance.now();
  const { model } = await openOn({
    fault: (_, n) =>
      n === 0
        ? { type: 'status', status: 429, body: '{"error":"slow down"}', headers: { 'retry-after': '0.3' } }
        : n === 1
          ? { type: 'status', status: 500, body: '{"error":"llama runner process has terminated: exit status 2"}' }
          : null,
  });
  expect((await collect(model, chat())).ends.get(0)?.finish).toBe('stop');
  expect(performance.now() - started).toBeGreaterThan(290);
});

it('pain 25: one request a sample, with its seed, and no n', async () => {
  const { model, server } = await openOn({});
  expect(model.capabilities.samplesInOneCall).toBe(false);
  await collect(model, chat({ seeds: [3, 1, 4, 15] }));
  expect(server.generations.map(({ body }) => body.options?.seed).sort()).toEqual([1, 15, 3, 4]);
  expect(server.generations[0]?.body).not.toHaveProperty('n');
});

it('pain 26: answers are never taken from an earlier request, however equal the two are', async () => {
  const { model, server } = await openOn({ fault: (_, n) => (n < 0 ? null : { type: 'text', text: `answer ${n}` }) });
  const request = chat({ temperature: 0 });
  const texts = [await collect(model, request), await collect(model, request)].map(({ ends }) => ends.get(0)?.text);
  expect(texts).toEqual(['answer 0', 'answer 1']);
  expect(server.generations).toHaveLength(2);
});

it('pain 27: identical samples for different seeds are noticed, and the rest goes without seeds', async () => {
  const text = 'def add(a, b):\n    total = a + b\n    return total\n\nThis function adds its two arguments together.';
  const { model, server } = await openOn({ fault: (_, n) => (n < 0 ? null : { type: 'text', text }) }, { maxConcurrency: 1 });
  const collected = await collect(model, chat({ seeds: [1, 2, 3, 4, 5, 6] }));
  expect(collected.warnings).toEqual([expect.objectContaining({ feature: 'seed' })]);
  const seeds = server.generations.map(({ body }) => body.options?.seed);
  expect(seeds.slice(0, 3)).toEqual([1, 2, 3]);
  expect(seeds.at(-1)).toBeUndefined();
});

it('a stopped server is an error with the command that starts it', async () => {
  const server = await serverWith({});
  await server.close();
  await expect(createOllamaProvider({ baseUrl: server.url }).open('x')).rejects.toMatchObject({
    code: 'model-unreachable',
    hint: `OLLAMA_HOST=${new URL(server.url).host} ollama serve`,
    message: expect.stringContaining(`${server.url} (ECONNREFUSED)`),
  });
});

it('a web page instead of JSON is called by its name', async () => {
  const page = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Router</title>'),
  );
  await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve));
  const address = page.address();
  const baseUrl = `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`;
  try {
    await expect(createOllamaProvider({ baseUrl }).open('x')).rejects.toMatchObject({
      code: 'model-refused',
      message: expect.stringContaining('a web page instead of JSON'),
    });
  } finally {
    page.close();
  }
});

it('another server is not mistaken for an Ollama without the model', async () => {
  // llama.cpp's own server answers so.
  const body = '{"error":{"code":404,"message":"File Not Found","type":"not_found_error"}}';
  const server = await serverWith({ fault: () => ({ type: 'status', status: 404, body }) });
  const provider = createOllamaProvider({ baseUrl: server.url });
  const refused = { code: 'model-refused', message: expect.stringContaining("does not know Ollama's API") };
  await expect(provider.open('x')).rejects.toMatchObject(refused);
  await expect(provider.list()).rejects.toMatchObject(refused);
});

it('a model that only embeds is refused by name', async () => {
  const server = await serverWith({ capabilities: ['embedding'] });
  await expect(createOllamaProvider({ baseUrl: server.url }).open('llama3.2')).rejects.toMatchObject({
    code: 'model-refused',
    message: expect.stringContaining('writes no text'),
  });
});

it('a met stop rule closes the connection, so that the server stops writing', async () => {
  const { model, server } = await openOn({ tokenMs: 10 });
  const { ends } = await collect(model, chat({ seeds: [1], stop: [{ type: 'after-text', text: 'def' }] }));
  expect(ends.get(0)).toMatchObject({ finish: 'stop', text: '```python\ndef' });
  await expect.poll(() => server.aborted).toBe(1);
  expect(server.generations[0]?.body.options).not.toHaveProperty('stop');
});

it('decides by the probabilities of the labels, or without them by a choice held to the labels', async () => {
  const options = [
    { id: 'function', description: 'A function' },
    { id: 'script', description: 'A program' },
    { id: 'chunk', description: 'A chunk' },
  ] as const;
  const { model, server } = await openOn({});
  const decision = await model.decide({ prompt: 'What is wanted?', options });
  expect(decision).toMatchObject({ choice: 'script', calibrated: true });
  expect(decision.labelMass).toBeCloseTo(0.85, 6);
  // C is not among the tokens shown: it is at most as likely as the least of them (0.05).
  expect(decision.probabilities.map(({ probability }) => Number(probability.toFixed(3)))).toEqual([0.167, 0.778, 0.056]);
  expect(server.generations[0]?.body.messages?.[0]?.content).toContain('B) A program');
  const old = await openOn({ version: '0.11.0' });
  const choice = await old.model.decide({ prompt: 'What is wanted?', options });
  expect(choice).toEqual({
    choice: 'function',
    calibrated: false,
    labelMass: null,
    probabilities: [
      { id: 'function', probability: 0.5 },
      { id: 'script', probability: 0.25 },
      { id: 'chunk', probability: 0.25 },
    ],
  });
  expect(old.server.generations[0]?.body).toHaveProperty('format');
});
