import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPageAccess } from '../../src/surfaces/http/page/page-access.ts';
import { type TinyServer, tinyServer } from './tiny-server.ts';

const script = `console.log(${JSON.stringify('x'.repeat(2000))});`;
const index = '<!doctype html><meta property="csp-nonce" nonce="__CSP_NONCE__"><script type="module" src="/assets/main-1a2b.js"></script>';
const token = 'correct-horse-battery';
const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

let folder: string;
let server: TinyServer;
let guarded: TinyServer;
beforeAll(async () => {
  const root = await mkdtemp(join(tmpdir(), 'anneal-page-'));
  folder = join(root, 'web');
  await mkdir(join(folder, 'assets'), { recursive: true });
  await writeFile(join(root, 'secret.json'), '{}');
  await writeFile(join(folder, 'index.html'), index);
  await writeFile(join(folder, 'favicon.svg'), '<svg/>');
  await writeFile(join(folder, 'assets', 'main-1a2b.js'), script);
  await writeFile(join(folder, 'assets', 'main-1a2b.js.br'), brotliCompressSync(script));
  await writeFile(join(folder, 'assets', 'main-1a2b.js.gz'), gzipSync(script));
  await writeFile(join(folder, 'notes.secret'), 'not a part of a page');
  // However the folder is written, its files have the same names.
  server = await tinyServer({}, { pageFolder: `${folder}/../web/` });
  guarded = await tinyServer({}, { pageFolder: folder, access: { token, onLoopback: true, hosts: [] } });
});
afterAll(async () => {
  await server.close();
  await guarded.close();
  await rm(join(folder, '..'), { recursive: true });
});

type Sent = { readonly status: number; readonly headers: Readonly<Record<string, unknown>>; readonly body: Buffer };
/** As it stands: no header added, no path tidied, nothing unpacked. */
const raw = (to: TinyServer, method: string, path: string, headers: Record<string, string> = {}, body = ''): Promise<Sent> =>
  new Promise((resolve, reject) => {
    const length = body === '' ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
    const sent = request({ port: to.service.port, host: '127.0.0.1', method, path, headers: { ...length, ...headers } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }));
    });
    sent.on('error', reject);
    sent.end(body);
  });

describe('the page', () => {
  test('is what a browser gets at the root and at each address of its own; programs get what they got before', async () => {
    for (const path of ['/', '/runs/0f3a9c', '/sessions/%F0%9F%92%A5', '/models']) {
      const { status, headers, body } = await server.ask('GET', path, undefined, html);
      expect(status, path).toBe(200);
      expect(headers.get('content-type')).toContain('text/html');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(String(body.text)).toContain('main-1a2b.js');
    }
    expect((await server.ask('GET', '/')).body).toEqual({ message: 'service is running' });
    expect(await server.ask('GET', '/runs/0f3a9c')).toMatchObject({ status: 404, body: { code: 'not-found' } });
    for (const path of ['/api/nothing', '/docs/nothing'])
      expect(await server.ask('GET', path, undefined, html), path).toMatchObject({ status: 404, body: { code: 'not-found' } });
    expect((await server.ask('POST', '/runs/0f3a9c', {}, html)).status).toBe(404);
  });

  test('allows nothing but its own scripts, and styles that carry a nonce of this one answer', async () => {
    const nonces = await Promise.all(
      [1, 2].map(async () => {
        const { headers, body } = await server.ask('GET', '/', undefined, html);
        const policy = String(headers.get('content-security-policy'));
        expect(policy).not.toMatch(/unsafe|https?:|\*/);
        expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self' 'nonce-");
        const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
        expect(String(body.text)).toContain(`nonce="${nonce}"`);
        return nonce;
      }),
    );
    expect(new Set(nonces).size).toBe(2);
    expect((await server.ask('GET', '/healthz')).headers.get('content-security-policy')).not.toContain('script-src');
  });

  test.each([
    ['br', 'gzip, deflate, br', brotliCompressSync(script)],
    ['gzip', 'gzip, br;q=0', gzipSync(script)],
    [undefined, '', Buffer.from(script)],
  ])('sends its files as %s for %j, to be kept for ever', async (encoding, accepted, bytes) => {
    const { headers, body } = await raw(server, 'GET', '/assets/main-1a2b.js', { 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
    });
    expect(body.equals(bytes)).toBe(true);
  });

  test('asks for files again whose name does not change with their content', async () => {
    expect((await server.ask('GET', '/favicon.svg')).headers.get('cache-control')).toBe('no-cache');
  });

  test.each([
    '/../secret.json',
    '/assets/../../secret.json',
    '/assets/..%2f..%2fsecret.json',
    '/%2e%2e/secret.json',
    '//etc/passwd',
    '/notes.secret',
    '/assets/main-1a2b.js.br',
    '/assets/missing.js',
    '/assets/main-1a2b.js%00',
  ])('hands out no other file: %s', async (path) => {
    expect((await raw(server, 'GET', path, { accept: '*/*' })).status).toBe(404);
  });

  test('is not handed out under a foreign name (DNS rebinding)', async () => {
    for (const path of ['/', '/assets/main-1a2b.js', '/runs']) {
      const { status, body } = await raw(server, 'GET', path, { ...html, host: 'evil.example' });
      expect(status).toBe(403);
      expect(body.toString()).not.toContain('main-1a2b');
    }
  });
});

