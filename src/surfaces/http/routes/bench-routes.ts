import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { AppError } from '../../../domain/app-error.ts';
import { viewOf } from '../../bench/report-view.ts';
import type { HttpDeps } from '../http-deps.ts';
import { arrayOf, json, pageLimit, problems, runParam } from './run-routes.ts';

const tags = ['Machine'];

const about = {
  id: z.string(),
  kind: z.string().openapi({ example: 'tasks' }),
  title: z.string(),
  at: z.number(),
  model: z.string().nullable(),
};
const summary = z.object(about).openapi('BenchSummary');
const share = z.number().nullable();
const bench = z
  .object({
    ...about,
    shares: arrayOf(z.object({ name: z.string(), value: z.number(), low: share, high: share })),
    rates: arrayOf(z.object({ name: z.string(), value: z.number(), baseline: share, baselineName: z.string().nullable() })),
    tasks: arrayOf(
      z.object({
        id: z.string(),
        share: z.number(),
        right: z.boolean().nullable(),
        confidence: z.number(),
        tokens: z.number(),
        seconds: z.number(),
      }),
    ),
    reliability: arrayOf(z.object({ confidence: z.number(), right: z.number(), tasks: z.number().int() })),
    coverage: arrayOf(z.object({ answered: z.number(), wrong: z.number() })),
    difference: z.object({ value: z.number(), low: share, high: share }).nullable(),
    ece: share,
    auroc: share,
    report: z.record(z.string(), z.unknown()).openapi({ description: 'what the bench prints with --json' }),
  })
  .openapi('BenchReport');

const list = createRoute({
  method: 'get',
  path: '/api/bench',
  tags,
  summary: 'Reports of `anneal bench` on this machine, the newest first',
  request: { query: z.object({ limit: pageLimit, cursor: z.string().max(64).optional() }) },
  responses: { 200: json('A page', z.object({ items: arrayOf(summary), nextCursor: z.string().nullable() })), ...problems },
});
const show = createRoute({
  method: 'get',
  path: '/api/bench/{id}',
  tags,
  summary: 'One report, and what can be drawn of it',
  request: { params: runParam },
  responses: { 200: json('The report', bench), ...problems },
});
const remove = createRoute({
  method: 'delete',
  path: '/api/bench/{id}',
  tags,
  summary: 'Remove a report',
  request: { params: runParam },
  responses: { 204: { description: 'Removed' }, ...problems },
});

const usualLimit = 50;
const noSuchReport = (): AppError => new AppError('not-found', 'There is no report of that id.', 'List them: GET /api/bench');

export function addBenchRoutes(app: OpenAPIHono, { machine: { reports } }: Pick<HttpDeps, 'machine'>): void {
  app.openapi(list, async (c) => {
    const { limit = usualLimit, cursor } = c.req.valid('query');
    // Ids sort by time, so the id of the last one is where a page ended.
    const all = (await reports.list()).filter(({ id }) => cursor === undefined || id < cursor);
    const items = all.slice(0, limit).map(({ id, kind, title, at, model }) => ({ id, kind, title, at, model }));
    return c.json({ items, nextCursor: all.length > limit ? (items.at(-1)?.id ?? null) : null }, 200);
  });

  app.openapi(show, async (c) => {
    const found = await reports.find(c.req.valid('param').id);
    if (found === null) throw noSuchReport();
    const { id, kind, title, at, model, report } = found;
    return c.json({ id, kind, title, at, model, ...viewOf(report), report }, 200);
  });

  app.openapi(remove, async (c) => {
    if (!(await reports.remove(c.req.valid('param').id))) throw noSuchReport();
    return c.body(null, 204);
  });
}
