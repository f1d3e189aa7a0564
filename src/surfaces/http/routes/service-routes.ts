import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { docsPage, startPage, styleSheet } from '../docs-page.ts';
import type { HttpDeps } from '../http-deps.ts';
import type { Metrics } from '../metrics.ts';
import { openApiDocument } from '../openapi-document.ts';
import { pageResponse } from '../page/serve-page.ts';
import { problemResponse } from '../problem.ts';
import { json, problems } from './run-routes.ts';

const tags = ['Service'];
const state = (status: string) => z.object({ status: z.literal(status) });

const root = createRoute({
  method: 'get',
  path: '/',
  tags: ['LocalScript'],
  summary: 'The service runs; a browser gets a page',
  responses: { 200: json('It runs', z.object({ message: z.literal('service is running') })) },
});
const health = createRoute({
  method: 'get',
  path: '/healthz',
  tags,
  summary: 'The process answers',
  responses: { 200: json('It does', state('ok')) },
});
const ready = createRoute({
  method: 'get',
  path: '/readyz',
  tags,
  summary: 'The store can be read, and runs are taken',
  responses: { 200: json('Ready', state('ready')), ...problems },
});
const measured = createRoute({
  method: 'get',
  path: '/metrics',
  tags,
  summary: 'Figures in the text format of Prometheus',
  responses: { 200: { description: 'Figures', content: { 'text/plain': { schema: z.string() } } } },
});

export function addServiceRoutes(app: OpenAPIHono, { runs, closing, version, page }: HttpDeps, metrics: Metrics): void {
  app.openAPIRegistry.registerPath(root);
  app.get('/', (c) => {
    const wanted = c.req.header('accept') ?? '';
    c.header('Vary', 'Accept');
    if (!wanted.includes('text/html')) return c.json({ message: 'service is running' });
    return page === null ? c.html(startPage(version)) : pageResponse(page);
  });
  app.openapi(health, (c) => c.json({ status: 'ok' }, 200));
  app.openAPIRegistry.registerPath(ready);
  app.get('/readyz', async (c) => {
    if (closing.aborted) {
      return problemResponse('busy', 'The service is shutting down.', 'Try again when it has started anew.', { status: 503 });
    }
    await runs.list({ limit: 1 });
    return c.json({ status: 'ready' });
  });
  app.openAPIRegistry.registerPath(measured);
  app.get('/metrics', async (c) => c.body(await metrics.text(), 200, { 'Content-Type': metrics.contentType }));
  app.get('/openapi.json', (c) => c.json(openApiDocument(app, version)));
  app.get('/docs', (c) => c.html(docsPage(openApiDocument(app, version))));
  app.get('/docs/style.css', (c) => c.body(styleSheet, 200, { 'Content-Type': 'text/css; charset=utf-8' }));
}
