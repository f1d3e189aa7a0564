import type { ChildProcess } from 'node:child_process';
import { type Outcome, type Place, start } from './anneal.ts';

export type Serving = { readonly url: string; readonly stop: (signal?: NodeJS.Signals) => Promise<Outcome> };

/** The service as its own process, on a port of its own. */
export async function startServing(place: Place, args: readonly string[]): Promise<Serving> {
  const { child, ended } = start(['serve', '--port', '0', ...args], { place });
  return {
    url: await listeningAt(child),
    stop(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
}

/** The address that a service says it listens on; rejects with what it said when it ends before. */
export function listeningAt(child: ChildProcess): Promise<string> {
  let said = '';
  return new Promise((resolve, reject) => {
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const found = /listening on (http:\/\/\S+)/.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('close', () => reject(new Error(said)));
  });
}
