import { versions, whyNoOllama } from '../../scripts/real-servers.mjs';
import { createOllamaProvider } from '../../src/models/ollama/ollama-provider.ts';
import { createOpenAiProvider } from '../../src/models/openai-compatible/openai-provider.ts';
import type { Model } from '../../src/ports/model.ts';
import type { RealServerName } from '../real-servers/broker.ts';
import { realServer } from '../real-servers/real-server.ts';
import { describeModel } from './model.ts';

const timeout = 300_000;
const throughOpenAi = async (name: RealServerName): Promise<Model> => {
  const { url, model } = await realServer(name);
  return await createOpenAiProvider({ baseUrl: `${url}/v1` }).open(model);
};
const throughOllama = async (): Promise<Model> => {
  const { url, model } = await realServer('ollama');
  return await createOllamaProvider({ baseUrl: url, contextTokens: 1024 }).open(model);
};

describeModel(`openai on a real llama-server (xllamacpp ${versions.xllamacpp})`, () => throughOpenAi('llama-server'), { timeout });
describeModel(`openai on a real Ollama ${versions.ollama}`, () => throughOpenAi('ollama'), { timeout, skip: whyNoOllama() });
describeModel(`ollama on a real Ollama ${versions.ollama}`, throughOllama, { timeout, skip: whyNoOllama() });
