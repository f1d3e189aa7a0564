import { afterAll } from 'vitest';
import { createAnthropicProvider } from '../../src/models/anthropic/anthropic-provider.ts';
import { startFaultServer } from '../models/servers/fault-server.ts';
import { speakAnthropic } from '../models/servers/speak-anthropic.ts';
import { describeModel } from './model.ts';

const servers: { close(): Promise<void> }[] = [];
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
});

for (const name of ['claude-sonnet-4-5-20250929', 'claude-sonnet-4-6']) {
  describeModel(`anthropic, ${name}`, async () => {
    const flavour = { models: [name], refusesPrefill: name.endsWith('4-6') };
    const server = await startFaultServer({ speak: speakAnthropic(flavour), tokenMs: 1 });
    servers.push(server);
    const apiKey = { value: 'test-key', variable: 'ANTHROPIC_API_KEY' };
    return await createAnthropicProvider({ baseUrl: server.url, apiKey }).open(name);
  });
}
