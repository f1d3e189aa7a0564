import { createHash } from 'node:crypto';
import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { AppError } from '../../../domain/app-error.ts';
import { runResultSchema } from '../../../domain/run-result.ts';
import { strangersAnswerFault } from '../../answer-fault.ts';
import { readText, toRunRequest } from '../../to-run-request.ts';
import { createEventStreams } from '../event-stream.ts';
import type { HttpDeps } from '../http-deps.ts';
import type { Metrics } from '../metrics.ts';
import { problemSchema } from '../problem.ts';
import { runInputSchema } from '../run-input.ts';

const phases = ['queued', 'running', 'waiting', 'interrupted', 'done'] as const;
const statuses = ['success', 'unsure', 'clarify', 'failed', 'cancelled'] as const;

export const runResult = z.object(runResultSchema.shape).openapi('RunResult');
const runSummary = z
  .object({
    id: z.string(),
    phase: z.enum(phases),
    status: z.enum(statuses).nullable(),
    title: z.string(),
    language: z.string().nullable(),
    model: z.string().nullable(),
    session: z.string().nullable(),
    createdAt: z.number().openapi({ description: 'milliseconds since the epoch' }),
    updatedAt: z.number(),
    events: z.number().int(),
  })
  .openapi('RunSummary');

export const runPromise = z.object({ runId: z.string(), state: z.enum(phases) }).openapi('RunPromise');
export const problems = {
  default: { description: 'What went wrong', content: { 'application/problem+json': { schema: problemSchema } } },
} as const;
export const json = <T extends z.ZodType>(description: string, schema: T) =>
  ({ description, content: { 'application/json': { schema } } }) as const;

/** What handlers have in their hands is read-only, and so may an answer be. */
export const arrayOf = <T extends z.ZodType>(schema: T) => z.array(schema).readonly();

/** An id is made of these characters; anything else cannot name a run. */
export const runParam = z.object({
  id: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'is not the id of a run')
    .openapi({ param: { name: 'id', in: 'path' }, example: '0f3a9c0f3a9c' }),
});

/** A number in a query or a header, which is text there: OpenAPI must not be told that it may be null. */
const written = (least: number, most: number) =>
  z.coerce.number().int().min(least).max(most).openapi({ type: 'integer', minimum: least, maximum: most }).optional();
export const pageLimit = written(1, 200);
const eventNumber = written(0, Number.MAX_SAFE_INTEGER);

/** As readers of server-sent events see one. */
export const serverSentEvent = z
  .object({
    event: z.string().optional(),
    data: z.string().optional(),
    id: z.string().optional(),
    retry: z.union([z.string(), z.number()]).optional(),
  })
  .openapi('ServerSentEvent');

const body = <T extends z.ZodType>(schema: T) => ({ content: { 'application/json': { schema } }, required: true }) as const;
const tags = ['Runs'];

const start = createRoute({
  method: 'post',
  path: '/api/runs',
  tags,
  summary: 'Ask for a program',
  request: {
    headers: z.object({
      'idempotency-key': z.string().min(1).max(255).optional().openapi({ description: 'asking twice with one key is one run' }),
    }),
    body: body(runInputSchema),
  },
  responses: {
    202: { ...json('Stored; it runs when its turn comes', runPromise), headers: z.object({ Location: z.string() }) },
    ...problems,
  },
});

const list = createRoute({
  method: 'get',
  path: '/api/runs',
  tags,
  summary: 'Stored runs, newest first',
  request: {
    query: z.object({
      limit: pageLimit,
      cursor: z.string().max(200).optional(),
      phase: z.enum(phases).optional(),
      text: z.string().max(200).optional(),
      session: z.string().max(256).optional(),
    }),
  },
  responses: { 200: json('A page', z.object({ items: z.array(runSummary), nextCursor: z.string().nullable() })), ...problems },
});

const show = createRoute({
  method: 'get',
  path: '/api/runs/{id}',
  tags,
  summary: 'The result object, as far as the run has come',
  request: { params: runParam },
  responses: { 200: json('The run', runResult), ...problems },
});

const cancel = createRoute({
  method: 'post',
  path: '/api/runs/{id}/cancel',
  tags,
  summary: 'End the run',
  request: { params: runParam },
  responses: { 200: json('The run as it ended', runResult), ...problems },
});

const resume = createRoute({
  method: 'post',
  path: '/api/runs/{id}/resume',
  tags,
  summary: 'Go on with an interrupted or cancelled run',
  request: { params: runParam },
  responses: { 202: json('In line', runPromise), ...problems },
});

const answer = createRoute({
  method: 'post',
  path: '/api/runs/{id}/answer',
  tags,
  summary: 'Answer the open question; of two answers the first wins',
  request: {
    params: runParam,
    body: body(
      z
        .strictObject({
          optionId: z.string().max(64).optional(),
          value: z.string().max(10_000).optional(),
          question: z.string().max(64).optional().openapi({ description: 'its id: 409 when it is not the open one any more' }),
        })
        .refine(({ optionId, value }) => (optionId === undefined) !== (value === undefined), 'give either optionId or value')
        // One of them, in words that a schema has.
        .openapi('Answer', { oneOf: [{ required: ['optionId'] }, { required: ['value'] }] }),
    ),
  },
  responses: { 202: json('The run goes on', runPromise), ...problems },
});

