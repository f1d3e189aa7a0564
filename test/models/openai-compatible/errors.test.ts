import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createAnthropicProvider } from '../../../src/models/anthropic/anthropic-provider.ts';
import { createOllamaProvider } from '../../../src/models/ollama/ollama-provider.ts';
import { createOpenAiProvider } from '../../../src/models/openai-compatible/openai-provider.ts';
import { collect } from '../../conformance/model.ts';
import { chat } from '../chat-request.ts';
import { page, startFaultServer } from '../servers/fault-server.ts';
import { speakOpenAi } from '../servers/speak-openai.ts';
import { openOn, refusal, serverWith } from './open-openai.ts';

const apiKey = { value: 'sk-very-secret-1234', variable: 'OPENAI_API_KEY' };

it('401: names the variable of the key and never the key, also when the server repeats it', async () => {
  const message = `Incorrect API key provided: ${apiKey.value}.`;
  const server = await serverWith({ kind: 'plain', fault: () => refusal(401, { message, code: 'invalid_api_key' }) });
  const error = await createOpenAiProvider({ baseUrl: server.url, apiKey })
    .open('x')
    .catch((thrown: Error) => thrown);
  expect(error).toMatchObject({ code: 'model-refused', hint: 'Set the right one: export OPENAI_API_KEY=…' });
  expect(JSON.stringify([error, String(error), (error as Error).stack, (error as Error).cause])).not.toContain(apiKey.value);
  expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${apiKey.value}`);
  await expect(createOpenAiProvider({ baseUrl: server.url }).open('x')).rejects.toMatchObject({
    message: expect.stringContaining('wants a key, and none is set'),
    hint: 'export ANNEAL_API_KEY=…',
  });
});

it('403: the key has no right to the model', async () => {
  const server = await serverWith({
    kind: 'plain',
    fault: ({ path }) =>
      path === '/v1/chat/completions' ? refusal(403, { message: 'Project does not have access to model gpt-x' }) : null,
  });
  await expect(createOpenAiProvider({ baseUrl: server.url, apiKey }).open('qwen2.5-coder-1.5b')).rejects.toMatchObject({
    code: 'model-refused',
    message: expect.stringContaining('does not let this key use qwen2.5-coder-1.5b'),
    hint: expect.stringContaining('anneal models list --backend openai'),
  });
});

it('pain 23: a missing model is an error with the names that are there, and one of them to type', async () => {
  const server = await serverWith({ kind: 'vllm', models: ['Qwen/Qwen2.5-Coder-7B-Instruct'] });
  await expect(createOpenAiProvider({ baseUrl: server.url }).open('Qwen/Qwen2.5-Coder-7B')).rejects.toMatchObject({
    code: 'model-missing',
    message: expect.stringContaining('Did you mean Qwen/Qwen2.5-Coder-7B-Instruct?'),
    hint: '--model Qwen/Qwen2.5-Coder-7B-Instruct',
  });
  const unlisted = await serverWith({
    kind: 'plain',
    fault: ({ path }) => (path === '/v1/models' ? refusal(404, { message: 'Not Found' }) : null),
  });
  await expect(createOpenAiProvider({ baseUrl: unlisted.url }).open('gpt-x')).rejects.toMatchObject({ code: 'model-missing' });
});

it('404 for the route: the address with its version is the next step', async () => {
  const server = await serverWith({ kind: 'plain' });
  await expect(createOpenAiProvider({ baseUrl: `${server.url}/v2` }).list()).rejects.toMatchObject({
    code: 'model-refused',
    hint: `Give the address with its version, such as --base-url ${server.url}/v1`,
  });
});

it('report cline#375: the address may be a bare host, end in a route, or lie below a path', async () => {
  const server = await serverWith({ kind: 'plain' });
  for (const base of [server.url, `${server.url}/`, `${server.url}/v1/`, server.url.replace('http://', '')]) {
    expect((await createOpenAiProvider({ baseUrl: base }).list())[0]?.name).toBe('qwen2.5-coder-1.5b');
  }
  const { model } = await openOn({ kind: 'plain', options: { baseUrl: `${server.url}/v1/chat/completions` } });
  const { warnings } = await collect(model, chat());
  expect(warnings).toContainEqual({
    feature: 'base-url',
    detail: `/chat/completions at the end of the address is left out; the address is ${server.url}/v1`,
    detailSaid: [{ code: 'route-left-out', values: { route: '/chat/completions', address: `${server.url}/v1` } }],
  });
});

it('report lmstudio#618: a server that says 200 to routes that it does not have is found below its version all the same', async () => {
  const wrong = (path: string) =>
    ({ type: 'status', status: 200, body: JSON.stringify({ error: `Unexpected endpoint or method. (${path})` }) }) as const;
  const speak = speakOpenAi({ kind: 'lm-studio' });
  const server = await startFaultServer({
    speak: (request) => speak({ ...request, path: request.path.replace('/studio', '') }),
    fault: ({ path }) => (path.startsWith('/studio/v1/') ? null : wrong(path)),
  });
  const provider = createOpenAiProvider({ baseUrl: `${server.url}/studio`, retries: { waitsMs: [] } });
  expect((await provider.list()).map(({ name }) => name)).toEqual(['qwen2.5-coder-1.5b']);
  const model = await provider.open('qwen2.5-coder-1.5b');
  expect((await collect(model, chat())).ends.get(0)?.finish).toBe('stop');
  await model.close();
  // Where no address helps, what the server says is in the message.
  const nothing = createOpenAiProvider({ baseUrl: `${server.url}/other/v1`, retries: { waitsMs: [] } });
  await expect(nothing.list()).rejects.toMatchObject({ code: 'model-refused', message: expect.stringContaining('no list of models') });
  await server.close();
});

it('a password in the address is sent and never shown', async () => {
  const server = await serverWith({ kind: 'plain', fault: () => refusal(500, { message: 'broken' }) });
  const baseUrl = server.url.replace('http://', 'http://me:hunter2@');
  const error = await createOpenAiProvider({ baseUrl, retries: { waitsMs: [] } })
    .list()
    .catch((thrown: Error) => thrown);
  expect(String(error)).not.toContain('hunter2');
  expect(server.requests[0]?.headers.authorization).toBe(`Basic ${Buffer.from('me:hunter2').toString('base64')}`);
});

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

it.skipIf(!hasOpenssl)('a certificate that nobody here trusts is named, with the variable that makes it trusted', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'anneal-certificate-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  spawnSync('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-subj',
    '/CN=localhost',
    '-days',
    '1',
    '-keyout',
    key,
    '-out',
    cert,
  ]);
  const server = createServer({ key: await readFile(key), cert: await readFile(cert) }, (_, response) => response.end('{}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    await expect(createOpenAiProvider({ baseUrl: `https://127.0.0.1:${port}` }).list()).rejects.toMatchObject({
      code: 'model-unreachable',
      message: expect.stringContaining('does not trust (DEPTH_ZERO_SELF_SIGNED_CERT)'),
      hint: expect.stringContaining('export NODE_EXTRA_CA_CERTS='),
    });
    // Spoken to without TLS it hangs up.
    const plain = `http://127.0.0.1:${port}`;
    const hungUp = {
      code: 'model-unreachable',
      message: expect.stringContaining('hung up'),
      hint: expect.stringContaining(`https${plain.slice(4)}`),
    };
    await expect(createOpenAiProvider({ baseUrl: plain }).list()).rejects.toMatchObject(hungUp);
    await expect(createAnthropicProvider({ baseUrl: plain }).open('claude-x')).rejects.toMatchObject(hungUp);
    await expect(createOllamaProvider({ baseUrl: plain }).open('x')).rejects.toMatchObject(hungUp);
  } finally {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true, force: true });
  }
});

