import type { McpServer } from '@modelcontextprotocol/server';
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { printableLine } from '../../domain/printable.ts';
import type { RunResult } from '../../domain/run-result.ts';
import type { Answer } from '../../runs/run-service-types.ts';
import { answerFault } from '../answer-fault.ts';
import type { McpDeps } from './mcp-deps.ts';
import { type ProgressReport, reportProgress } from './report-progress.ts';
import { questionText } from './run-text.ts';

/** One call of a tool: who calls, and what the tool works with. */
export type ToolCall = { readonly deps: McpDeps; readonly server: McpServer; readonly ctx: ServerContext };

type Question = NonNullable<RunResult['question']>;

const key = 'answer';
/** The choice that stands for a value of the person's own. */
const other = 'other';
const contentSchema = z.object({ choice: z.string().optional(), value: z.string().optional() });

/**
 * Runs to the end, asking the person through the client wherever the run has a question and the client can ask. A client that
 * cannot, and a person who would rather not answer, get the result with its question.
 */
export async function settleQuestions(
  call: ToolCall,
  begin: (report: ProgressReport) => Promise<RunResult>,
): Promise<RunResult | InputRequiredResult> {
  const { ctx } = call;
  const open = ctx.mcpReq.requestState<{ readonly runId: string }>();
  if (open !== undefined) return goOn(call, open.runId);
  const report = reportProgress(ctx);
  try {
    return await orAsk(call, await begin(report));
  } finally {
    report.end();
  }
}

/** Answers a question of an earlier call. Throws `not-found`, `conflict` or `bad-input`. */
export async function answerQuestion(call: ToolCall, runId: string, answer: Answer): Promise<RunResult | InputRequiredResult> {
  const { deps, ctx } = call;
  const { state } = await deps.calls.show(runId);
  const report = reportProgress(ctx, state);
  try {
    return await orAsk(call, await deps.calls.answer(runId, answer, { signal: ctx.mcpReq.signal, onItem: report.onItem }));
  } finally {
    report.end();
  }
}

async function goOn(call: ToolCall, runId: string): Promise<RunResult | InputRequiredResult> {
  const { deps, ctx } = call;
  const { state, result } = await deps.calls.show(runId);
  const { question } = result;
  if (question === null) return result;
  const reply = inputResponse(ctx.mcpReq.inputResponses, key);
  if (reply.kind !== 'elicit' || reply.action !== 'accept') return result;
  const content = contentSchema.safeParse(reply.content ?? {});
  const answer = content.success ? readAnswer(question, content.data) : null;
  if (answer === null) return ask(call, runId, question, 'Choose one of the options, or give another value.');
  const language = await deps.language(state.language ?? 'python');
  const fault = answer.value === undefined ? null : answerFault(state, answer.value, language);
  return fault === null ? answerQuestion(call, runId, answer) : ask(call, runId, question, `That is ${fault}.`);
}

function readAnswer({ options }: Question, { choice, value }: z.output<typeof contentSchema>): Answer | null {
  if (options.some(({ id }) => id === choice)) return choice === undefined ? null : { optionId: choice };
  return value === undefined || value.trim() === '' ? null : { value };
}

async function orAsk(call: ToolCall, result: RunResult): Promise<RunResult | InputRequiredResult> {
  const { question } = result;
  return result.status === 'clarify' && question !== null && canAsk(call) ? ask(call, result.runId, question, null) : result;
}

/** Whether the client can ask its person, by what it said of itself: with this request, or where a connection begins with it, then. */
export function canAsk({ server, ctx }: ToolCall): boolean {
  const envelope: Readonly<Record<string, unknown>> | undefined = ctx.mcpReq.envelope;
  const declared = envelope?.[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined;
  const { elicitation } = declared ?? server.server.getClientCapabilities() ?? {};
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

async function ask({ deps, ctx }: ToolCall, runId: string, question: Question, fault: string | null): Promise<InputRequiredResult> {
  const { call, options } = question;
  const value = {
    type: 'string' as const,
    title: options.length === 0 ? 'Answer' : 'Another value',
    description:
      call === null
        ? 'in your own words'
        : `what ${printableLine(call, 80)} gives, as a program writes it: 3, "text", or raises ValueError${options.length === 0 ? '' : `; only with "${other}"`}`,
  };
  const choice = { type: 'string' as const, title: 'Choice', enum: [...options.map(({ id }) => id), other] };
  return inputRequired({
    inputRequests: {
      [key]: inputRequired.elicit({
        message: [...(fault === null ? [] : [fault]), questionText(question)].join('\n'),
        requestedSchema:
          options.length === 0
            ? { type: 'object', properties: { value }, required: ['value'] }
            : { type: 'object', properties: { choice, value }, required: ['choice'] },
      }),
    },
    requestState: await deps.questions.mint({ runId }, ctx),
  });
}
