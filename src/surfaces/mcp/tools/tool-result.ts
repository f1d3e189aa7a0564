import { type CallToolResult, type InputRequiredResult, isInputRequiredResult } from '@modelcontextprotocol/server';
import type { RunResult } from '../../../domain/run-result.ts';
import type { ToolCall } from '../ask-client.ts';
import { failureResult } from '../failure-result.ts';
import { digestOf } from '../run-digest.ts';
import { runText } from '../run-text.ts';

/** What a tool gives back, with every failure as a result that says what to do. A caller that went away gets nothing. */
export async function toolResult(
  { deps, ctx }: ToolCall,
  work: () => Promise<CallToolResult | InputRequiredResult>,
): Promise<CallToolResult | InputRequiredResult> {
  try {
    return await work();
  } catch (thrown) {
    if (ctx.mcpReq.signal.aborted) throw thrown;
    return failureResult(thrown, deps.warn);
  }
}

/** A run's result, unless it is a question to the client. `tool` takes answers. */
export function runToolResult(result: RunResult | InputRequiredResult, tool: string): CallToolResult | InputRequiredResult {
  if (isInputRequiredResult(result)) return result;
  const digest = digestOf(result, tool);
  return {
    content: [{ type: 'text', text: runText(digest) }],
    structuredContent: digest,
    // A program that fails is an answer; a model or a sandbox that fails is none.
    ...(result.error === null ? {} : { isError: true }),
  };
}