it('pain 21: a proxy is not used for this machine, and is named where it fails', async () => {
  const proxy = { httpProxy: 'http://127.0.0.1:9', httpsProxy: 'http://127.0.0.1:9' };
  const server = await serverWith({ kind: 'plain' });
  expect(await createOpenAiProvider({ baseUrl: server.url, proxy }).list()).toHaveLength(1);
  await expect(createOpenAiProvider({ baseUrl: 'http://models.invalid/v1', proxy }).list()).rejects.toMatchObject({
    code: 'model-unreachable',
    message: expect.stringContaining('through the proxy 127.0.0.1:9'),
    hint: expect.stringContaining('export NO_PROXY=models.invalid'),
  });
});

it('a host that does not exist, and one that does not listen', async () => {
  await expect(createOpenAiProvider({ baseUrl: 'http://models.invalid/v1' }).list()).rejects.toMatchObject({
    code: 'model-unreachable',
    message: expect.stringContaining('No host is called models.invalid'),
  });
  const server = await serverWith({ kind: 'plain' });
  await server.close();
  await expect(createOpenAiProvider({ baseUrl: server.url }).open('x')).rejects.toMatchObject({
    code: 'model-unreachable',
    hint: expect.stringContaining('llama-server -m MODEL.gguf --port'),
  });
});

