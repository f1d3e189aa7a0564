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
