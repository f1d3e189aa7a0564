import { randomBytes } from 'node:crypto';
import { createRequestStateCodec } from '@modelcontextprotocol/server';
import { createTurns } from '../in-turn.ts';
import type { McpDeps, OpenQuestion } from './mcp-deps.ts';
import { createRunCalls, type RunCallsOptions } from './run-calls.ts';

export type McpParts = Omit<McpDeps, 'calls' | 'questions' | 'inTurn'> & {
  /** Called at the first call that needs runs. */
  readonly openRuns: RunCallsOptions['open'];
  readonly closing: AbortSignal;
};

/** Seconds that a person may take to answer. */
const answerSeconds = 86_400;

/** What all servers of a process share. */
export function openMcp({ openRuns, closing, ...parts }: McpParts): McpDeps {
  return {
    ...parts,
    calls: createRunCalls({ open: openRuns, closing, warn: parts.warn }),
    questions: createRequestStateCodec<OpenQuestion>({ key: randomBytes(32), ttlSeconds: answerSeconds }),
    inTurn: createTurns({ atOnce: 2 }),
  };
}
