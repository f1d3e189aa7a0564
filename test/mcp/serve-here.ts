import { type Outcome, type Place, start } from '../cli/anneal.ts';

export type Serving = { readonly url: string; readonly stop: () => Promise<Outcome> };

/** The service as its own process, on a port of its own. */
export async function serveHere(place: Place, args: readonly string[]): Promise<Serving> {
  const { child, ended } = start(['serve', '--port', '0', ...args], { place });
  let text = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const found = /listening on (http:\/\/\S+)/.exec(text)?.[1];
      if (found !== undefined) resolve(found);
    });
    void ended.then(({ stderr }) => reject(new Error(stderr)));
  });
  return {
    url,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}
