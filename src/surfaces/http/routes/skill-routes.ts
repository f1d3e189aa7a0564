import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import type { BodyService } from '../../../bodies/body-service.ts';
import { AppError } from '../../../domain/app-error.ts';
import type { Json } from '../../../domain/json.ts';
import type { SkillInput } from '../../../skill-service/skill-service-types.ts';
import { createTurns } from '../../in-turn.ts';
import { language, withText } from '../../run-fields.ts';
import { filesOf, mostProtocolFiles, protocolFile, skillRunObject, skillRunOutcomeObject } from '../../skill-run-object.ts';
import { withoutUndefined } from '../../to-run-request.ts';
import type { HttpDeps } from '../http-deps.ts';
import { json, problems } from './run-routes.ts';
import { skill, skillCheck, skillOutcome, skillRun, skillRunOutcome, skillSummary } from './skill-schemas.ts';

const tags = ['Skills'];
const name = z.string().min(1).max(64);
const param = z.object({ name: name.openapi({ param: { name: 'name', in: 'path' }, example: 'slugify' }) });
const body = <T extends z.ZodType>(schema: T) => ({ content: { 'application/json': { schema } }, required: true }) as const;
const optionalBody = <T extends z.ZodType>(schema: T) => ({ content: { 'application/json': { schema } }, required: false }) as const;

const files = z.array(protocolFile).max(mostProtocolFiles);

const list = createRoute({
  method: 'get',
  path: '/api/skills',
  tags,
  summary: 'Kept programs with the status that holds here, the category tree, and folders that are no skills',
  responses: {
    200: json(
      'All of them',
      z.object({
        skills: z.array(skillSummary),
        categories: z.array(z.object({ path: z.string(), description: z.string() })),
        problems: z.array(z.object({ folder: z.string(), reason: z.string(), hint: z.string() })),
      }),
    ),
    ...problems,
  },
});
const find = createRoute({
  method: 'post',
  path: '/api/skills/find',
  tags,
  summary: 'The nearest skills for a request, by rules',
  request: {
    body: body(
      z.strictObject({
        text: withText(10_000),
        signature: z.string().min(1).max(2000).optional(),
        language: language.optional(),
        limit: z.number().int().min(1).max(100).optional(),
      }),
    ),
  },
  responses: {
    200: json(
      'Nearest first',
      z.object({
        found: z.array(z.object({ skill: skillSummary, score: z.number() })),
        best: z.string().nullable(),
        category: z.string().nullable(),
      }),
    ),
    ...problems,
  },
});
const keep = createRoute({
  method: 'post',
  path: '/api/skills',
  tags,
  summary: 'Keep the program of a successful run as a skill of your own, and verify it',
  request: {
    body: body(
      z.strictObject({
        runId: z.string().min(1).max(64),
        name: name.optional(),
        description: withText(1024).optional(),
        category: z.string().max(200).optional(),
      }),
    ),
  },
  responses: { 201: json('Kept', z.object({ skill, check: skillCheck })), ...problems },
});
const show = createRoute({
  method: 'get',
  path: '/api/skills/{name}',
  tags,
  summary: 'One skill with its body and tests',
  request: { params: param },
  responses: { 200: json('The skill', skill), ...problems },
});
const verify = createRoute({
  method: 'post',
  path: '/api/skills/{name}/verify',
  tags,
  summary: 'Run its tests, where something changed since the last time',
  request: { params: param, body: optionalBody(z.strictObject({ again: z.boolean().optional().describe('also where nothing changed') })) },
  responses: { 200: json('What it came to', skillCheck), ...problems },
});
const run = createRoute({
  method: 'post',
  path: '/api/skills/{name}/run',
  tags,
  summary: 'Run its body in the sandbox',
  request: {
    params: param,
    body: body(
      z.strictObject({
        request: withText(10_000).optional().describe('for a skill that acts: what it should do, in words'),
        files: files.optional().describe('and files that it may read, by name'),
        inputs: z
          .array(
            z.discriminatedUnion('type', [
              z.strictObject({ type: z.literal('call'), call: withText(20_000) }),
              z.strictObject({ type: z.literal('program'), stdin: z.string().max(262_144), args: z.array(z.string().max(2000)).max(50) }),
              z.strictObject({ type: z.literal('context'), context: z.unknown() }),
            ]),
          )
          .min(1)
          .max(50)
          .optional()
          .describe('for a function or program: what it is run on'),
      }),
    ),
  },
  responses: { 200: json('What each call did, or what a skill that acts did', z.union([skillOutcome, skillRunOutcome])), ...problems },
});
const runId = z.object({
  id: z
    .string()
    .min(1)
    .max(80)
    .openapi({ param: { name: 'id', in: 'path' } }),
});
const runs = createRoute({
  method: 'get',
  path: '/api/skill-runs',
  tags,
  summary: 'Runs of skills that act, newest first: what waits for an answer, and how the last ones ended',
  request: { query: z.object({ limit: z.coerce.number().int().min(1).max(500).optional() }) },
  responses: { 200: json('The runs', z.object({ runs: z.array(skillRun) })), ...problems },
});
const showRun = createRoute({
  method: 'get',
  path: '/api/skill-runs/{id}',
  tags,
  summary: 'One of them',
  request: { params: runId },
  responses: { 200: json('The run', skillRun), ...problems },
});
const answer = createRoute({
  method: 'post',
  path: '/api/skill-runs/{id}/answer',
  tags,
  summary: 'Answer its question; it goes on with the same prediction',
  request: { params: runId, body: body(z.strictObject({ answer: withText(10_000), files: files.optional() })) },
  responses: { 200: json('What it did', skillRunOutcome), ...problems },
});

