import { isUtf8 } from 'node:buffer';
import { type IncomingHttpHeaders, request } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { firstBadByte } from '../../src/surfaces/http/read-body.ts';
import { type TinyServer, tinyServer } from './tiny-server.ts';

let server: TinyServer;
let guarded: TinyServer;
const token = 'correct-horse-battery';
beforeAll(async () => {
  server = await tinyServer();
  guarded = await tinyServer({}, { access: { token, onLoopback: false, hosts: ['anneal.example'] } });
});
afterAll(async () => {
  await server.close();
  await guarded.close();
});

/** With headers that `fetch` does not let through. */
function raw(
  to: TinyServer,
  method: string,
  path: string,
  headers: Record<string, string>,
  body: string | Uint8Array = '',
): Promise<{ status: number; text: string; headers: IncomingHttpHeaders }> {
  return new Promise((resolve, reject) => {
    const sent = request({ port: to.service.port, host: '127.0.0.1', method, path, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text, headers: response.headers }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
const post = (headers: Record<string, string>, body: string | Uint8Array = '{"task": "t"}') =>
  raw(
    server,
    'POST',
    '/api/runs',
    { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)), ...headers },
    body,
  );

describe('a page of another site', () => {
  test.each([
    'evil.example',
    'evil.example:8080',
    '127.0.0.1.evil.example',
    'localhost.evil.example:80',
    '192.168.0.7:8080',
    'a@127.0.0.1',
  ])('pain 40: reaches nothing under the name %j (DNS rebinding)', async (host) => {
    const { status, text } = await raw(server, 'GET', '/api/runs', { host });
    // Node itself refuses some of them.
    expect([400, 403]).toContain(status);
    expect(text).not.toContain('items');
  });

  test.each([{ origin: 'https://evil.example' }, { origin: 'null' }, { origin: 'http://127.0.0.1:1' }, { 'sec-fetch-site': 'cross-site' }])(
    'pain 40: cannot post with %j',
    async (headers) => {
      const { status, text } = await post(headers as Record<string, string>);
      expect(status).toBe(403);
      expect(JSON.parse(text)).toMatchObject({ code: 'forbidden' });
    },
  );

  test('cannot post what a form can send, and is given no CORS permission', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      expect((await post({ 'content-type': type })).status).toBe(415);
    }
    expect((await post({ 'content-encoding': 'gzip' })).status).toBe(415);
    const { headers } = await server.ask('GET', '/healthz');
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  test('its own pages may', async () => {
    const own = `127.0.0.1:${server.service.port}`;
    expect((await post({ host: own, origin: `http://${own}` })).status).toBe(202);
    expect((await post({ host: `localhost:${server.service.port}` })).status).toBe(202);
  });
});

describe('a token', () => {
  test('is needed everywhere but for the signs of life', async () => {
    for (const path of ['/', '/api/runs', '/metrics', '/openapi.json', '/docs']) {
      expect(await guarded.ask('GET', path), path).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
    }
    expect((await guarded.ask('GET', '/healthz')).status).toBe(200);
    for (const wrong of ['Bearer wrong', `Basic ${token}`, `Bearer ${token}x`, token]) {
      expect((await guarded.ask('GET', '/api/runs', undefined, { authorization: wrong })).status).toBe(401);
    }
    expect((await guarded.ask('GET', '/api/runs', undefined, { authorization: `Bearer ${token}` })).status).toBe(200);
  });

  test('beyond loopback addresses and allowed names are ours, other names are not', async () => {
    const authorization = `Bearer ${token}`;
    const status = async (host: string) => (await raw(guarded, 'GET', '/api/runs', { host, authorization })).status;
    expect(await Promise.all(['192.168.0.7:8080', '[::1]:80', 'anneal.example', 'ANNEAL.example:443'].map(status))).toEqual([
      200, 200, 200, 200,
    ]);
    expect(await status('evil.example')).toBe(403);
  });
});

describe('a request', () => {
  test.each([
    ['a setting of the sandbox', { task: 't', minLevel: 'L0' }, 'minLevel'],
    ['an address', { task: 't', baseUrl: 'http://169.254.169.254/' }, 'baseUrl'],
    ['a path of an interpreter', { task: 't', python: '/bin/sh' }, 'python'],
    ['a test file', { task: 't', suite: { file: '/etc/passwd' } }, 'suite'],
    ['nothing', {}, 'task'],
    ['a blank task', { task: ' \n' }, 'task'],
    ['a wrong type', { task: 't', candidates: '4' }, 'candidates'],
    ['too much', { task: 't', candidates: 1e9 }, 'candidates'],
    ['another language', { task: 't', language: 'cobol' }, 'language'],
  ])('with %s is refused by the name of the field', async (_what, body, field) => {
    const { status, body: problem, headers } = await server.ask('POST', '/api/runs', body);
    expect(status).toBe(422);
    expect(headers.get('content-type')).toContain('application/problem+json');
    expect(problem).toMatchObject({ code: 'bad-input', status: 422, errors: [{ field }] });
  });

  test('names a file nowhere: what looks like one is text, and no profile is read from elsewhere', async () => {
    const file = await server.ask('POST', '/api/runs', { task: 't', language: 'lua', examples: ['@/etc/passwd'] });
    expect(file).toMatchObject({ status: 422, body: { detail: expect.stringContaining('examples.0') } });
    const profile = await server.ask('POST', '/api/runs', { task: 't', profile: '../../etc' });
    expect(profile).toMatchObject({ status: 422, body: { detail: expect.stringContaining('profile') } });
  });

  test('that is no JSON, is too large, or goes nowhere is answered with a problem and no stack', async () => {
    expect(await server.ask('POST', '/api/runs', '{"task": ')).toMatchObject({ status: 400, body: { errors: [{ field: 'body' }] } });
    expect(await server.ask('POST', '/api/runs', '')).toMatchObject({
      status: expect.toSatisfy((status: number) => [400, 422].includes(status)),
    });
    const large = JSON.stringify({ task: 'x'.repeat(1024 * 1024) });
    const { status, text } = await post({}, large);
    expect(status).toBe(413);
    expect(JSON.parse(text)).toMatchObject({ code: 'bad-input', errors: [{ field: 'body' }] });
    const chunked = await raw(server, 'POST', '/api/runs', { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }, '{}');
    expect(chunked.status).toBe(411);
    expect(await server.ask('GET', '/nowhere')).toMatchObject({ status: 404, body: { code: 'not-found' } });
    for (const id of ['..%2f..%2fetc%2fpasswd', '%00', 'a'.repeat(10_000), '%F0%9F%92%A5']) {
      expect((await server.ask('GET', `/api/runs/${id}`)).status, id.slice(0, 20)).toBe(422);
    }
    expect(server.warnings.join('\n')).toBe('');
  });
});

describe('a body that is not UTF-8', () => {
  const latin1 = Buffer.from('{"task": "Größe"}', 'latin1');
  const place = latin1.indexOf(0xf6);

  test('is refused on every path, by the place of the byte', async () => {
    const { paths } = (await server.ask('GET', '/openapi.json')).body as { paths: Record<string, Record<string, unknown>> };
    const posts = Object.keys(paths).filter((path) => paths[path]?.post !== undefined);
    expect(posts.length).toBeGreaterThan(15);
    const headers = { 'content-type': 'application/json', 'content-length': String(latin1.length) };
    for (const path of [...posts.map((path) => path.replace(/\{[^}]*\}/g, 'x')), '/mcp']) {
      const { status, text } = await raw(server, 'POST', path, headers, latin1);
      expect([path, status]).toEqual([path, 400]);
      const said = JSON.parse(text);
      if (path.startsWith('/v1/')) expect(said).toMatchObject({ error: { param: 'body', code: 'bad-input' } });
      else expect(said).toMatchObject({ code: 'bad-input', errors: [{ field: 'body', message: `is not UTF-8 at byte ${place}` }] });
      expect(text).toContain(`is not UTF-8 at byte ${place}`);
    }
    expect((await post({}, Buffer.from('\ufeff{"task": "Größe"}'))).status).toBe(202);
  });

  test('is told from text at the first character that is none', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
      fc.uint8Array({ maxLength: 3 }),
      fc.constantFrom(
        Buffer.from([0xef, 0xbb, 0xbf]),
        Buffer.from([0xed, 0xa0, 0x80]),
        Buffer.from([0xf0, 0x9f]),
        Buffer.from([0xc0, 0x80]),
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const bytes = Buffer.concat(pieces);
        // No longer piece is text, because it begins with what is none.
        let good = bytes.length;
        while (!isUtf8(bytes.subarray(0, good))) good -= 1;
        expect(firstBadByte(bytes)).toBe(good === bytes.length ? null : good);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a method', () => {
  test.each([
    ['/api/runs', 'DELETE', 'GET, HEAD, POST'],
    ['/api/runs/0f3a9c0f3a9c', 'PATCH', 'GET, HEAD, DELETE'],
    ['/api/skills/find', 'DELETE', 'POST'],
    ['/chat', 'TRACE', 'POST'],
    ['/healthz', 'OPTIONS', 'GET, HEAD'],
    ['/generate', 'GET', 'POST'],
  ])('that %s does not take is answered with those that it takes: %s', async (path, method, allowed) => {
    const { status, text, headers } = await raw(server, method, path, {});
    expect(status).toBe(405);
    expect(headers.allow).toBe(allowed);
    expect(JSON.parse(text)).toMatchObject({ code: 'bad-input', detail: expect.stringContaining(method) });
  });

  test('that /v1 does not take is answered in the words of its protocol', async () => {
    const { status, text, headers } = await raw(server, 'TRACE', '/v1/models', {});
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
    expect(JSON.parse(text)).toMatchObject({ error: { code: 'bad-input', message: expect.stringContaining('TRACE') } });
  });

  test('of nothing is not found, and HEAD is what GET is, without its body', async () => {
    expect((await raw(server, 'PUT', '/nowhere', {})).status).toBe(404);
    expect(await raw(server, 'HEAD', '/healthz', {})).toMatchObject({ status: 200, text: '' });
  });
});

describe('whatever is sent', () => {
  const paths = [
    '/api/runs',
    '/api/runs/x/answer',
    '/api/runs/x/cancel',
    '/api/runs/x/resume',
    '/api/sessions',
    '/api/sessions/x/messages',
  ];
  const body = fc.oneof(
    fc.jsonValue(),
    fc.record({
      task: fc.string({ unit: 'binary' }),
      message: fc.string({ unit: 'binary' }),
      language: fc.constantFrom('lua', 'python', 'javascript', 'typescript', 'x'),
      signature: fc.string({ unit: 'binary' }),
      examples: fc.array(fc.string({ unit: 'binary' }), { maxLength: 3 }),
      profile: fc.constantFrom('wf-vars', '__proto__', '..'),
    }),
    fc.record(
      { session_id: fc.string({ unit: 'binary' }), prompt: fc.string(), optionId: fc.string(), value: fc.string() },
      { requiredKeys: [] },
    ),
  );

  test('no path answers with a failure of ours', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths, '/reset'), body, async (path, sent) => {
        const { status } = await server.ask('POST', path, sent);
        expect(status).toBeLessThan(500);
      }),
      { numRuns: 300 },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('/api/runs?', '/api/sessions?', '/api/runs/x/events?'),
        fc.webQueryParameters(),
        async (path, query) => {
          expect((await server.ask('GET', `${path}${query}&limit=3&cursor=${query}`)).status).toBeLessThan(500);
        },
      ),
      { numRuns: 100 },
    );
    expect(server.warnings).toEqual([]);
  });
});

describe('the id of a session', () => {
  test('is data: paths and emoji are ids like others, a long or blank one is refused', async () => {
    for (const id of ['../../etc/passwd', '💥🔥', "'; drop table runs; --", '<script>']) {
      const begun = await server.ask('POST', `/api/sessions/${encodeURIComponent(id)}/messages`, { message: 'Give me something' });
      expect(begun, id).toMatchObject({ status: 202, body: { sessionId: id } });
      expect((await server.ask('GET', `/api/sessions/${encodeURIComponent(id)}`)).body).toMatchObject({
        id,
        turns: [{ message: 'Give me something' }],
      });
    }
    const { body } = await server.ask('GET', '/api/sessions?limit=200');
    expect((body.items as { id: string }[]).map(({ id }) => id)).toContain('💥🔥');
    for (const session_id of ['x'.repeat(10_240), '', '  ']) {
      expect(await server.ask('POST', '/chat', { session_id, message: 'm' })).toMatchObject({
        status: 422,
        body: { errors: expect.arrayContaining([expect.objectContaining({ field: 'session_id' })]) },
      });
    }
    expect((await server.ask('GET', '/api/sessions/unknown')).status).toBe(404);
  });
});
