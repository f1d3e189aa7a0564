import { anneal, makePlace, type Place } from './anneal.ts';
import { boardWriter } from './board-body.ts';

type Closing = { readonly close: () => Promise<void> };

/** A place with a server that writes bodies: it gives `replies` in order, and keeps what it was asked. */
export type BodyWriting = {
  readonly place: Place;
  readonly url: string;
  readonly replies: string[];
  readonly prompts: string[];
  /** `anneal skills create` against that server, with a JSON result. */
  readonly create: (...args: readonly string[]) => ReturnType<typeof anneal>;
  /** Closed with the rest. */
  readonly alsoClose: (server: Closing) => void;
  readonly close: () => Promise<void>;
};

export async function openBodyWriting(): Promise<BodyWriting> {
  const place = await makePlace();
  const replies: string[] = [];
  const prompts: string[] = [];
  const server = await boardWriter(replies, prompts);
  const servers: Closing[] = [server];
  return {
    place,
    url: server.url,
    replies,
    prompts,
    create: (...args) => anneal(['skills', 'create', ...args, '-b', 'openai', '--base-url', server.url, '--json'], { place }),
    alsoClose: (other) => servers.push(other),
    async close() {
      await Promise.all(servers.map((one) => one.close()));
      await place.remove();
    },
  };
}
