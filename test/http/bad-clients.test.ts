import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TinyServer, tinyServer } from './tiny-server.ts';

const mostConnections = 20;
let server: TinyServer;
const sockets: Socket[] = [];
beforeEach(async () => {
  server = await tinyServer({}, { mostConnections });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server.close();
});

type Said = { readonly text: () => string; readonly socket: Socket; readonly closed: Promise<void> };

/** A connection that says `text` and keeps what it hears. */
function say(text: string): Said {
  const socket = connect(server.service.port, '127.0.0.1');
  sockets.push(socket);
  let heard = '';
  socket.setEncoding('latin1').on('data', (piece: string) => {
    heard += piece;
  });
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()).on('error', () => undefined));
  if (text !== '') socket.write(text);
  return { text: () => heard, socket, closed };
}
const heads = 'Host: 127.0.0.1\r\n';
const post = `POST /api/runs HTTP/1.1\r\n${heads}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"task":`;
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 10));

test('who leaves within a body is no failure of ours, and the next is served', async () => {
  for (let index = 0; index < 10; index += 1) {
    const { socket, closed } = say(post);
    await turn();
    socket.destroy();
    await closed;
  }
  expect(await server.ask('GET', '/healthz')).toMatchObject({ status: 200 });
  expect((await server.ask('POST', '/api/runs', { task: 't', language: 'lua' })).status).toBe(202);
  expect(server.warnings).toEqual([]);
});

test('a header, a path or a protocol that is none is answered or closed, and so are two lengths', async () => {
  const closing = 'Connection: close\r\n';
  const cases: readonly (readonly [string, RegExp])[] = [
    [`GET / HTTP/1.1\r\n${heads}X-Big: ${'a'.repeat(200_000)}\r\n\r\n`, /^HTTP\/1\.1 431 /],
    [`GET /${'a'.repeat(15_000)} HTTP/1.1\r\n${heads}${closing}\r\n`, /^HTTP\/1\.1 404 .*"code":"not-found"/s],
    ['\x16\x03\x01\x02\x00hello\r\n\r\n', /^HTTP\/1\.1 400 /],
    ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', /^HTTP\/1\.1 400 /],
    [`POST /api/runs HTTP/1.1\r\n${heads}Content-Length: 3\r\nContent-Length: 4\r\n\r\nabc`, /^HTTP\/1\.1 400 /],
    [`POST /api/runs HTTP/1.1\r\n${heads}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, /^HTTP\/1\.1 400 /],
    [`GET /openapi.json HTTP/1.1\r\n${heads}Range: bytes=0-10\r\n${closing}\r\n`, /^HTTP\/1\.1 200 .*\}$/s],
    [`HEAD /api/runs HTTP/1.1\r\n${heads}${closing}\r\n`, /^HTTP\/1\.1 200 .*\r\n\r\n$/s],
    [`CONNECT example.com:443 HTTP/1.1\r\n${heads}\r\n`, /^$/],
  ];
  for (const [text, answer] of cases) {
    const said = say(text);
    await said.closed;
    expect(said.text(), text.slice(0, 30)).toMatch(answer);
  }
  expect(server.warnings).toEqual([]);
});

test('requests that are sent ahead are answered in their order', async () => {
  const paths = Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? '/healthz' : '/nowhere'));
  const last = paths.length - 1;
  const said = say(
    paths.map((path, index) => `GET ${path} HTTP/1.1\r\n${heads}${index === last ? 'Connection: close\r\n' : ''}\r\n`).join(''),
  );
  await said.closed;
  const statuses = [...said.text().matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status);
  expect(statuses).toEqual(paths.map((path) => (path === '/healthz' ? '200' : '404')));
});

test('connections beyond the limit are told so, and there is room again when some have gone', async () => {
  const holding = Array.from({ length: mostConnections }, () => say(''));
  const request = `GET /healthz HTTP/1.1\r\n${heads}\r\n`;
  // The first ones are there when one of them is answered.
  holding[0]?.socket.write(request);
  while (!/ 200 /.test(holding[0]?.text() ?? '')) await turn();
  const refused = say(request);
  await refused.closed;
  expect(refused.text()).toMatch(/^HTTP\/1\.1 503 .*retry-after: \d.*"code":"busy"/is);
  for (const { socket } of holding) socket.destroy();
  await Promise.all(holding.map(({ closed }) => closed));
  for (;;) {
    const again = say(`GET /healthz HTTP/1.1\r\n${heads}Connection: close\r\n\r\n`);
    await again.closed;
    if (/^HTTP\/1\.1 200 /.test(again.text())) break;
  }
  expect(server.warnings).toEqual([]);
});
