import { randomBytes } from 'node:crypto';
import { createRequestStateCodec } from '@modelcontextprotocol/server';
import { createTurns } from './in-turn.ts';
import type { McpDeps, OpenQuestion } from './mcp-deps.ts';
import { createRunCalls } from './run-calls.ts';

export type McpParts = Omit<McpDeps, 'calls' | 'questions' | 'inTurn'> & {
  /** Opened at the first call that needs runs. */
  readonly work: Parameters<typeof createRunCalls>[0];
};

/** Seconds that a person may take to answer. */
const answerSeconds = 86_400;
const mostAtOnce = 2;

/** What all servers of a process share. */
export function openMcp({ work, ...parts }: McpParts): McpDeps {
  return {
    ...parts,
    calls: createRunCalls(work, parts.warn),
    questions: createRequestStateCodec<OpenQuestion>({ key: randomBytes(32), ttlSeconds: answerSeconds }),
    inTurn: createTurns(mostAtOnce),
  };
}
