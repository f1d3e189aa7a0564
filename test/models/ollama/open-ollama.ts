import { afterEach } from 'vitest';
import type { OllamaOptions } from '../../../src/models/ollama/ollama-options.ts';
import { createOllamaProvider } from '../../../src/models/ollama/ollama-provider.ts';
import type { Model } from '../../../src/ports/model.ts';
import { type FakeOllama, type FakeOllamaOptions, startFakeOllama } from './fake-ollama.ts';

const opened: { close(): Promise<void> }[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((thing) => thing.close()));
});

/** A model on a server that has the given habits; both are gone after the test. */
export async function openOn(
  server: FakeOllamaOptions,
  options: Partial<OllamaOptions> = {},
): Promise<{ readonly model: Model; readonly server: FakeOllama }> {
  const started = await serverWith(server);
  const model = await createOllamaProvider({ baseUrl: started.url, retries: { waitsMs: [10, 20] }, ...options }).open('qwen2.5-coder:1.5b');
  opened.push(model);
  return { model, server: started };
}

export async function serverWith(options: FakeOllamaOptions): Promise<FakeOllama> {
  const server = await startFakeOllama(options);
  opened.push(server);
  return server;
}
