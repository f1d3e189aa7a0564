import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { AppError } from '../../../domain/app-error.ts';
import { runFields, task } from '../../run-fields.ts';
import { toRunRequest } from '../../to-run-request.ts';
import { answerQuestion, canAsk, settleQuestions, type ToolCall } from '../ask-client.ts';
import type { McpDeps } from '../mcp-deps.ts';
import { runDigestSchema } from '../run-digest.ts';
import { runToolResult, toolResult } from './tool-result.ts';

const name = 'generate_code';

const { interactive: _always, examples, signature, ...fields } = runFields;

const inputSchema = z.strictObject({
  task: task.optional().describe('what the program must do; needed unless "answer" is given'),
  ...fields,
  signature: signature.describe("one line, e.g. 'def f(xs: list[int]) -> int' or 'function f(n)'"),
  examples: examples.describe(
    'examples that the program must satisfy; the more, the surer: "f(3) == 6", "f(\'\') raises ValueError", \'stdin: "3 4\\n" -> "7\\n"\'',
  ),
  answer: z
    .strictObject({
      runId: z.string().min(1).max(64),
      optionId: z.string().min(1).max(40).optional().describe("an option's letter"),
      value: z.string().max(10_000).optional().describe('or the value that the call must give, as the language writes it'),
    })
    .optional()
    .describe('answers the question of an earlier call whose status was "clarify"; nothing else is given then'),
});

export function addGenerateCode(server: McpServer, deps: McpDeps): void {
  server.registerTool(
    name,
    {
      title: 'Write a program that has been run',
      description:
        'Writes one function or program in Python, Lua, JavaScript or TypeScript: tests first, several candidates, each run in a sandbox, one chosen by behaviour. Gives back code with evidence, or says that it is not certain. Give examples of calls and results whenever you know some. Takes seconds to minutes.',
      inputSchema,
      outputSchema: runDigestSchema,
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    },
    (input, ctx) => {
      const call: ToolCall = { deps, server, ctx };
      return toolResult(call, async () => runToolResult(await carryOut(call, input), name));
    },
  );
}

async function carryOut(call: ToolCall, { answer, ...input }: z.output<typeof inputSchema>) {
  const { deps, ctx } = call;
  if (answer !== undefined) {
    const extra = Object.entries(input).find(([, value]) => value !== undefined)?.[0];
    if (extra !== undefined) throw new AppError('bad-input', `${extra}: goes with a new task, not with an answer`, 'send "answer" alone');
    const { runId, optionId, value } = answer;
    return answerQuestion(call, runId, { ...(optionId === undefined ? {} : { optionId }), ...(value === undefined ? {} : { value }) });
  }
  return settleQuestions(call, async ({ onItem }) => {
    const { task: text, ...rest } = input;
    if (text === undefined) throw new AppError('bad-input', 'task: is missing', 'say what the program must do, or send "answer"');
    const request = await toRunRequest({ task: text, ...rest, interactive: canAsk(call) }, deps);
    return deps.calls.start(request, { signal: ctx.mcpReq.signal, onItem });
  });
}
