import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { whyNoOllama } from '../../scripts/real-servers.mjs';
import { retryModel } from '../../src/models/middleware/retry-model.ts';
import { usualRetries } from '../../src/models/middleware/retry-policy.ts';
import { createOllamaProvider } from '../../src/models/ollama/ollama-provider.ts';
import { createOpenAiProvider } from '../../src/models/openai-compatible/openai-provider.ts';
import { findWeights } from '../../src/models/weights/weights-cache.ts';
import type { CompletionRequest, Model } from '../../src/ports/model.ts';
import { collect } from '../conformance/model.ts';
import { testCache } from '../models/llama-cpp/test-cache.ts';
import { realServer } from './real-server.ts';

const opened: { close(): Promise<void> }[] = [];
afterAll(async () => {
  await Promise.all(opened.map((thing) => thing.close()));
});
const closing = <T extends { close(): Promise<void> }>(thing: T): T => {
  opened.push(thing);
  return thing;
};

const timeout = 300_000;
const words = (count: number): string => Array.from({ length: count }, (_, index) => `item${index % 97}`).join(' ');
const ask = (content: string, changes: Partial<CompletionRequest> = {}): CompletionRequest => ({
  form: 'chat',
  messages: [{ role: 'user', content }],
  seeds: [1],
  temperature: 0.8,
  maxTokens: 8,
  stop: [],
  ...changes,
});
const openOpenAi = async (url: string, model: string): Promise<Model> =>
  closing(await createOpenAiProvider({ baseUrl: `${url}/v1` }).open(model));
const post = async (url: string, body: unknown): Promise<{ readonly status: number; readonly body: Record<string, never> }> => {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  return { status: response.status, body: (await response.json()) as Record<string, never> };
};

it.skipIf(whyNoOllama() !== null)(
  'a prompt that Ollama cuts in silence is an error here, natively and on its /v1',
  { timeout },
  async () => {
    const { url, model } = await realServer('ollama');
    const messages = [{ role: 'user', content: words(500) }];
    const cut = await post(`${url}/api/chat`, { model, stream: false, messages, options: { num_ctx: 1024, num_predict: 1 } });
    expect(cut.status).toBe(200);
    expect(cut.body).toMatchObject({ prompt_eval_count: expect.toSatisfy((count: number) => count <= 1024) });
    const native = closing(await createOllamaProvider({ baseUrl: url, contextTokens: 1024 }).open(model));
    const refused = {
      code: 'prompt-too-long',
      message: expect.stringContaining('does not fit into'),
      hint: expect.stringContaining('Shorten'),
    };
    await expect(collect(native, ask(words(500)))).rejects.toMatchObject(refused);
    // Its /v1 offers no way to forbid the cut: only its own count tells.
    await expect(collect(await openOpenAi(url, model), ask(words(500)))).rejects.toMatchObject(refused);
    expect((await collect(native, ask(words(50)))).ends.size).toBe(1);
  },
);

it('a prompt that llama-server refuses is an error that says by how much', { timeout }, async () => {
  const { url, model } = await realServer('llama-server');
  const opening = await openOpenAi(url, model);
  await expect(collect(opening, ask(words(3000)))).rejects.toMatchObject({
    code: 'prompt-too-long',
    message: expect.stringMatching(/\d{4,} tokens, \d+ too many.*context/u),
  });
});

it('an abort frees the slots of llama-server', { timeout }, async () => {
  const { url, model } = await realServer('llama-server');
  const opening = await openOpenAi(url, model);
  const busy = async (): Promise<number> => {
    const slots = (await (await fetch(`${url}/slots`)).json()) as readonly { readonly is_processing: boolean }[];
    return slots.filter(({ is_processing }) => is_processing).length;
  };
  const stop = new AbortController();
  const running = collect(opening, ask('Count to a thousand.', { seeds: [1, 2, 3], maxTokens: 800 }), stop.signal);
  await expect.poll(busy).toBeGreaterThan(0);
  stop.abort('enough');
  await expect(running).rejects.toBe('enough');
  // Eight hundred tokens of each take it longer.
  await expect.poll(busy).toBe(0);
});

it('a server that is gone for a second in the middle of its answers is asked again for those that it had not ended', {
  timeout,
}, async () => {
  const { url, model } = await realServer('llama-server');
  const way = closing(await breakableWay(Number(new URL(url).port)));
  const opening = retryModel(await openOpenAi(way.url, model), { policy: usualRetries, chance: () => 0 });
  let broken = false;
  const ends: string[] = [];
  const warnings: string[] = [];
  for await (const part of opening.complete(ask('Write a story.', { seeds: [1, 2, 3, 4, 5, 6], maxTokens: 60 }))) {
    if (part.type === 'warning') warnings.push(part.warning.feature);
    if (part.type === 'sample-end') ends.push(part.text);
    if (part.type === 'text-delta' && !broken) {
      broken = true;
      way.breakFor(1000);
    }
  }
  expect(ends).toHaveLength(6);
  expect(warnings).toContain('retry');
});

it.skipIf(whyNoOllama() !== null)('a model stays loaded as it is over requests of all forms', { timeout }, async () => {
  const { url, model } = await realServer('ollama');
  const native = closing(await createOllamaProvider({ baseUrl: url, contextTokens: 1024 }).open(model));
  const loads: unknown[] = [];
  for (const form of ['chat', 'completion', 'chat-prefill'] as const) {
    await collect(native, ask('Write add(a, b).', { form, ...(form === 'chat-prefill' ? { prefill: 'def add' } : {}) }));
    const ps = (await (await fetch(`${url}/api/ps`)).json()) as { models: readonly { context_length: number }[] };
    loads.push(ps.models.map(({ context_length }) => context_length));
  }
  expect(loads).toEqual([[1024], [1024], [1024]]);
});

it('a server ends with the suite that started it, also when that is killed', { timeout }, async () => {
  const weights = (await findWeights('smollm2', await testCache())).file;
  const script = new URL('../../scripts/real-servers.mjs', import.meta.url).href;
  const program = `const { startLlamaServer } = await import(${JSON.stringify(script)});
    const { pid, url } = await startLlamaServer({ weights: ${JSON.stringify(weights)} });
    console.log(JSON.stringify({ pid, url }));
    setInterval(() => {}, 1000);`;
  const suite = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(suite.stdout, 'data')) as [Buffer];
  const { pid, url } = JSON.parse(line.toString()) as { pid: number; url: string };
  expect((await fetch(`${url}/health`)).status).toBe(200);
  suite.kill('SIGKILL');
  await expect.poll(() => isRunning(pid)).toBe(false);
});

function isRunning(pid: number): boolean {
  try {
    // A process that nobody waited for yet still has its number.
    return !/^\d+ \(.*\) [ZX]/su.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** A way to a port that can be broken: connections are cut, and new ones refused, for so many milliseconds. */
async function breakableWay(port: number) {
  const sockets = new Set<Socket>();
  let broken = false;
  const proxy = createServer((near) => {
    if (broken) {
      near.resetAndDestroy();
      return;
    }
    const far = connect(port, '127.0.0.1');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  return {
    url: `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`,
    breakFor(ms: number) {
      broken = true;
      for (const socket of sockets) socket.resetAndDestroy();
      setTimeout(() => {
        broken = false;
      }, ms);
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
