import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How the hub misbehaves for the next requests. */
export type HubMood = {
  /** Bytes after which each GET's connection is cut; used up one a GET. */
  readonly cutAfter?: number[];
  readonly page?: boolean;
  readonly status?: number;
  readonly checksum?: string | null;
  readonly ignoreRange?: boolean;
  readonly answerWith?: Uint8Array;
  readonly silent?: boolean;
  readonly downgradeTo?: string;
};

export type LocalHub = {
  readonly url: string;
  readonly content: Uint8Array;
  readonly requests: readonly { readonly method: string; readonly path: string; readonly range: string | undefined }[];
  mood: HubMood;
  readonly close: () => Promise<void>;
};

/** Plays the source of weights: the checksum on a redirect, the bytes behind it. */
export async function startLocalHub(bytes = 400_000): Promise<LocalHub> {
  const content = Uint8Array.from({ length: bytes }, (_, at) => (at * 7 + (at >> 8)) % 253);
  content.set(Buffer.from('GGUF'));
  const requests: { method: string; path: string; range: string | undefined }[] = [];
  const hub = { mood: {} as HubMood };
  const server = createServer((request, response) => {
    requests.push({ method: request.method ?? '', path: request.url ?? '', range: request.headers.range });
    answer(request, response, content, hub.mood);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    content,
    requests,
    get mood() {
      return hub.mood;
    },
    set mood(mood) {
      hub.mood = mood;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answer(request: IncomingMessage, response: ServerResponse, content: Uint8Array, mood: HubMood): void {
  if (mood.silent) return;
  if (mood.page) {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<html>Please sign in</html>');
    return;
  }
  if (mood.status !== undefined) {
    response.writeHead(mood.status, { 'content-type': 'text/plain' }).end('no');
    return;
  }
  if (request.url?.includes('/resolve/') === true) {
    const checksum = mood.checksum === undefined ? createHash('sha256').update(content).digest('hex') : mood.checksum;
    response.writeHead(302, {
      location: mood.downgradeTo ?? '/cdn/file?signature=1',
      'x-linked-size': String(content.length),
      ...(checksum === null ? {} : { 'x-linked-etag': `"${checksum}"` }),
    });
    response.end();
    return;
  }
  const body = mood.answerWith ?? content;
  const from = mood.ignoreRange ? 0 : Number(/^bytes=(\d+)-$/u.exec(request.headers.range ?? '')?.[1] ?? 0);
  const part = body.subarray(from);
  response.writeHead(from > 0 ? 206 : 200, {
    'content-type': 'binary/octet-stream',
    'content-length': String(part.length),
    ...(from > 0 ? { 'content-range': `bytes ${from}-${body.length - 1}/${body.length}` } : {}),
  });
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  const cut = mood.cutAfter?.shift();
  if (cut === undefined) response.end(part);
  else response.write(part.subarray(0, cut), () => setTimeout(() => response.destroy(), 30));
}
