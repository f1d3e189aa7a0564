import { createOpenAiProvider } from '../../src/models/openai-compatible/openai-provider.ts';
import { realServer } from '../real-servers/real-server.ts';
import { describeModel } from './model.ts';

describeModel(
  'openai, the real llama-server',
  async () => {
    const { url, model } = await realServer('llama-server');
    return await createOpenAiProvider({ baseUrl: `${url}/v1` }).open(model);
  },
  { timeout: 120_000 },
);
