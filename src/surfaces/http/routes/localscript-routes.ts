import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { AppError } from '../../../domain/app-error.ts';
import { counted } from '../../../domain/counted.ts';
import type { RunResult } from '../../../domain/run-result.ts';
import { asPercent } from '../../../domain/shown-share.ts';
import { isRussian } from '../../../engine/task-text.ts';
import type { Version } from '../../../sessions/chat-session.ts';
import { inferLanguage } from '../../infer-language.ts';
import { withText } from '../../run-fields.ts';
import { toRunRequest } from '../../to-run-request.ts';
import type { HttpDeps } from '../http-deps.ts';
import { checkFits, roomFor } from '../localscript-limits.ts';
import { withoutContext, workflowContext } from '../workflow-context.ts';
import { json, problems } from './run-routes.ts';
import { sessionId } from './session-routes.ts';

const tags = ['LocalScript'];
/** A caller that looks at the number alone must not take a doubt for a certainty. */
const mostWhenUnsure = 0.5;

const text = withText(100_000);

const chatReply = z
  .object({
    status: z.enum(['success', 'clarify', 'failed']),
    code: z.string().nullable(),
    explanation: z.string(),
    error: z.string().nullable(),
    reasoning: z.string(),
    confidence: z.number(),
    question: z.string().optional().openapi({ description: 'only with `clarify`' }),
  })
  .openapi('ChatReply');

const body = <T extends z.ZodType>(schema: T) => ({ content: { 'application/json': { schema } }, required: true }) as const;

const chat = createRoute({
  method: 'post',
  path: '/chat',
  tags,
  summary: 'One message of a session, to its end',
  request: { body: body(z.object({ session_id: sessionId, message: text }).openapi('ChatInput')) },
  responses: { 200: json('What came of it', chatReply), ...problems },
});

const reset = createRoute({
  method: 'post',
  path: '/reset',
  tags,
  summary: 'Forget a session; its id stands in the query or in the body',
  request: {
    query: z.object({ session_id: sessionId.optional() }),
    body: { content: { 'application/json': { schema: z.object({ session_id: sessionId.optional() }) } } },
  },
  responses: { 200: json('Forgotten', z.object({ status: z.literal('reset') })), ...problems },
});

const generate = createRoute({
  method: 'post',
  path: '/generate',
  tags,
  summary: 'A program for a prompt, without a session',
  request: { body: body(z.object({ prompt: text }).openapi('GenerateInput')) },
  responses: { 200: json('The program', z.object({ code: z.string() })), ...problems },
});

