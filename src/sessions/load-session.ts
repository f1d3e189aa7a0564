import type { RunResult } from '../domain/run-result.ts';
import type { RunState } from '../domain/run-state.ts';
import type { Language } from '../ports/language.ts';
import type { RunSummary } from '../ports/run-store.ts';
import type { RunService } from '../runs/run-service-types.ts';
import type { Version } from './chat-session.ts';
import { examplesOf } from './session-tests.ts';

/** The newest runs that a session is made of; older ones stay in the store, and out of the conversation. */
const mostTurns = 100;

/** One statement of the person and what came of it. */
export type Turn = {
  readonly summary: RunSummary;
  readonly message: string;
  readonly state: RunState;
  readonly result: RunResult;
};

export type StoredSession = {
  /** Oldest first. */
  readonly turns: readonly Turn[];
  /** Turns before those, which are not read. */
  readonly older: number;
  /** The last program that is good for something, with its trusted tests. */
  readonly version: Version | null;
  /** The turn whose question is open. */
  readonly asking: Turn | null;
  /** Questions since the last result. */
  readonly askedInARow: number;
};

/** A session as its stored runs tell it; without turns for one that nobody knows. */
export async function loadSession(
  runs: RunService,
  id: string,
  language: (id: Version['language'], profile?: string) => Promise<Language>,
): Promise<StoredSession> {
  const { items, nextCursor } = await runs.list({ session: id, limit: mostTurns });
  const turns: Turn[] = [];
  for (const { id: runId } of items.toReversed()) {
    const { summary, state, result } = await runs.show(runId);
    turns.push({ summary, state, result, message: state.request?.message ?? state.request?.task ?? summary.title });
  }
  const last = turns.at(-1) ?? null;
  return {
    turns,
    older: await countFrom(runs, id, nextCursor),
    version: await versionOf(turns, language),
    asking: last !== null && last.state.question !== null ? last : null,
    askedInARow: askedInARow(turns),
  };
}

async function countFrom(runs: RunService, session: string, cursor: string | null): Promise<number> {
  let count = 0;
  for (let next = cursor; next !== null; ) {
    const page = await runs.list({ session, limit: mostTurns, cursor: next });
    count += page.items.length;
    next = page.nextCursor;
  }
  return count;
}

async function versionOf(
  turns: readonly Turn[],
  language: (id: Version['language'], profile?: string) => Promise<Language>,
): Promise<Version | null> {
  const turn = turns.findLast(({ result: { status, code } }) => code !== null && (status === 'success' || status === 'unsure'));
  if (turn === undefined || turn.result.code === null) return null;
  const { state, result, message } = turn;
  const id = state.language ?? 'python';
  return {
    message,
    code: result.code ?? '',
    language: id,
    ...(state.request?.profile === undefined ? {} : { profile: state.request.profile }),
    signature: state.signature,
    examples: examplesOf(state, await language(id, state.request?.profile)),
    runId: result.runId,
  };
}

/** A result of any kind ends the row; a question that was passed over does not. */
function askedInARow(turns: readonly Turn[]): number {
  let asked = 0;
  for (const { state } of turns.toReversed()) {
    if (state.end !== null && state.end.outcome !== 'cancelled') return asked;
    asked += state.questionsAsked;
  }
  return asked;
}
