import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { chooseModel } from '../../src/composition/choose-model.ts';
import { listens } from '../../src/composition/listens.ts';
import { createOllamaProvider } from '../../src/models/ollama/ollama-provider.ts';
import { createScriptedModel } from '../../src/models/scripted/scripted-model.ts';
import type { ModelProvider } from '../../src/ports/model-provider.ts';

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const clean of cleanups.splice(0)) clean();
});

async function serving(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  cleanups.push(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function closedPort(): Promise<string> {
  const url = await serving(() => {});
  cleanups.pop()?.();
  return url;
}

const signal = new AbortController().signal;
const embedded: ModelProvider = {
  backend: 'llama-cpp',
  list: async () => [],
  async *pull() {},
  remove: async () => undefined,
  open: async (name) => createScriptedModel({ id: name, replies: [] }),
};
const chosen = async (ollamaUrl: string): Promise<string> => {
  const ollama = createOllamaProvider({ baseUrl: ollamaUrl });
  const provider = async (backend: string): Promise<ModelProvider> => (backend === 'ollama' ? ollama : embedded);
  const wanted = { backend: 'auto', model: null, ollamaModel: null, ollamaUrl } as const;
  return (await chooseModel(wanted, { provider, defaultEmbeddedModel: 'small', signal })).provider.backend;
};

test('an Ollama that takes connections and is slow to answer is waited for; one that is off is not', async () => {
  // Longer than the time that is given to one that may not be there.
  const slow = await serving((_request, response) => {
    setTimeout(() => response.setHeader('content-type', 'application/json').end('{"models":[{"name":"qwen2.5-coder:7b","size":1}]}'), 900);
  });
  expect(await chosen(slow)).toBe('ollama');
  expect(await chosen(await closedPort())).toBe('llama-cpp');
});

test('whether somebody takes connections is known without an answer', async () => {
  expect(await listens(await serving(() => {}), 10_000, signal)).toBe(true);
  expect(await listens(await closedPort(), 10_000, signal)).toBe(false);
  expect(await listens(await closedPort(), 10_000, AbortSignal.abort())).toBe(false);
});