/** The protocol of LocalScript: its paths, its bodies, its three statuses. */
export function addLocalScriptRoutes(app: OpenAPIHono, deps: HttpDeps): void {
  const { sessions, queue, runs, closing, countTokens, localScript: limits } = deps;
  const maxRounds = 1 + limits.repairs;
  const { sampleTokens, firstTemperature } = limits;
  const ofSession = { questions: limits.questions, tokens: roomFor(limits) };

  app.openapi(chat, async (c) => {
    const { session_id: id, message } = c.req.valid('json');
    await checkFits('message', message, limits, countTokens);
    const base = async (version: Version | null) => {
      const language = version?.language ?? inferLanguage({ task: message }) ?? 'lua';
      const request = await toRunRequest({ task: message, language, interactive: true, maxRounds }, deps);
      return { ...request, sampleTokens, firstTemperature };
    };
    const { said, result } = sessions.say(id, message, base, { signal: c.req.raw.signal, limits: ofSession });
    const { dropped } = await said;
    return c.json(asReply(await result, message, dropped), 200);
  });

  app.openapi(reset, async (c) => {
    const id = c.req.valid('query').session_id ?? c.req.valid('json')?.session_id;
    if (id === undefined) throw new AppError('bad-input', 'session_id: is missing', 'send POST /reset?session_id=ID');
    await sessions.remove(id);
    return c.json({ status: 'reset' as const }, 200);
  });

  app.openapi(generate, async (c) => {
    const { prompt } = c.req.valid('json');
    await checkFits('prompt', prompt, limits, countTokens);
    const context = workflowContext(prompt);
    const profile = context === null && !/\bwf\s*\.\s*(?:vars|initVariables)\b|\bwf-vars\b/u.test(prompt) ? {} : { profile: 'wf-vars' };
    const task = context === null ? prompt : withoutContext(prompt, context.source);
    const base = await toRunRequest(
      { task, language: 'lua', ...profile, maxRounds, ...(context === null ? {} : { context: context.source }) },
      deps,
    );
    const { mayWait: _nobodyAnswers, ...request } = base;
    const { runId } = await queue.submit({ ...request, sampleTokens, firstTemperature });
    // Whoever asked is gone: nobody else knows of the run. One that has ended meanwhile needs no cancelling.
    const gone = c.req.raw.signal;
    const letGo = (): void => void queue.cancel(runId).catch(() => {});
    if (gone.aborted) letGo();
    gone.addEventListener('abort', letGo, { once: true });
    const result = await queue.settled(runId, { signal: AbortSignal.any([gone, closing]) });
    // The reply has no word for doubt: what broke an example, or returned nothing at all, is no answer.
    if (result.code !== null && result.status !== 'failed') return c.json({ code: result.code }, 200);
    const { error } = (await runs.show(runId)).state.end ?? {};
    if (error != null) throw new AppError(error.code, error.message, error.hint);
    throw new AppError('no-program', result.explanation, nextStep(result, runId));
  });
}

function nextStep(result: RunResult, runId: string): string {
  if (result.question !== null) return 'Answer it in the prompt; POST /chat asks back and takes an answer.';
  const said = 'Say more exactly what the program must do, or ask again.';
  return result.code === null ? said : `${said} The nearest program, which is not one to use, is kept: GET /api/runs/${runId}`;
}

/** `unsure` has no word in the protocol: it is a success with its doubt in `error`. */
export function asReply(result: RunResult, message: string, dropped: number): z.output<typeof chatReply> {
  const russian = isRussian(message);
  const { status, confidence, explanation } = result;
  const reply = { code: result.code, explanation, confidence, reasoning: reasoning(result, russian, dropped) };
  switch (status) {
    case 'success':
      return { status: 'success', ...reply, error: null };
    case 'unsure':
      return { status: 'success', ...reply, confidence: Math.min(confidence, mostWhenUnsure), error: `unsure: ${explanation}` };
    case 'clarify':
      return { status: 'clarify', ...reply, error: null, question: question(result, russian) };
    default:
      return { status: 'failed', ...reply, error: result.error?.message ?? explanation };
  }
}

function question({ question: asked }: RunResult, russian: boolean): string {
  if (asked === null) return '';
  if (asked.options.length === 0) return asked.text;
  const options = asked.options.map(({ id, value, support }) => `${id}) ${value}   ${asPercent(support)}`);
  return [asked.text, ...options, russian ? 'или назовите другое значение' : 'or give another value'].join('\n');
}

function reasoning({ evidence, sandbox, model }: RunResult, russian: boolean, dropped: number): string {
  const { candidates, clusters, tests, rounds: done } = evidence;
  const demo = model.demo ? (russian ? 'Демонстрация: модель по сценарию. ' : 'A demo: a scripted model. ') : '';
  const forgotten =
    dropped === 0 ? '' : russian ? ` Ранних сообщений не учтено: ${dropped}.` : ` Older messages that were left out: ${dropped}.`;
  return russian
    ? `${demo}Программ: ${candidates.length}, раундов: ${done}, групп по поведению: ${clusters.length}, проверок: ${tests.length}; песочница ${sandbox.level}.${forgotten}`
    : `${demo}${counted(candidates.length, 'program')} in ${counted(done, 'round')}, ${counted(clusters.length, 'group')} by behaviour, ${counted(tests.length, 'test')}; sandbox ${sandbox.level}.${forgotten}`;
}
