import { afterAll } from 'vitest';
import { createOpenAiProvider } from '../../src/models/openai-compatible/openai-provider.ts';
import { startFaultServer } from '../models/servers/fault-server.ts';
import { type OpenAiFlavour, speakOpenAi } from '../models/servers/speak-openai.ts';
import { describeModel } from './model.ts';

const servers: { close(): Promise<void> }[] = [];
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
});

const flavours: Readonly<Record<string, OpenAiFlavour>> = {
  'llama-server': { kind: 'llama-server' },
  vLLM: { kind: 'vllm' },
  'LM Studio': { kind: 'lm-studio', noLogprobs: true },
  'a server that takes schemas and keeps to none': { kind: 'plain', ignoresSchema: true, ignoresGrammar: true, noLogprobs: true },
};

for (const [title, flavour] of Object.entries(flavours)) {
  describeModel(`openai, ${title}`, async () => {
    const server = await startFaultServer({ speak: speakOpenAi(flavour), tokenMs: 1 });
    servers.push(server);
    return await createOpenAiProvider({ baseUrl: `${server.url}/v1` }).open('qwen2.5-coder-1.5b');
  });
}
