import { type CallToolResult, type InputRequiredResult, inputRequired, inputResponse } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { BodyRunOutcome } from '../../../bodies/body-service.ts';
import { AppError } from '../../../domain/app-error.ts';
import { printable, printableLine } from '../../../domain/printable.ts';
import { filesOf, type protocolFile, skillRunOutcomeObject } from '../../skill-run-object.ts';
import { canAsk, type ToolCall } from '../ask-client.ts';

export type BodyInput = {
  readonly name: string;
  readonly request?: string | undefined;
  readonly files?: readonly z.output<typeof protocolFile>[] | undefined;
  readonly answer?: { readonly runId: string; readonly text: string } | undefined;
};

const key = 'answer';
const contentSchema = z.object({ value: z.string().optional() });

/**
 * Runs a skill with `predict` and `act` on a request, and puts its question to the person where the client can ask; a client that cannot
 * gets the run that waits, and answers it with another call. What it may reach was granted at a terminal; a call adds nothing to that.
 */
export async function runSkillBody(call: ToolCall, input: BodyInput): Promise<CallToolResult | InputRequiredResult> {
  const { deps, ctx } = call;
  const { signal } = ctx.mcpReq;
  const bodies = await deps.bodies();
  const files = filesOf(input.files);
  const answered = async (runId: string, text: string) => {
    const { skill } = await bodies.show(runId);
    if (skill !== input.name) throw new AppError('bad-input', `runId: that is a run of ${skill}`, `send "name": "${skill}"`);
    return bodies.answer(runId, text, { files }, { signal });
  };
  const open = ctx.mcpReq.requestState<{ readonly runId: string }>();
  if (open !== undefined) {
    const reply = inputResponse(ctx.mcpReq.inputResponses, key);
    const content = reply.kind === 'elicit' && reply.action === 'accept' ? contentSchema.safeParse(reply.content ?? {}) : null;
    const text = content?.success ? (content.data.value ?? '') : '';
    if (text.trim() !== '') return shown(call, await deps.inTurn(() => answered(open.runId, text), signal));
    return resultOf({ run: await bodies.show(open.runId), out: new Map(), missing: [], ungranted: [] });
  }
  const { name, request, answer } = input;
  if (answer !== undefined) return shown(call, await deps.inTurn(() => answered(answer.runId, answer.text), signal));
  if (request === undefined || request.trim() === '')
    throw new AppError('bad-input', `request: is missing, and ${name} is run on one`, 'send "request": what it should do, in words');
  return shown(call, await deps.inTurn(() => bodies.run(name, request, { files }, { signal }), signal));
}

async function shown(call: ToolCall, outcome: BodyRunOutcome): Promise<CallToolResult | InputRequiredResult> {
  const { run } = outcome;
  if (run.state !== 'waiting' || !canAsk(call)) return resultOf(outcome);
  return inputRequired({
    inputRequests: {
      [key]: inputRequired.elicit({
        message: printableLine(`${run.skill} asks: ${run.result?.needs_input ?? ''}`, 1000),
        requestedSchema: { type: 'object', properties: { value: { type: 'string', title: 'Answer' } }, required: ['value'] },
      }),
    },
    requestState: await call.deps.questions.mint({ runId: run.id }, call.ctx),
  });
}

function resultOf(outcome: BodyRunOutcome): CallToolResult {
  const run = skillRunOutcomeObject(outcome);
  const lines = [
    `${run.skill}: ${run.state}`,
    ...(run.log === null ? [] : [run.log]),
    ...(run.newState === null || run.newState === '' ? [] : [`state: ${run.newState}`]),
    ...(run.reason === null ? [] : [`failed: ${run.reason}`]),
    ...(run.question === null
      ? []
      : [
          `question: ${run.question}`,
          `Ask the person, then call run_skill with "name" and "answer": {"runId": "${run.runId}", "text": "…"}.`,
        ]),
    ...(run.ungranted.length === 0
      ? []
      : [
          `not granted: ${run.ungranted.join(', ')}; only the person can, at a terminal: anneal skills grant ${run.skill} ${run.ungranted[0] ?? ''}`,
        ]),
    ...(run.missing.length === 0 ? [] : [`not set: ${run.missing.join(', ')}; the person sets it: anneal skills config ${run.skill}`]),
    ...run.out.map(({ name, text }) => (text === undefined ? `file ${name} (base64)` : `file ${name}:\n${text}`)),
  ];
  return {
    content: [{ type: 'text', text: printable(lines.join('\n')) }],
    structuredContent: { name: run.skill, run },
  };
}
