import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { expect, test } from 'vitest';
import { createJsonClient } from '../../../src/models/http/json-client.ts';
import { proxyFor } from '../../../src/models/http/proxy.ts';

const there = new URL('https://models.example.com/v1');

test.each([
  ['http://127.0.0.1:8000', {}, null],
  ['http://[::1]:8000', {}, null],
  ['https://models.example.com', {}, '127.0.0.1:9'],
  ['https://models.example.com', { noProxy: 'example.com' }, null],
  ['https://models.example.com', { noProxy: 'a.b, .example.com' }, null],
  ['https://models.example.com', { noProxy: '*.example.com:443' }, null],
  ['https://models.example.com', { noProxy: '*' }, null],
  ['https://models.example.com', { noProxy: 'example.com:8443' }, '127.0.0.1:9'],
  ['https://models.example.com', { noProxy: 'ample.com' }, '127.0.0.1:9'],
])('pain 21: requests to %s with %j take the proxy %s', (address, more, taken) => {
  const settings = { httpProxy: 'http://127.0.0.1:9', httpsProxy: 'http://127.0.0.1:9', ...more };
  expect(proxyFor(new URL(address), settings)?.shown ?? null).toBe(taken);
});

test('report claude-code#3387: a proxy may be named without its scheme or with socks5h; its password is used and never shown', () => {
  expect(proxyFor(there, { httpsProxy: 'me:hunter2@proxy.lan:3128' })).toEqual({
    address: 'http://me:hunter2@proxy.lan:3128/',
    shown: 'proxy.lan:3128',
  });
  expect(proxyFor(there, { httpsProxy: 'socks5h://proxy.lan:1080' })?.address).toBe('socks5://proxy.lan:1080');
});

test.each(['ftp://me:hunter2@proxy.lan', 'http://', 'me:hunter2@:99999'])('%s is no address of a proxy', (httpsProxy) => {
  const thrown = (() => {
    try {
      return proxyFor(there, { httpsProxy });
    } catch (error) {
      return error;
    }
  })();
  expect(thrown).toMatchObject({
    code: 'bad-config',
    message: expect.stringContaining('is no address of a proxy'),
    hint: expect.stringContaining('export HTTPS_PROXY=http://HOST:PORT'),
  });
  expect(String(thrown)).not.toContain('hunter2');
});

/** A proxy that answers requests for http itself, and does with a tunnel what `tunnel` says. */
async function proxyThat(tunnel: (socket: Duplex) => void) {
  const asked: string[] = [];
  const proxy = createServer((incoming, response) => {
    asked.push(`${incoming.method} ${incoming.url}`);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"answer": 42}');
  });
  proxy.on('connect', (incoming, socket) => {
    asked.push(`CONNECT ${incoming.url}`);
    tunnel(socket);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}`;
  const through = async (baseUrl: string): Promise<unknown> => {
    const settings = { httpProxy: address, httpsProxy: address };
    const client = createJsonClient({ baseUrl: new URL(baseUrl), server: 'the server', startHint: 'start it', proxy: settings });
    try {
      return await client.json('GET', '/models', undefined, { signal: AbortSignal.timeout(5000) });
    } finally {
      await client.close();
    }
  };
  return { asked, through, port, close: () => proxy.close() };
}

test('a request for http is handed to the proxy as it is, because many make tunnels to port 443 only', async () => {
  const { asked, through, close } = await proxyThat((socket) => socket.destroy());
  expect(await through('http://models.invalid:8000/v1')).toEqual({ answer: 42 });
  expect(asked).toEqual(['GET http://models.invalid:8000/v1/models']);
  close();
});

test.each<[string, (socket: Duplex) => void]>([
  ['hangs up', (socket) => socket.destroy()],
  ['ends politely', (socket) => socket.end()],
  ['refuses (403)', (socket) => socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n')],
  ['wants a password (407)', (socket) => socket.end('HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n')],
])('a proxy that %s when it is asked for a tunnel is asked once, and is an error that names it', async (_title, tunnel) => {
  const { asked, through, port, close } = await proxyThat(tunnel);
  await expect(through('https://models.invalid/v1')).rejects.toMatchObject({
    code: 'model-unreachable',
    message: expect.stringContaining(`through the proxy 127.0.0.1:${port}`),
    hint: 'Check the proxy, or go round it: export NO_PROXY=models.invalid',
  });
  expect(asked).toEqual(['CONNECT models.invalid:443']);
  close();
});
