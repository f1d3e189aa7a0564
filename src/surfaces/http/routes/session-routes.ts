import { randomBytes } from 'node:crypto';
import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { AppError } from '../../../domain/app-error.ts';
import type { StoredSession } from '../../../sessions/load-session.ts';
import { toRunRequest } from '../../to-run-request.ts';
import type { HttpDeps } from '../http-deps.ts';
import { messageInputSchema } from '../run-input.ts';
import { json, pageLimit, problems } from './run-routes.ts';

/** An id is data: any text that is not blank, up to a length. */
export const sessionId = z.string().min(1).max(256).regex(/\S/, 'is blank');

const param = z.object({ id: sessionId.openapi({ param: { name: 'id', in: 'path' }, example: 's1' }) });
const tags = ['Sessions'];

const turn = z
  .object({
    runId: z.string(),
    message: z.string(),
    state: z.enum(['queued', 'running', 'waiting', 'interrupted', 'done']),
    status: z.enum(['success', 'unsure', 'clarify', 'failed', 'cancelled']),
    explanation: z.string(),
    question: z.string().nullable(),
    answers: z.array(z.object({ question: z.string(), answer: z.string() })),
    at: z.number(),
  })
  .openapi('Turn');

const session = z
  .object({
    id: z.string(),
    turns: z.array(turn),
    program: z
      .object({ code: z.string(), language: z.string(), signature: z.string(), tests: z.array(z.string()), runId: z.string() })
      .nullable(),
  })
  .openapi('Session');

const summary = z
  .object({ id: z.string(), title: z.string(), runs: z.number().int(), createdAt: z.number(), updatedAt: z.number() })
  .openapi('SessionSummary');

const said = z
  .object({
    sessionId: z.string(),
    runId: z.string(),
    as: z.enum(['answer', 'statement']).openapi({ description: 'whether it answered the open question' }),
    dropped: z.number().int().openapi({ description: 'older messages that the prompt does not hold' }),
    superseded: z.array(z.object({ old: z.string(), by: z.string() })),
  })
  .openapi('Said');

const body = { content: { 'application/json': { schema: messageInputSchema } }, required: true } as const;

const open = createRoute({
  method: 'post',
  path: '/api/sessions',
  tags,
  summary: 'Begin a session with its first message',
  request: { body },
  responses: { 202: json('Its run is in line', said), ...problems },
});
const say = createRoute({
  method: 'post',
  path: '/api/sessions/{id}/messages',
  tags,
  summary: 'Say what should change, or answer the open question',
  request: { params: param, body },
  responses: { 202: json('Its run is in line', said), ...problems },
});
const list = createRoute({
  method: 'get',
  path: '/api/sessions',
  tags,
  summary: 'Sessions, the one that was used last first',
  request: { query: z.object({ limit: pageLimit, cursor: z.string().max(400).optional() }) },
  responses: { 200: json('A page', z.object({ items: z.array(summary), nextCursor: z.string().nullable() })), ...problems },
});
const show = createRoute({
  method: 'get',
  path: '/api/sessions/{id}',
  tags,
  summary: 'The conversation, the program and its tests',
  request: { params: param },
  responses: { 200: json('The session', session), ...problems },
});
const reset = createRoute({
  method: 'post',
  path: '/api/sessions/{id}/reset',
  tags,
  summary: 'Forget the conversation',
  request: { params: param },
  responses: { 204: { description: 'Forgotten' }, ...problems },
});
const remove = createRoute({
  method: 'delete',
  path: '/api/sessions/{id}',
  tags,
  summary: 'Remove the session and its runs',
  request: { params: param },
  responses: { 204: { description: 'Removed' }, ...problems },
});

export function addSessionRoutes(app: OpenAPIHono, deps: HttpDeps): void {
  const { sessions, runs } = deps;
  type Input = z.output<typeof messageInputSchema>;

  const handle = async (id: string, { message, ...more }: Input) => {
    if (await sessions.isBusy(id))
      throw new AppError('conflict', 'The session still works on its last message.', 'Wait for the end of its run.');
    const { said: told } = sessions.say(id, message, (version) =>
      toRunRequest({ ...programOf(version, more), task: message, interactive: more.interactive ?? true }, deps),
    );
    const { superseded, ...outcome } = await told;
    return { sessionId: id, ...outcome, superseded: [...superseded] };
  };

  app.openapi(open, async (c) => {
    const id = randomBytes(6).toString('hex');
    const outcome = await handle(id, c.req.valid('json'));
    c.header('Location', `/api/sessions/${id}`);
    return c.json(outcome, 202);
  });

  app.openapi(say, async (c) => {
    const outcome = await handle(c.req.valid('param').id, c.req.valid('json'));
    c.header('Location', `/api/runs/${outcome.runId}`);
    return c.json(outcome, 202);
  });

  app.openapi(list, async (c) => {
    const { items, nextCursor } = await runs.sessions(withoutAbsent(c.req.valid('query')));
    return c.json({ items: [...items], nextCursor }, 200);
  });

  app.openapi(show, async (c) => {
    const { id } = c.req.valid('param');
    const stored = await sessions.load(id);
    if (stored.turns.length === 0) throw noSuchSession();
    return c.json(asSession(id, stored), 200);
  });

  app.openapi(reset, async (c) => {
    await sessions.remove(c.req.valid('param').id);
    return c.body(null, 204);
  });

  app.openapi(remove, async (c) => {
    if (!(await sessions.remove(c.req.valid('param').id))) throw noSuchSession();
    return c.body(null, 204);
  });
}

/** What a message says nothing of is as the session's program has it. Throws `bad-input` for another language. */
function programOf(version: StoredSession['version'], more: Omit<z.output<typeof messageInputSchema>, 'message'>) {
  if (version === null) return more;
  const { language = version.language, signature = version.signature, profile = version.profile } = more;
  if (language !== version.language) {
    throw new AppError(
      'bad-input',
      `language: this session's program is in ${version.language}`,
      'leave it out, or begin another session: POST /api/sessions',
    );
  }
  return { ...more, language, ...(signature === '' ? {} : { signature }), profile };
}

const noSuchSession = (): AppError => new AppError('not-found', 'There is no session of that id.', 'List them: GET /api/sessions');

function asSession(id: string, { turns, version }: StoredSession): z.output<typeof session> {
  return {
    id,
    turns: turns.map(({ summary: { createdAt }, state, result, message }) => ({
      runId: result.runId,
      message,
      state: result.state,
      status: result.status,
      explanation: result.explanation,
      question: result.question?.text ?? null,
      answers: state.answers.map(({ question, optionId, value }) => ({
        question: question.text,
        answer: value ?? question.options.find((option) => option.id === optionId)?.value ?? optionId ?? '',
      })),
      at: createdAt,
    })),
    program:
      version === null
        ? null
        : {
            code: version.code,
            language: version.language,
            signature: version.signature,
            tests: [...version.examples],
            runId: version.runId,
          },
  };
}

function withoutAbsent({ limit, cursor }: { limit?: number | undefined; cursor?: string | undefined }) {
  return { ...(limit === undefined ? {} : { limit }), ...(cursor === undefined ? {} : { cursor }) };
}
