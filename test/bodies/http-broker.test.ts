import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHttpBroker } from '../../src/network/http-broker.ts';
import { isPrivateAddress } from '../../src/network/private-address.ts';
import type { BrokerRequest, NetworkRights } from '../../src/ports/network-broker.ts';
import { type BodyBench, openBodyBench } from './body-bench.ts';

type Seen = { readonly method: string; readonly url: string; readonly headers: IncomingHttpHeaders; readonly body: string };

let server: Server;
let bench: BodyBench;
let port = 0;
const seen: Seen[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
      if (request.url === '/redirect') response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
      else if (request.url === '/silent') return;
      else if (request.url === '/large') response.end(Buffer.alloc(5 * 2 ** 20));
      else if (request.url === '/missing') response.writeHead(404).end('no');
      else
        response
          .setHeader('x-echo', request.headers.authorization ?? '')
          .end(JSON.stringify({ echo: request.headers.authorization ?? null, body }));
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  port = (server.address() as AddressInfo).port;
  bench = await openBodyBench();
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await bench.close();
});

const rights = (hosts: readonly string[], more: Partial<NetworkRights> = {}): NetworkRights => ({
  ...{ declared: new Set(hosts), granted: new Set(hosts), secrets: [] },
  ...more,
});
const get = (url: string, more: Partial<BrokerRequest> = {}): BrokerRequest => ({
  method: 'GET',
  url,
  headers: {},
  body: null,
  timeoutMs: 2000,
  ...more,
});
const names = (table: Readonly<Record<string, readonly string[]>>) => createHttpBroker({ resolve: async (name) => table[name] ?? [] });
const reason = async (request: BrokerRequest, given: NetworkRights, broker = createHttpBroker()) => {
  const answer = await broker.request(request, given);
  return answer.ok ? `HTTP ${answer.response.status}` : `${answer.refused ? 'refused: ' : ''}${answer.reason}`;
};

test('dials exactly what is declared and granted', async () => {
  const host = `127.0.0.1:${port}`;
  expect(await reason(get(`http://${host}/`), rights([host]))).toBe('HTTP 200');
  expect(await reason(get(`http://${host}/`), rights([]))).toBe(`refused: ${host} is not declared in INTEGRATION (declared: none)`);
  expect(await reason(get(`http://${host}/`), rights([host], { granted: new Set() }))).toBe(
    `refused: ${host} is declared but not granted; grant it with --allow-net ${host}`,
  );
  expect(await reason(get(`http://127.0.0.1:${port + 1}/`), rights([host]))).toMatch(/not declared/);
  expect(await reason(get(`http://user:pass@${host}/`), rights([host]))).toMatch(/user or password/);
  expect(await reason(get(`ftp://${host}/`), rights([host]))).toMatch(/only http: and https:/);
  expect(await reason(get(`http://${host}/`, { headers: { Host: 'elsewhere' } }), rights([host]))).toMatch(
    /the header Host is set by the host alone/,
  );
  expect(await reason(get(`http://${host}/`, { method: 'CONNECT' }), rights([host]))).toMatch(/CONNECT is no method/);
});

test('a granted name that leads to a private address is refused, unless that address is granted too', async () => {
  const host = `board.example:${port}`;
  const broker = names({ 'board.example': ['127.0.0.1'], 'mixed.example': ['93.184.216.34', '10.0.0.1'] });
  expect(await reason(get(`http://${host}/`), rights([host]), broker)).toMatch(/leads to a private address/);
  expect(await reason(get(`http://${host}/`), rights([host], { granted: new Set([host, `127.0.0.1:${port}`]) }), broker)).toBe('HTTP 200');
  expect(await reason(get('http://mixed.example/'), rights(['mixed.example:80']), broker)).toMatch(/leads to a private address/);
  expect(await reason(get('http://gone.example/'), rights(['gone.example:80']), broker)).toMatch(/gone\.example has no address/);
  // Every way to write loopback is the same host by the time it is compared.
  expect(await reason(get(`http://0x7f.1:${port}/`), rights([`localhost:${port}`]))).toMatch(/127\.0\.0\.1:\d+ is not declared/);
  const refused = [
    '127.0.0.2',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.0.9',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '::1',
    'fe80::1',
    'fd00::1',
    '::ffff:10.0.0.1',
  ];
  expect(refused.filter((address) => !isPrivateAddress(address))).toEqual([]);
  expect(['8.8.8.8', '172.32.0.1', '2606:4700::1111', '::ffff:8.8.8.8'].filter(isPrivateAddress)).toEqual([]);
});

