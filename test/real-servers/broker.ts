import { createServer } from 'node:http';
import { type RealServer, startLlamaServer, startOllama } from '../../scripts/real-servers.mjs';
import { findWeights } from '../../src/models/weights/weights-cache.ts';
import { testCache } from '../models/llama-cpp/test-cache.ts';

export const realServerNames = ['llama-server', 'ollama'] as const;
export type RealServerName = (typeof realServerNames)[number];

const start = { 'llama-server': startLlamaServer, ollama: startOllama } as const;

/**
 * Starts real model servers for the whole suite: each when the first test file asks for it, once. Test files run in
 * processes of their own, so they ask over HTTP. `close` ends what was started and nothing else.
 */
export async function openBroker(): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const started = new Map<RealServerName, Promise<RealServer>>();
  const get = (name: RealServerName): Promise<RealServer> => {
    const starting = started.get(name) ?? weights().then((file) => start[name]({ weights: file }));
    started.set(name, starting);
    return starting;
  };
  const broker = createServer((request, response) => {
    const name = realServerNames.find((known) => request.url === `/${known}`);
    if (name === undefined) {
      response.writeHead(404).end();
      return;
    }
    get(name).then(
      ({ url, model }) => response.end(JSON.stringify({ url, model })),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => broker.listen(0, '127.0.0.1', resolve));
  broker.unref();
  const address = broker.address();
  return {
    url: `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`,
    close: async () => {
      broker.close();
      broker.closeAllConnections();
      for (const one of await Promise.allSettled(started.values())) if (one.status === 'fulfilled') await one.value.stop();
    },
  };
}

async function weights(): Promise<string> {
  return (await findWeights('smollm2', await testCache())).file;
}
