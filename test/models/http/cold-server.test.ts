import { createServer, type ServerResponse } from 'node:http';
import { Agent, request } from 'undici';
import { afterEach, expect, it, vi } from 'vitest';
import { createJsonClient } from '../../../src/models/http/json-client.ts';

afterEach(() => {
  vi.useRealTimers();
});

const realPause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const minutes = (count: number): number => count * 60_000;

/** A server that holds every answer until it is told; `asked` counts the requests that it holds. */
async function coldServer() {
  const held: ServerResponse[] = [];
  const server = createServer((_incoming, response) => void held.push(response));
  server.timeout = 0;
  server.requestTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: new URL(`http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`),
    asked: () => held.length,
    answer: () =>
      held
        .splice(0)
        .forEach((response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"text": "warm now"}')),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

it('pain 19: a server that says nothing for twenty minutes still answers, where a usual client would have given up', async () => {
  // Only the clocks that give up are turned forward; the network keeps its own.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const server = await coldServer();
  const client = createJsonClient({ baseUrl: server.url, server: 'the server', startHint: 'start it' });
  const usual = new Agent();
  let text: unknown = 'nothing yet';
  let gaveUp: unknown = null;
  const ours = client.json('POST', '/api/chat', {}).then((document) => {
    text = document;
  });
  const theirs = request(server.url, { dispatcher: usual }).catch((error: unknown) => {
    gaveUp = error;
  });
  while (server.asked() < 2) await realPause();
  for (let passed = 0; passed < minutes(20); passed += 500) {
    vi.advanceTimersByTime(500);
    if (passed % 30_000 === 0) await realPause();
  }
  await theirs;
  expect(gaveUp).toMatchObject({ code: 'UND_ERR_HEADERS_TIMEOUT' });
  expect(text).toBe('nothing yet');
  server.answer();
  await ours;
  expect(text).toEqual({ text: 'warm now' });
  await client.close();
  await usual.destroy();
  server.close();
});