test('redirects are handed on, large and slow answers end', async () => {
  const host = `127.0.0.1:${port}`;
  expect(await reason(get(`http://${host}/redirect`), rights([host]))).toBe('HTTP 302');
  expect(await reason(get(`http://${host}/large`), rights([host]))).toMatch(/its answer is larger than \d+ bytes/);
  expect(await reason(get(`http://${host}/silent`, { timeoutMs: 300 }), rights([host]))).toMatch(/nothing came within 0\.3 s/);
  expect(await reason(get('http://127.0.0.1:9/'), rights(['127.0.0.1:9']))).toMatch(/ECONNREFUSED/);
});

const poster = `
import base64, json, urllib.request, urllib.error
from anneal_skill import ActionResult, NetworkError, Prediction
INTEGRATION = {"service": "board", "transport": "http", "config_vars": ["board_url", "board_token"], "secrets": ["board_token"]}
def predict(ctx, request):
    return Prediction("post", [])
def act(ctx, request, prediction):
    url, token = ctx.config["board_url"], ctx.config["board_token"]
    first = ctx.http.post(url + "/items", {"text": request.text, "token": token}, {"Authorization": "Bearer " + token})
    basic = base64.b64encode(("me:" + token).encode()).decode()
    second = urllib.request.urlopen(urllib.request.Request(url + "/again", headers={"Authorization": "Basic " + basic}))
    try:
        urllib.request.urlopen(url + "/missing")
        missing = "found"
    except urllib.error.HTTPError as error:
        missing = "HTTP %d %s" % (error.code, error.read().decode())
    try:
        ctx.http.get(url.replace("127.0.0.1", "127.0.0.2"))
        other = "reached"
    except NetworkError as error:
        other = str(error)
    import socket
    try:
        socket.create_connection(("127.0.0.1", 80))
        dialled = "connected"
    except OSError as error:
        dialled = str(error)
    log = [token, first.json(), first.headers.get("x-echo"), json.loads(second.read()), missing, other, dialled]
    return ActionResult(json.dumps(log), "posted")
`;

test('a body in the sandbox reaches its host through the broker, and never holds the secret', async () => {
  const secret = 'tops3cret-value';
  const host = `127.0.0.1:${port}`;
  seen.splice(0);
  const { run } = await bench.run(poster, 'hello', {
    config: { board_url: `http://${host}` },
    secrets: [{ name: 'board_token', secret }],
    hosts: new Set([host]),
  });
  expect(run.reason).toBeNull();
  expect(JSON.stringify([run, bench.steps])).not.toContain(secret);
  expect(JSON.stringify(run)).not.toContain(Buffer.from(`me:${secret}`).toString('base64'));
  expect(seen.map(({ method, url, headers }) => [method, url, headers.authorization])).toEqual([
    ['POST', '/items', `Bearer ${secret}`],
    ['GET', '/again', `Basic ${Buffer.from(`me:${secret}`).toString('base64')}`],
    ['GET', '/missing', undefined],
  ]);
  expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ text: 'hello', token: secret });
  const [token, first, echoed, , missing, other, dialled] = JSON.parse(run.result?.action_log ?? '[]');
  expect(token).toMatch(/^stand-in-board_token-/);
  expect([first.echo, echoed]).toEqual([`Bearer ${token}`, `Bearer ${token}`]);
  expect(missing).toBe('HTTP 404 no');
  expect(other).toMatch(/127\.0\.0\.2:\d+ is not declared in INTEGRATION/);
  expect(dialled).toMatch(/a skill has no network of its own: declare the host in INTEGRATION/);
});

const asker = `
from anneal_skill import ActionResult, Prediction
INTEGRATION = {"transport": "http", "hosts": ["config:url"]}
def predict(ctx, request):
    return Prediction("p", [])
def act(ctx, request, prediction):
    made = ctx.http.post(ctx.config["url"], {"draft": 1}).json()
    if request.user_input is None:
        return ActionResult("w", "", needs_input="sure?")
    ctx.http.post(ctx.config["url"], {"final": request.user_input})
    return ActionResult("done", made["body"])
`;

test('what was sent before a pause is not sent again after it', async () => {
  const host = `127.0.0.1:${port}`;
  const grants = { config: { url: `http://${host}/` }, hosts: new Set([host]) };
  seen.splice(0);
  const first = await bench.run(asker, 'x', grants);
  const second = await bench.run(asker, { ...first.run, answers: ['yes'] }, grants);
  expect(second.run).toMatchObject({ state: 'done', result: { new_state: '{"draft": 1}' } });
  expect(seen.map(({ body }) => body)).toEqual(['{"draft": 1}', '{"final": "yes"}']);
});