it('a model that only embeds is refused by name, by its listing or by what the server says', async () => {
  const studio = await serverWith({ kind: 'lm-studio', models: ['text-embedding-nomic'] });
  const refused = { code: 'model-refused', message: expect.stringContaining('writes no text') };
  await expect(createOpenAiProvider({ baseUrl: studio.url }).open('text-embedding-nomic')).rejects.toMatchObject(refused);
  const server = await serverWith({
    kind: 'vllm',
    fault: ({ path }) =>
      path.startsWith('/v1/chat') ? refusal(400, { message: 'The model does not support Chat Completions API' }) : null,
  });
  await expect(createOpenAiProvider({ baseUrl: server.url }).open('qwen2.5-coder-1.5b')).rejects.toMatchObject(refused);
});

it.each([
  [
    'llama-server',
    {
      message: 'request (5031 tokens) exceeds the available context size (2048 tokens)',
      type: 'exceed_context_size_error',
      n_prompt_tokens: 5031,
      n_ctx: 2048,
    },
    '(5031 tokens, 2983 too many)',
  ],
  [
    'vLLM',
    {
      message:
        "This model's maximum context length is 2048 tokens. However, you requested 5131 tokens (5031 in the messages, 100 in the completion).",
      code: 400,
    },
    '(5031 tokens, 2983 too many)',
  ],
  [
    'the API',
    {
      message: "This model's maximum context length is 2048 tokens. However, your messages resulted in 5031 tokens.",
      code: 'context_length_exceeded',
    },
    '(5031 tokens, 2983 too many)',
  ],
  [
    'LM Studio',
    {
      message:
        'Trying to keep the first 5031 tokens when context the overflows. However, the model is loaded with context length of only 2048 tokens',
    },
    '(5031 tokens, 2983 too many)',
  ],
])('pain 1: a prompt that is too long for %s says by how much, and that nothing was cut', async (_title, error, size) => {
  const { model } = await openOn({ kind: 'plain', fault: (_, n) => (n < 0 ? null : refusal(400, error)) });
  await expect(collect(model, chat())).rejects.toMatchObject({
    code: 'prompt-too-long',
    message: expect.stringMatching(new RegExp(`${size.replace(/[()]/gu, '\\$&')}.*2048 tokens of context.*nothing was cut`, 'u')),
    hint: expect.stringContaining('--context'),
  });
});

it('pain 1: a prompt that the server cut in silence is an error that says what was read of it', async () => {
  const { model } = await openOn({ kind: 'vllm', contextTokens: 512 });
  const messages = [{ role: 'user', content: 'word '.repeat(3000) }] as const;
  await expect(collect(model, chat({ messages }))).rejects.toMatchObject({
    code: 'prompt-too-long',
    message: expect.stringMatching(/up to \d+ too many.*the server read only \d+ of it and cut the rest/u),
  });
});

it('no credit is not tried again', async () => {
  const { model, server } = await openOn({
    kind: 'plain',
    fault: (_, n) => (n < 0 ? null : refusal(429, { message: 'You exceeded your current quota', code: 'insufficient_quota' })),
  });
  await expect(collect(model, chat())).rejects.toMatchObject({ code: 'model-refused', hint: expect.stringContaining('credit') });
  expect(server.generations).toHaveLength(1);
});

it('a web page instead of JSON, and a redirect, say what is wrong with the address', async () => {
  const server = await serverWith({ kind: 'plain', fault: () => page });
  await expect(createOpenAiProvider({ baseUrl: server.url }).list()).rejects.toMatchObject({
    message: expect.stringContaining('a web page instead of JSON'),
  });
  const moved = await serverWith({
    kind: 'plain',
    fault: () => ({ type: 'status', status: 301, body: '', headers: { location: 'https://models.example/v1/models' } }),
  });
  await expect(createOpenAiProvider({ baseUrl: moved.url }).list()).rejects.toMatchObject({
    code: 'model-refused',
    message: expect.stringContaining('sends to https://models.example/v1/models'),
    hint: '--base-url https://models.example/v1',
  });
});

it('nothing can be pulled or removed here', async () => {
  const provider = createOpenAiProvider();
  await expect(provider.remove('x')).rejects.toMatchObject({ code: 'usage' });
  await expect(provider.pull('x')[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'usage' });
});