const cookieOf = (sent: Sent): string => String((sent.headers['set-cookie'] as string[])[0]).split(';')[0] ?? '';

describe('a browser where a token is set', () => {
  const own = (): Record<string, string> => ({ origin: guarded.url });
  const task = JSON.stringify({ task: 'Give me something' });

  test('is let in once by a link, by a cookie that no script reads and no other site sends', async () => {
    const path = guarded.service.pageLink ?? '';
    for (const ahead of [raw(guarded, 'HEAD', path), raw(guarded, 'GET', path, { 'sec-purpose': 'prefetch' })])
      expect((await ahead).status).toBe(204);
    const first = await raw(guarded, 'GET', path);
    expect(first.status).toBe(200);
    expect(first.headers['set-cookie']).toEqual([
      expect.stringMatching(/^anneal-\d+=\d+\.[\da-f]{64}; HttpOnly; SameSite=Strict; Path=\/; Max-Age=2592000$/),
    ]);
    expect(first.body.toString()).toContain('content="0; url=/"');
    const cookie = cookieOf(first);
    expect((await raw(guarded, 'GET', '/', { ...html, cookie })).status).toBe(200);
    expect((await raw(guarded, 'GET', '/api/runs', { cookie: `other=1; ${cookie}` })).status).toBe(200);
    for (const again of [path, '/open/x', '/open/']) {
      const { status, headers } = await raw(guarded, 'GET', again);
      expect([401, 404]).toContain(status);
      expect(headers['set-cookie']).toBeUndefined();
    }
  });

  test('changes something only from a page of ours: other sites, other ports and silent ones are refused', async () => {
    const cookie = cookieOf(await newBrowser());
    const change = (headers: Record<string, string>) => raw(guarded, 'POST', '/api/runs', { cookie, ...headers }, task);
    expect((await change(own())).status).toBe(202);
    for (const headers of [
      {},
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'http://127.0.0.1:1' },
      { ...own(), host: 'evil.example' },
      { 'sec-fetch-site': 'cross-site' },
    ] as Record<string, string>[])
      expect((await change(headers)).status, JSON.stringify(headers)).toBe(403);
    expect((await raw(guarded, 'DELETE', '/api/runs/x', { cookie })).status).toBe(403);
    // A program that has the token is no browser.
    expect((await raw(guarded, 'POST', '/api/runs', { authorization: `Bearer ${token}` }, task)).status).toBe(202);
  });

  test('without a cookie, or with one of its own making, sees what to do and nothing else', async () => {
    const real = cookieOf(await newBrowser());
    const [name, value = ''] = real.split('=');
    const [until, signature = ''] = value.split('.');
    for (const cookie of [
      '',
      `${name}=${Number(until) + 1}.${signature}`,
      `${name}=${until}.${'0'.repeat(64)}`,
      `${name}=.`,
      `other=${value}`,
      `${name}=${token}`,
    ]) {
      const page = await raw(guarded, 'GET', '/runs', { ...html, cookie });
      expect(page.status, cookie).toBe(401);
      expect(page.body.toString()).toContain('anneal serve');
      expect(page.body.toString()).not.toContain('main-1a2b');
      expect((await raw(guarded, 'GET', '/api/runs', { cookie })).status, cookie).toBe(401);
    }
    expect((await raw(guarded, 'GET', '/docs/style.css')).status).toBe(200);
  });

  test('gets a link only from who is let in already; without a token there is none', async () => {
    expect((await raw(guarded, 'POST', '/api/links', own())).status).toBe(401);
    expect(server.service.pageLink).toBeNull();
    expect((await server.ask('POST', '/api/links')).body).toMatchObject({ code: 'conflict' });
    expect((await server.ask('GET', '/open/anything', undefined, html)).status).toBe(200);
  });

  test('links end after an hour and cookies after a month; another token ends them all', () => {
    let now = 1_000_000;
    const access = createPageAccess(token, () => now);
    const key = () => access.issueLink().path.slice('/open/'.length);
    const late = key();
    const { value } = access.redeem(key()) ?? { value: '' };
    now += 3_600_000;
    expect(access.redeem(late)).toBeNull();
    // As after a restart.
    expect(createPageAccess(token, () => now).isCookie(value)).toBe(true);
    expect(createPageAccess(`${token}s`, () => now).isCookie(value)).toBe(false);
    now += 30 * 86_400_000;
    expect(access.isCookie(value)).toBe(false);
  });

  async function newBrowser(): Promise<Sent> {
    const { body } = await raw(guarded, 'POST', '/api/links', { authorization: `Bearer ${token}` });
    return raw(guarded, 'GET', (JSON.parse(body.toString()) as { path: string }).path);
  }
});