const remove = createRoute({
  method: 'delete',
  path: '/api/runs/{id}',
  tags,
  summary: 'Remove a run that is not running',
  request: { params: runParam },
  responses: { 204: { description: 'Removed' }, ...problems },
});

const events = createRoute({
  method: 'get',
  path: '/api/runs/{id}/events',
  tags,
  summary: 'Everything that happens, as server-sent events; `id` is the fact’s number, and `Last-Event-ID` goes on behind it',
  request: {
    params: runParam,
    query: z.object({ after: eventNumber }),
    headers: z.object({ 'last-event-id': eventNumber }),
  },
  responses: {
    200: { description: 'A stream that ends behind the run’s end', content: { 'text/event-stream': { schema: serverSentEvent } } },
    204: { description: 'The run has ended and nothing follows: do not come back' },
    ...problems,
  },
});

/** The id that a key stands for: the same run, also after a restart. */
const runIdOf = (key: string): string => createHash('sha256').update(`anneal run\0${key}`).digest('hex').slice(0, 12);

export function addRunRoutes(app: OpenAPIHono, deps: HttpDeps, metrics: Metrics): void {
  const { runs, queue, closing, heartbeatMs } = deps;
  const eventStream = createEventStreams({ heartbeatMs, signal: closing });
  const phaseOf = async (runId: string) => (await runs.summary(runId)).phase;

  /** Throws `bad-input` for what the run could not read as a value, or not in time. */
  const checkValue = async (runId: string, value: string, question?: string): Promise<void> => {
    const { state } = await runs.show(runId);
    // Of one that is not open any more the answer says so, whatever it is.
    if (state.question === null || (question !== undefined && question !== state.question.id)) return;
    const { title } = await deps.language(state.language ?? 'python', state.request?.profile);
    const fault = await strangersAnswerFault(state, value, title, (text) => readText(text, deps));
    if (fault !== null) throw new AppError('bad-input', `value: ${fault}`, 'Send a value of the language, or the optionId of an option.');
  };

  app.openapi(start, async (c) => {
    const key = c.req.valid('header')['idempotency-key'];
    const request = await toRunRequest(c.req.valid('json'), deps);
    const { runId, isNew } = await queue.submit(request, key === undefined ? {} : { runId: runIdOf(key) });
    c.header('Location', `/api/runs/${runId}`);
    return c.json({ runId, state: isNew ? ('queued' as const) : await phaseOf(runId) }, 202);
  });

  app.openapi(list, async (c) => {
    const given = Object.fromEntries(Object.entries(c.req.valid('query')).filter(([, value]) => value !== undefined));
    const { items, nextCursor } = await runs.list(given);
    return c.json({ items: [...items], nextCursor }, 200);
  });

  app.openapi(show, async (c) => c.json((await runs.show(c.req.valid('param').id)).result, 200));

  app.openapi(cancel, async (c) => {
    const { id } = c.req.valid('param');
    await queue.cancel(id);
    return c.json((await runs.show(id)).result, 200);
  });

  app.openapi(resume, async (c) => {
    const { id } = c.req.valid('param');
    const { state } = await runs.show(id);
    const isOver = state.phase === 'done' && state.end?.outcome !== 'cancelled';
    if (isOver || state.phase === 'running' || state.phase === 'waiting') {
      throw new AppError(
        'conflict',
        `Run ${id} is ${state.phase === 'done' ? 'over' : state.phase}.`,
        `See where it stands: GET /api/runs/${id}`,
      );
    }
    queue.goOn(id);
    return c.json({ runId: id, state: state.phase }, 202);
  });

  app.openapi(answer, async (c) => {
    const { id } = c.req.valid('param');
    const { optionId, value, question } = c.req.valid('json');
    if (value !== undefined) await checkValue(id, value, question);
    await queue.answer(id, {
      ...(question === undefined ? {} : { question }),
      ...(optionId === undefined ? {} : { optionId }),
      ...(value === undefined ? {} : { value }),
    });
    return c.json({ runId: id, state: await phaseOf(id) }, 202);
  });

  app.openapi(remove, async (c) => {
    const { id } = c.req.valid('param');
    // One that waits for its turn or an answer has nobody left to tell.
    if ((await phaseOf(id)) === 'queued') await queue.cancel(id);
    await runs.remove(id);
    return c.body(null, 204);
  });

  app.openAPIRegistry.registerPath(events);
  app.openapi({ ...events, hide: true, responses: { 200: { description: 'A stream' } } }, async (c): Promise<Response> => {
    const { id } = c.req.valid('param');
    const after = c.req.valid('header')['last-event-id'] ?? c.req.valid('query').after ?? 0;
    const { phase, events } = await runs.summary(id);
    if (phase === 'done' && after >= events) return c.body(null, 204);
    const stream = eventStream((signal) => watched(runs.follow(id, { after, signal }), metrics));
    return c.body(stream, 200, { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' });
  });
}

/** Counted from the first look on: a stream that nobody reads, as the one of a HEAD, has no reader and never ends. */
async function* watched<T>(items: AsyncIterable<T>, metrics: Metrics): AsyncGenerator<T> {
  const leave = metrics.noteReader();
  try {
    yield* items;
  } finally {
    leave();
  }
}
