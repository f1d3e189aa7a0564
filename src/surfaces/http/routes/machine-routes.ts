import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { AppError } from '../../../domain/app-error.ts';
import { saidSchema } from '../../../domain/said.ts';
import type { PullProgress } from '../../../ports/model-provider.ts';
import { language } from '../../run-fields.ts';
import type { HttpDeps } from '../http-deps.ts';
import type { JobTold } from '../jobs.ts';
import { job } from './job-routes.ts';
import { arrayOf, json, problems } from './run-routes.ts';

const bytes = z.number().nullable();
const fault = z.object({ code: z.string(), message: z.string(), hint: z.string() });

const model = z
  .object({
    name: z.string(),
    bytes,
    present: z.boolean().openapi({ description: 'ready without a download' }),
    detail: z.string(),
    detailSaid: saidSchema,
    licence: z.string().optional(),
    fitsMemory: z.boolean().optional(),
    partialBytes: z.number().optional().openapi({ description: 'of a download that was interrupted' }),
  })
  .openapi('ModelListing');

const models = z
  .object({
    backends: arrayOf(z.object({ backend: z.string(), models: arrayOf(model), error: fault.nullable() })),
    taken: z
      .object({
        backend: z.string(),
        model: z.string(),
        why: z.string(),
        whySaid: saidSchema,
        present: z.boolean().nullable(),
        bytes,
        expectation: z.string().nullable(),
        expectationSaid: saidSchema,
        known: z
          .enum(['demo', 'measured', 'shipped', 'assumed'])
          .openapi({ description: 'its profile: a script, measured on this machine, measured before release, or assumed from its name' }),
        cost: z
          .object({ least: z.number(), most: z.number(), source: z.string() })
          .nullable()
          .openapi({ description: 'US dollars of a usual run, from one round to all of them' }),
        warnings: arrayOf(z.object({ feature: z.string(), detail: z.string(), detailSaid: saidSchema })),
      })
      .nullable()
      .openapi({ description: 'what a run would take now, and why' }),
  })
  .openapi('Models');

const doctor = z
  .object({
    ready: z.boolean().openapi({ description: 'programs can be written' }),
    checks: arrayOf(
      z.object({
        name: z.string(),
        ok: z.boolean(),
        needed: z.boolean(),
        detail: z.string(),
        detailSaid: saidSchema,
        fix: z.string().nullable(),
        fixSaid: saidSchema,
      }),
    ),
    next: z.string(),
    measurements: arrayOf(
      z.object({
        model: z.string(),
        language: z.string(),
        at: z.number(),
        seconds: z.number(),
        questions: z.number().int(),
        findings: arrayOf(
          z.object({
            what: z.string(),
            whatSaid: saidSchema,
            seen: z.string(),
            seenSaid: saidSchema,
            does: z.string(),
            doesSaid: saidSchema,
            good: z.boolean(),
          }),
        ),
      }),
    ),
  })
  .openapi('Doctor');

const name = z.string().min(1).max(200);
const begun = { 202: { ...json('Begun, or at it already', job), headers: z.object({ Location: z.string() }) }, ...problems };

const listModels = createRoute({
  method: 'get',
  path: '/api/models',
  tags: ['Machine'],
  summary: 'What each backend offers, and what a run would take now',
  responses: { 200: json('Models by backend', models), ...problems },
});
const pull = createRoute({
  method: 'post',
  path: '/api/models',
  tags: ['Machine'],
  summary: 'Fetch a model; without a name the one that suits this machine',
  request: {
    body: {
      content: { 'application/json': { schema: z.strictObject({ backend: name.optional(), name: name.optional() }).openapi('PullInput') } },
      required: false,
    },
  },
  responses: begun,
});
const remove = createRoute({
  method: 'delete',
  path: '/api/models/{backend}/{name}',
  tags: ['Machine'],
  summary: 'Remove a model from this machine',
  request: {
    params: z.object({
      backend: name.openapi({ param: { name: 'backend', in: 'path' }, example: 'llama-cpp' }),
      name: name.openapi({ param: { name: 'name', in: 'path' }, example: 'smollm2' }),
    }),
    query: z.object({ inUse: z.enum(['true', 'false']).optional().openapi({ description: 'also the one that runs take now' }) }),
  },
  responses: { 204: { description: 'Removed' }, ...problems },
});
const diagnosed = createRoute({
  method: 'get',
  path: '/api/doctor',
  tags: ['Machine'],
  summary: 'What works on this machine, the fix for what does not, and what models were measured to be good at',
  responses: { 200: json('The report', doctor), ...problems },
});
const measure = createRoute({
  method: 'post',
  path: '/api/doctor',
  tags: ['Machine'],
  summary: 'Measure the model that runs take now; it takes minutes, and 409 while runs are at work',
  request: {
    body: {
      content: {
        'application/json': {
          schema: z
            .strictObject({ language: language.optional(), budgetSeconds: z.number().min(1).max(7200).optional() })
            .openapi('MeasureInput'),
        },
      },
      required: false,
    },
  },
  responses: begun,
});

const usualBudgetSeconds = 240;

/** Models and doctor. */
export function addMachineRoutes(app: OpenAPIHono, { machine, jobs, queue }: HttpDeps): void {
  app.openapi(listModels, async (c) => {
    const { backends, taken } = await machine.models(c.req.raw.signal);
    return c.json({ backends, taken }, 200);
  });

  app.openapi(pull, async (c) => {
    const { backend = 'llama-cpp', name: asked } = c.req.valid('json');
    const wanted = await machine.pullable(backend, asked, c.req.raw.signal);
    const { id } = jobs.start('pull', `${backend}:${wanted}`, async (tell, signal) => {
      for await (const part of await machine.pull(backend, wanted, signal)) tellPart(part, tell);
    });
    c.header('Location', `/api/jobs/${id}`);
    return c.json(jobs.find(id), 202);
  });

  app.openapi(remove, async (c) => {
    const { backend, name: unwanted } = c.req.valid('param');
    if (jobs.list().some(({ state, subject }) => state === 'running' && subject === `${backend}:${unwanted}`)) {
      throw new AppError('conflict', 'This model is being fetched.', 'Cancel its job first: GET /api/jobs');
    }
    await machine.remove(backend, unwanted, c.req.valid('query').inUse === 'true', c.req.raw.signal);
    return c.body(null, 204);
  });

  app.openapi(diagnosed, async (c) => c.json(await machine.diagnose(c.req.raw.signal), 200));

  app.openapi(measure, (c) => {
    const { language: asked, budgetSeconds = usualBudgetSeconds } = c.req.valid('json');
    if (queue.running() + queue.waiting() > 0) {
      throw new AppError('conflict', 'Runs are at work, and would disturb the measurement.', 'Wait for them to end: GET /api/runs');
    }
    const { id } = jobs.start('measure', asked ?? 'model', (tell, signal) =>
      machine.measure({ language: asked, budgetSeconds }, tell, signal),
    );
    c.header('Location', `/api/jobs/${id}`);
    return c.json(jobs.find(id), 202);
  });
}

function tellPart({ status, completedBytes, totalBytes, warning }: PullProgress, tell: (told: JobTold) => void): void {
  if (warning !== undefined) tell({ warning: `${warning.feature}: ${warning.detail}` });
  tell({ step: { what: status, done: completedBytes, total: totalBytes } });
}
