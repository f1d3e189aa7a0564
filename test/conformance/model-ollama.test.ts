import { afterAll } from 'vitest';
import { createOllamaProvider } from '../../src/models/ollama/ollama-provider.ts';
import { startFakeOllama } from '../models/ollama/fake-ollama.ts';
import { describeModel } from './model.ts';

const servers: { close(): Promise<void> }[] = [];
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
});

describeModel('ollama, a server that speaks like 0.17.4', async () => {
  const server = await startFakeOllama({ tokenMs: 2 });
  servers.push(server);
  return await createOllamaProvider({ baseUrl: server.url }).open('qwen2.5-coder:1.5b');
});

describeModel('ollama, an old server without logprobs', async () => {
  const server = await startFakeOllama({ tokenMs: 2, version: '0.5.7', noDebugRender: true, template: '{{ .Prompt }}' });
  servers.push(server);
  return await createOllamaProvider({ baseUrl: server.url }).open('llama3.2');
});
