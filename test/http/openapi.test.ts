import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TinyServer, tinyServer } from './tiny-server.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string };

let server: TinyServer;
beforeAll(async () => {
  server = await tinyServer({}, { version });
});
afterAll(() => server.close());

describe('the OpenAPI document', () => {
  test('is the committed one (npx vitest run test/http/openapi.test.ts -u)', async () => {
    const { body } = await server.ask('GET', '/openapi.json');
    expect(body.openapi).toBe('3.1.0');
    await expect(`${JSON.stringify(body, null, 2)}\n`).toMatchFileSnapshot('../../docs/openapi.json');
  });

  test('names every path that is answered, and no schema that is missing', async () => {
    const { body } = await server.ask('GET', '/openapi.json');
    const text = JSON.stringify(body);
    const schemas = Object.keys((body.components as { schemas: object }).schemas);
    const used = [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map((match) => match[1]);
    expect(used.filter((name) => !schemas.includes(name ?? ''))).toEqual([]);
    const paths = Object.keys(body.paths as object);
    for (const path of ['/', '/healthz', '/readyz', '/metrics', '/chat', '/reset', '/generate', '/api/runs/{id}/events'])
      expect(paths).toContain(path);
  });

  test('is shown at /docs, as text and without anything from elsewhere; the root has a page for browsers', async () => {
    for (const path of ['/docs', '/']) {
      const response = await fetch(`${server.url}${path}`, { headers: { accept: 'text/html,*/*' } });
      const page = await response.text();
      expect(response.headers.get('content-type')).toContain('text/html');
      expect(page).not.toMatch(/<script|https?:\/\/|style="/);
    }
    const docs = String((await server.ask('GET', '/docs')).body.text);
    expect(docs).toContain('POST /api/runs/{id}/answer');
    expect(docs).toContain('id="RunInput"');
  });

  test('signs of life and figures', async () => {
    expect((await server.ask('GET', '/healthz')).body).toEqual({ status: 'ok' });
    expect((await server.ask('GET', '/readyz')).body).toEqual({ status: 'ready' });
    const figures = String((await server.ask('GET', '/metrics')).body.text);
    expect(figures).toMatch(/anneal_http_request_seconds_count\{route="\/healthz",method="GET",status="200"\} 1/);
    expect(figures).toMatch(/process_resident_memory_bytes \d{7,}/);
  });
});
