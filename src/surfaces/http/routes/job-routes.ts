import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import type { HttpDeps } from '../http-deps.ts';
import { arrayOf, json, problems, runParam } from './run-routes.ts';

const tags = ['Machine'];

export const job = z
  .object({
    id: z.string(),
    kind: z.enum(['pull', 'measure']),
    subject: z.string(),
    state: z.enum(['running', 'done', 'failed', 'cancelled']),
    step: z
      .object({ what: z.string(), done: z.number().nullable(), total: z.number().nullable() })
      .nullable()
      .openapi({ description: 'how far it is, in bytes or as a share of 1' }),
    warnings: arrayOf(z.string()),
    error: z.object({ code: z.string(), message: z.string(), hint: z.string() }).nullable(),
    startedAt: z.number(),
    endedAt: z.number().nullable(),
  })
  .openapi('Job');

const list = createRoute({
  method: 'get',
  path: '/api/jobs',
  tags,
  summary: 'Downloads and measurements since the service started, the newest first',
  responses: { 200: json('All', z.object({ items: arrayOf(job) })), ...problems },
});
const show = createRoute({
  method: 'get',
  path: '/api/jobs/{id}',
  tags,
  summary: 'How far it is',
  request: { params: runParam },
  responses: { 200: json('The job', job), ...problems },
});
const cancel = createRoute({
  method: 'post',
  path: '/api/jobs/{id}/cancel',
  tags,
  summary: 'End it; a download goes on from there the next time',
  request: { params: runParam },
  responses: { 200: json('The job as it ended', job), ...problems },
});

export function addJobRoutes(app: OpenAPIHono, { jobs }: Pick<HttpDeps, 'jobs'>): void {
  app.openapi(list, (c) => c.json({ items: jobs.list() }, 200));
  app.openapi(show, (c) => c.json(jobs.find(c.req.valid('param').id), 200));
  app.openapi(cancel, async (c) => c.json(await jobs.cancel(c.req.valid('param').id), 200));
}
