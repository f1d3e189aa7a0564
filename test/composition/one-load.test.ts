import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { connect } from '../../src/composition/connect.ts';
import { createModelShelf } from '../../src/composition/model-shelf.ts';
import { openNamedModel } from '../../src/composition/named-model.ts';
import { startFakeOllama } from '../models/ollama/fake-ollama.ts';

test('a model is opened once, however it is named and whoever of a process asks it; another address is another model', async () => {
  const [ollama, other] = await Promise.all([startFakeOllama({ tokenMs: 0 }), startFakeOllama({ tokenMs: 0 })]);
  const home = await mkdtemp(join(tmpdir(), 'anneal-load-'));
  const name = 'qwen2.5-coder:1.5b';
  const stop = new AbortController();
  const deps = connect({
    environment: { PATH: process.env.PATH, ANNEAL_HOME: home, OLLAMA_URL: ollama.url, MODEL_NAME: name },
    workingFolder: home,
    invocation: 'anneal',
    signal: stop.signal,
  });
  onTestFinished(async () => {
    await deps.close();
    stop.abort();
    await Promise.all([ollama.close(), other.close()]);
    await rm(home, { recursive: true, force: true });
  });
  const settings = await deps.settings({ backend: 'ollama' });
  const models = createModelShelf(true);
  onTestFinished(() => models.close());
  const parts = { settings, models, signal: stop.signal, defaultEmbeddedModel: 'smollm2', showPull: async () => undefined };
  const open = (model: string | undefined, url?: string) =>
    openNamedModel(
      { ...(model === undefined ? {} : { model }), ...(url === undefined ? {} : { url }) },
      { ...parts, provider: deps.backend },
    );
  const same = await Promise.all([open(undefined), open(name), open(`ollama:${name}`)]);
  expect(new Set(same.map(({ model }) => model)).size).toBe(1);
  const elsewhere = await open(name, other.url);
  expect(elsewhere.model).not.toBe(same[0].model);
  expect(other.requests.length).toBeGreaterThan(0);

  // Runs, and the bodies of skills beside them.
  const opening = () => ollama.requests.filter(({ path }) => path === '/api/show').length;
  const runs = await deps.runs({ settings, keepModel: true, showPull: async () => undefined });
  const before = opening();
  const taken = await runs.model.take();
  const once = opening() - before;
  expect(once).toBeGreaterThan(0);
  const asked = ollama.generations.length;
  const bodies = await deps.bodies({
    ...{ settings, decide: { model: name }, write: {}, writeTimeoutSeconds: 5 },
    showPull: async () => undefined,
    warn: () => undefined,
  });
  await bodies.create({ request: 'count the words of a file', root: 'user', tests: [] }, { signal: stop.signal }).catch(() => null);
  // It was asked, and not opened again.
  expect(ollama.generations.length).toBeGreaterThan(asked);
  expect(opening() - before).toBe(once);
  await taken.giveBack();
});
