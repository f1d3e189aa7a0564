import { secondLargestDemo } from '../../src/models/mock/second-largest-demo.ts';
import { makePlace } from '../cli/anneal.ts';
import { startServing } from '../cli/serving.ts';

export type MockService = { readonly url: string; readonly stop: () => Promise<void> };

/** The built bin as a person starts it, with the scripted model. */
export async function mockService(): Promise<MockService> {
  const place = await makePlace();
  const { url, stop } = await startServing(place, ['-b', 'mock']);
  return {
    url,
    stop: async () => {
      await stop();
      await place.remove();
    },
  };
}

const { task, signature, examples } = secondLargestDemo;
/** The demo's request as one types it. */
export const demoMessage = `${task}\n${signature}\n${examples.join('\n')}`;
