import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runResultSchema } from '../../src/domain/run-result.ts';
import { type FakeOllama, startFakeOllama } from '../models/ollama/fake-ollama.ts';
import { anneal, makePlace, type Place } from './anneal.ts';

let place: Place;
let ollama: FakeOllama;
beforeAll(async () => {
  place = await makePlace();
  ollama = await startFakeOllama();
});
afterAll(async () => {
  await ollama.close();
  await place.remove();
});

const add = ['run', 'Add two numbers', '--signature', 'def add(a, b)', '-e', 'add(1, 2) == 3', '-e', 'add(-1, 1) == 0', '--json'] as const;

async function modelOf(args: readonly string[], environment: Record<string, string>): Promise<{ id: string; status: string }> {
  const { stdout, stderr } = await anneal(args, { place, environment });
  const { model, status, error } = runResultSchema.parse(JSON.parse(stdout));
  expect(error, stderr).toBeNull();
  return { id: model.id, status };
}

describe('backend auto', () => {
  test('takes a reachable Ollama with a code model', async () => {
    const { id, status } = await modelOf(add, { OLLAMA_URL: ollama.url });
    expect(id).toBe('ollama:qwen2.5-coder:1.5b');
    expect(['success', 'unsure']).toContain(status);
  });

  test('takes the model that was configured', async () => {
    const { id } = await modelOf(add, { OLLAMA_URL: ollama.url, MODEL_NAME: 'llama3.2' });
    expect(id).toBe('ollama:llama3.2:latest');
  });

  test('a server that was asked for and says nothing ends with the budget', async () => {
    const silent: Server = createServer(() => undefined).listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const { port } = silent.address() as AddressInfo;
    const args = ['run', 'x', '-b', 'ollama', '-m', 'm', '--ollama-url', `http://127.0.0.1:${port}`, '--budget-seconds', '1'];
    const { code, stderr } = await anneal(args, { place });
    silent.closeAllConnections();
    silent.close();
    expect(stderr).toMatch(/^error\[model-timeout\]: .*within the budget of 1 s/m);
    expect(code).toBe(5);
  });

  test('does not wait for a server that accepts and says nothing', async () => {
    const silent: Server = createServer(() => undefined).listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const { port } = silent.address() as AddressInfo;
    // The embedded model's place is blocked, so that the run ends right after the choice.
    const { stderr } = await anneal(['run', 'x', '-m', './missing.gguf'], {
      place,
      environment: { OLLAMA_URL: `http://127.0.0.1:${port}` },
    });
    expect(stderr).toMatch(/^error\[model-missing\]/m);
    expect(stderr).toContain('anneal');
    expect(stderr).toContain('run --backend mock');
    silent.closeAllConnections();
    silent.close();
  });
});

describe('the flags of localCode', () => {
  test('--ollama-model and --ollama-url choose the backend', async () => {
    const { id } = await modelOf([...add, '--ollama-url', ollama.url, '--ollama-model', 'llama3.2:latest'], {});
    expect(id).toBe('ollama:llama3.2:latest');
  });

  test('--list-ollama-models prints one name a line', async () => {
    const { code, stdout } = await anneal(['run', '--list-ollama-models', '--ollama-url', ollama.url], { place });
    expect(code).toBe(0);
    expect(stdout).toBe('qwen2.5-coder:1.5b\nllama3.2:latest\n');
  });

  test('a model that Ollama does not have is an error with the command that gets it', async () => {
    const { code, stderr } = await anneal(['run', 'x', '--ollama-url', ollama.url, '--ollama-model', 'qwen2.5-coder:7b'], { place });
    expect(stderr).toMatch(/^error\[model-missing\]: .*\nhint: .*ollama pull qwen2.5-coder:7b/m);
    expect(code).toBe(5);
  });

  test('a stopped server is an error with what starts it', async () => {
    const { code, stderr } = await anneal(['run', 'x', '-b', 'ollama'], { place });
    expect(stderr).toMatch(/^error\[model-unreachable\]: .*\nhint: .*ollama serve/m);
    expect(code).toBe(5);
  });
});

test('a model that was set together with another backend is no setting for the one that is asked for', async () => {
  const other = await makePlace();
  try {
    await anneal(['models', 'use', 'qwen2.5-coder:1.5b', '--backend', 'ollama'], { place: other, environment: { OLLAMA_URL: ollama.url } });
    const { code, stderr } = await anneal(['run', '--backend', 'mock'], { place: other });
    expect(code, stderr).toBe(0);
  } finally {
    await other.remove();
  }
});

test('models list shows every backend, and one that does not answer is no failure', async () => {
  const { code, stdout } = await anneal(['models', 'list', '--json'], { place });
  const { backends } = JSON.parse(stdout) as { backends: { backend: string; models: unknown[]; error: { code: string } | null }[] };
  expect(code).toBe(0);
  expect(backends).toMatchObject([
    { backend: 'llama-cpp', error: null },
    { backend: 'ollama', models: [], error: { code: 'model-unreachable' } },
  ]);
});
