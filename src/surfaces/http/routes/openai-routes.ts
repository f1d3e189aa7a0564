import { randomBytes } from 'node:crypto';
import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { inTime } from '../event-stream.ts';
import type { HttpDeps } from '../http-deps.ts';
import { type ChatPart, chatParts } from '../openai/chat-parts.ts';
import { chatInput, checkModel, checkModelName, modelName, readChatRequest } from '../openai/chat-request.ts';
import { chatStream } from '../openai/chat-stream.ts';
import { errorEvent } from '../openai/openai-error.ts';
import { readConversation } from '../openai/read-conversation.ts';
import { createStarts } from '../openai/start-in-turn.ts';
import { otherMethod } from '../other-method.ts';
import { problemResponse } from '../problem.ts';
import { json, serverSentEvent } from './run-routes.ts';

const tags = ['OpenAI'];

/** Milliseconds in which a refusal still becomes the answer's status; after that the stream begins and carries it. */
const mayRefuseMs = 100;

const errorSchema = z
  .object({
    error: z.object({ message: z.string(), type: z.string(), param: z.string().nullable(), code: z.string() }),
  })
  .openapi('OpenAiError');
const errors = { default: { description: 'What went wrong', content: { 'application/json': { schema: errorSchema } } } } as const;

const modelSchema = z
  .object({ id: z.string(), object: z.literal('model'), created: z.number().int(), owned_by: z.string() })
  .openapi('OpenAiModel');
const usage = z.object({ prompt_tokens: z.number(), completion_tokens: z.number(), total_tokens: z.number() });
const completion = z
  .object({
    id: z.string(),
    object: z.literal('chat.completion'),
    created: z.number().int(),
    model: z.string(),
    choices: z.array(
      z.object({
        index: z.number().int(),
        message: z.object({ role: z.literal('assistant'), content: z.string(), refusal: z.null() }),
        logprobs: z.null(),
        finish_reason: z.enum(['stop', 'length']),
      }),
    ),
    usage,
    anneal: z.looseObject({ verified: z.boolean(), status: z.string() }).openapi({ description: 'what speaks for the answer' }),
  })
  .openapi('ChatCompletion');

const list = createRoute({
  method: 'get',
  path: '/v1/models',
  tags,
  summary: 'The model that answers',
  responses: { 200: json('One', z.object({ object: z.literal('list'), data: z.array(modelSchema) })), ...errors },
});
const show = createRoute({
  method: 'get',
  path: '/v1/models/{model}',
  tags,
  summary: 'The same by its name',
  request: { params: z.object({ model: z.string().max(300) }) },
  responses: { 200: json('The model', modelSchema), ...errors },
});
const complete = createRoute({
  method: 'post',
  path: '/v1/chat/completions',
  tags,
  summary: 'A program that was run, as prose and one fenced block; other requests get the model’s own words, labelled',
  request: { body: { content: { 'application/json': { schema: chatInput } }, required: true } },
  responses: {
    200: {
      description: 'The answer; with `stream`, its chunks as server-sent events',
      content: { 'application/json': { schema: completion }, 'text/event-stream': { schema: serverSentEvent } },
    },
    ...errors,
  },
});

/** What a caller of another part of the protocol can do. */
const insteadOf: Readonly<Record<string, string>> = {
  completions: 'Send the text as a user message to POST /v1/chat/completions: a text is not continued. ',
  responses: 'Have the client use chat completions: client.chat.completions.create(…). ',
  embeddings: 'Ask a server of embeddings, such as Ollama: programs and models here make none. ',
};

/** The protocol of OpenAI's chat completions, as far as it makes sense for programs that are run. */
export function addOpenAiRoutes(app: OpenAPIHono, deps: HttpDeps): void {
  const { model, queue, closing, heartbeatMs, warn } = deps;
  const startedAt = Math.floor(Date.now() / 1000);
  const mayStart = createStarts();
  const describe = (id: string) => ({ id, object: 'model' as const, created: startedAt, owned_by: 'anneal' });

  app.openapi(list, async (c) => {
    const id = await model.id({ signal: c.req.raw.signal });
    return c.json({ object: 'list' as const, data: [describe(modelName(id))] }, 200);
  });

  app.openAPIRegistry.registerPath(show);
  // A name holds a slash, which clients do not always encode.
  app.get('/v1/models/:model{.+}', async (c) => {
    const asked = c.req.param('model');
    checkModelName(asked, await model.id({ signal: c.req.raw.signal }));
    return c.json(describe(asked));
  });

  app.openAPIRegistry.registerPath(complete);
  app.openapi({ ...complete, hide: true, responses: { 200: { description: 'An answer' } } }, async (c): Promise<Response> => {
    const request = readChatRequest(c.req.valid('json'));
    const task = readConversation(request);
    // Before anything is waited for: a stream that has begun has no status any more.
    if (task.type === 'program') queue.checkRoom();
    const gone = new AbortController();
    const signal = AbortSignal.any([gone.signal, c.req.raw.signal, closing]);
    const named = checkModel(request.model, () => model.id({ signal }));
    // Thrown where it is awaited: below, or by the parts.
    named.catch(() => {});
    const parts = chatParts(task, request, deps, { named, signal });
    const head = { id: `chatcmpl-${randomBytes(12).toString('hex')}`, created: Math.floor(Date.now() / 1000), model: request.model };
    if (!request.stream) return c.json(await collected(parts, head), 200);
    // Names and fields of our own are looked at first; nothing else can be refused now.
    await inTime(named, mayRefuseMs);
    const first = Object.keys(request.run).length === 0 ? null : parts.next();
    if (first !== null) await inTime(first, mayRefuseMs);
    const stream = chatStream(first, parts, {
      ...head,
      includeUsage: request.includeUsage,
      heartbeatMs,
      mayStart,
      leave: () => gone.abort(new DOMException('The caller has left.', 'AbortError')),
      errorOf: (thrown) => errorEvent(thrown, warn),
    });
    return c.body(stream, 200, { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' });
  });

  app.all(
    '/v1/*',
    (c) =>
      otherMethod(app, c.req.method, c.req.path) ??
      problemResponse(
        'not-found',
        `${c.req.method} ${c.req.path.slice(0, 200)} is not offered.`,
        `${insteadOf[c.req.path.split('/')[2] ?? ''] ?? ''}Of OpenAI’s protocol there are GET /v1/models and POST /v1/chat/completions.`,
      ),
  );
}

async function collected(
  parts: AsyncIterable<ChatPart>,
  head: { id: string; created: number; model: string },
): Promise<z.output<typeof completion>> {
  let content = '';
  for await (const part of parts) {
    if (part.type === 'text') content += part.text;
    if (part.type !== 'end') continue;
    return {
      ...head,
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant', content, refusal: null }, logprobs: null, finish_reason: part.finish }],
      usage: part.usage,
      anneal: part.anneal as z.output<typeof completion>['anneal'],
    };
  }
  throw new Error('An answer ended without its last part.');
}
