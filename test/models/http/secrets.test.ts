import { expect, test } from 'vitest';
import { createJsonClient } from '../../../src/models/http/json-client.ts';
import { startLoopbackServer } from '../loopback-server.ts';

const secret = 'sk-very-secret-1234';

test('a key that a server repeats in the middle of a stream is in no event and no line', async () => {
  const server = await startLoopbackServer(async (incoming, response) => {
    const isStream = incoming.url === '/events';
    response.setHeader('content-type', isStream ? 'text/event-stream' : 'application/x-ndjson');
    const error = JSON.stringify({ error: { message: `Incorrect API key provided: ${secret}` } });
    response.end(isStream ? `data: {"a":1}\n\ndata: ${error}\n\n` : `{"a":1}\n${error}\n`);
  });
  const client = createJsonClient({ baseUrl: new URL(server.url), server: 'it', startHint: 'start it', secret });
  const said: unknown[] = [];
  for await (const event of client.events('POST', '/events', {})) said.push(event);
  for await (const line of client.lines('POST', '/lines', {})) said.push(line);
  await client.close();
  await server.close();
  expect(said).toHaveLength(4);
  expect(JSON.stringify(said)).not.toContain(secret);
  expect(JSON.stringify(said)).toContain('provided: [key]');
});

test('password and query of an address go with every request and are in no message', async () => {
  const asked: (string | undefined)[] = [];
  const server = await startLoopbackServer(async (incoming, response) => {
    asked.push(incoming.url, incoming.headers.authorization);
    response.writeHead(404, { 'content-type': 'application/json' }).end(JSON.stringify({ error: `no ${incoming.url} for hunter2%` }));
  });
  const baseUrl = new URL(`${server.url.replace('http://', 'http://me:hunter2%@')}/openai?api-version=2026-01-01#top`);
  const client = createJsonClient({ baseUrl, server: 'it', startHint: 'start it' });
  const failures = await Promise.all(
    ['/models', '/models?limit=1'].map((path) => client.json('GET', path).catch((error: unknown) => String(error))),
  );
  await client.close();
  await server.close();
  const authorization = `Basic ${Buffer.from('me:hunter2%').toString('base64')}`;
  expect(asked).toEqual([
    '/openai/models?api-version=2026-01-01',
    authorization,
    '/openai/models?limit=1&api-version=2026-01-01',
    authorization,
  ]);
  for (const failure of failures) expect(failure).toMatch(/no \/openai\/models.*for \[key\]/);
  expect(failures.join()).not.toMatch(/2026-01-01|hunter2/);
});