/** Bodies at once, and callers that may wait for their turn. */
/** Skills over HTTP: nothing is imported, exported or removed, because a request never carries a path. */
export function addSkillRoutes(
  app: OpenAPIHono,
  { skills, bodies: openBodies, closing }: Pick<HttpDeps, 'closing' | 'bodies'> & { readonly skills: NonNullable<HttpDeps['skills']> },
): void {
  const bodies = (): Promise<BodyService> => {
    if (openBodies === null)
      throw new AppError('bad-input', 'skills that act on requests are not run here', 'anneal skills run, at a terminal');
    return openBodies();
  };
  const inTurn = createTurns({ atOnce: 2, mostWaiting: 50 });
  const within = (signal: AbortSignal): AbortSignal => AbortSignal.any([signal, closing]);
  app.openapi(list, async (c) => {
    const service = await skills();
    const options = { signal: within(c.req.raw.signal) };
    const [{ skills: all, problems: bad }, categories] = await Promise.all([service.list(options), service.categories(options)]);
    return c.json({ skills: [...all], categories: [...categories], problems: [...bad] }, 200);
  });
  app.openapi(find, async (c) => {
    const { found, ...rest } = await (await skills()).find(withoutUndefined(c.req.valid('json')), { signal: within(c.req.raw.signal) });
    return c.json({ found: [...found], ...rest }, 200);
  });
  app.openapi(keep, async (c) => {
    const options = { signal: within(c.req.raw.signal) };
    const service = await skills();
    return c.json(await inTurn(() => service.keep(withoutUndefined(c.req.valid('json')), options), options.signal), 201) as never;
  });
  app.openapi(show, async (c) => c.json(await (await skills()).show(c.req.valid('param').name), 200) as never);
  app.openapi(verify, async (c) => {
    const options = { signal: within(c.req.raw.signal) };
    const service = await skills();
    const { name: wanted } = c.req.valid('param');
    const { again = false } = c.req.valid('json');
    const [check] = await inTurn(() => service.verify({ names: [wanted], again }, options), options.signal);
    return c.json(check, 200) as never;
  });
  app.openapi(run, async (c) => {
    const options = { signal: within(c.req.raw.signal) };
    const { name: wanted } = c.req.valid('param');
    const { request, files: given, inputs } = c.req.valid('json');
    if (request !== undefined) {
      if (inputs !== undefined)
        throw new AppError('bad-input', 'inputs: are for functions, and request for skills that act', 'send one of them');
      const service = await bodies();
      const call = { files: filesOf(given) };
      return c.json(skillRunOutcomeObject(await inTurn(() => service.run(wanted, request, call, options), options.signal)), 200) as never;
    }
    if (inputs === undefined) throw new AppError('bad-input', 'inputs: are missing', 'send "inputs", or "request" for a skill that acts');
    const service = await skills();
    const calls = inputs.map((input): SkillInput => (input.type === 'context' ? { ...input, context: input.context as Json } : input));
    return c.json(await inTurn(() => service.run(wanted, calls, options), options.signal), 200) as never;
  });
  app.openapi(runs, async (c) =>
    c.json({ runs: (await (await bodies()).runs(c.req.valid('query').limit ?? 20)).map(skillRunObject) }, 200),
  );
  app.openapi(showRun, async (c) => c.json(skillRunObject(await (await bodies()).show(c.req.valid('param').id)), 200));
  app.openapi(answer, async (c) => {
    const options = { signal: within(c.req.raw.signal) };
    const { answer: text, files: given } = c.req.valid('json');
    const service = await bodies();
    const call = { files: filesOf(given) };
    return c.json(
      skillRunOutcomeObject(await inTurn(() => service.answer(c.req.valid('param').id, text, call, options), options.signal)),
      200,
    ) as never;
  });
}
