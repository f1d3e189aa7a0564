import { secondLargestDemo } from '../../src/models/mock/second-largest-demo.ts';
import { makePlace, start } from '../cli/anneal.ts';

export type MockService = { readonly url: string; readonly stop: () => Promise<void> };

/** The built bin as a person starts it, with the scripted model. */
export async function mockService(): Promise<MockService> {
  const place = await makePlace();
  const { child, ended } = start(['serve', '--port', '0', '-b', 'mock'], { place });
  let said = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const found = /listening on (http:\/\/\S+)/.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    });
    void ended.then(({ stderr }) => reject(new Error(stderr)));
  });
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      await place.remove();
    },
  };
}

const { task, signature, examples } = secondLargestDemo;
/** The demo's request as one types it. */
export const demoMessage = `${task}\n${signature}\n${examples.join('\n')}`;
