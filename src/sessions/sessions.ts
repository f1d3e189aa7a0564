import { AppError } from '../domain/app-error.ts';
import type { LanguageId } from '../domain/contract.ts';
import type { RunRequest } from '../domain/run-request.ts';
import type { RunResult } from '../domain/run-result.ts';
import type { Abortable } from '../ports/abortable.ts';
import type { Language } from '../ports/language.ts';
import type { RunQueue } from '../runs/run-queue.ts';
import type { RunService } from '../runs/run-service-types.ts';
import type { Version } from './chat-session.ts';
import { type CountTokens, inConversation, newestThatFit } from './conversation.ts';
import { loadSession, type StoredSession } from './load-session.ts';
import { isMeantAsValue, readAnswer } from './read-answer.ts';
import { firstRequest, followUp } from './session-request.ts';

export type SessionsDeps = {
  readonly runs: RunService;
  readonly queue: RunQueue;
  readonly language: (id: LanguageId, profile?: string) => Promise<Language>;
  readonly countTokens: CountTokens;
  /** Aborts when the service stops. */
  readonly closing: AbortSignal;
};

/** What a message led to. */
export type Said = {
  readonly runId: string;
  /** `answer`: it answered the open question. */
  readonly as: 'answer' | 'statement';
  /** Older messages that the prompt does not hold. */
  readonly dropped: number;
  /** Trusted tests that the message replaced. */
  readonly superseded: readonly { readonly old: string; readonly by: string }[];
};

/** Both settle by themselves; a rejected `said` rejects `result` too. */
export type SessionTurn = { readonly said: Promise<Said>; readonly result: Promise<RunResult> };

/** `version`: the session's program so far. What it throws is what the message is refused with. */
export type MakeBase = (version: Version | null) => Promise<RunRequest>;

/** Bounds of one conversation that differ from the usual ones. */
export type SessionLimits = {
  /** Questions that may follow one another without a result. */
  readonly questions: number;
  /** Tokens of a prompt for the message, the program and what was said before. */
  readonly tokens: number;
};

export type Sessions = {
  /** Handles a message after all earlier ones of its session. `base` makes what a new run works with, where there is one. */
  say(id: string, message: string, base: MakeBase, options?: Abortable & { readonly limits?: SessionLimits }): SessionTurn;
  /** Whether a message of it is being handled. */
  isBusy(id: string): Promise<boolean>;
  load(id: string): Promise<StoredSession>;
  /** Ends and removes its runs; false when there were none. */
  remove(id: string): Promise<boolean>;
};

/** Questions that may follow one another without a result. */
const mostQuestions = 3;
/** Tokens of earlier messages in a prompt. */
const mostTokens = 1024;

export function createSessions({ runs, queue, language, countTokens, closing }: SessionsDeps): Sessions {
  /** The end of the last message of each session that is being handled. */
  const tails = new Map<string, Promise<unknown>>();

  const inOrder = <T>(id: string, work: () => Promise<T>): Promise<T> => {
    const mine = (tails.get(id) ?? Promise.resolve()).then(work);
    const tail = mine.catch(() => {});
    tails.set(id, tail);
    void tail.then(() => {
      if (tails.get(id) === tail) tails.delete(id);
    });
    return mine;
  };

  /** After a restart its last run may be at work again: what comes of it belongs to the conversation. */
  const settledSession = async (id: string): Promise<StoredSession> => {
    const session = await loadSession(runs, id, language);
    const last = session.turns.at(-1)?.summary;
    if (last === undefined || (last.phase !== 'queued' && last.phase !== 'running')) return session;
    await queue.settled(last.id, { signal: closing });
    return loadSession(runs, id, language);
  };

  const answerOrState = async (
    id: string,
    message: string,
    base: MakeBase,
    { signal, limits }: Abortable & { readonly limits?: SessionLimits },
  ): Promise<Said & { after: number }> => {
    const session = await settledSession(id);
    const { asking } = session;
    if (asking !== null) {
      const runId = asking.summary.id;
      const spoken = await language(asking.state.language ?? 'python', asking.state.request?.profile);
      const answer = readAnswer(asking.state, message, spoken);
      if (answer !== null) {
        await queue.answer(runId, answer);
        return { runId, as: 'answer', dropped: 0, superseded: [], after: asking.state.seq };
      }
      if (isMeantAsValue(asking.state, message))
        throw new AppError(
          'bad-input',
          `message: no value of ${spoken.title}`,
          'Correct it, or say in words what should change; the question stays open.',
        );
    }
    const { request, dropped, superseded } = await requestFor(session, message, await base(session.version), limits, signal);
    // A new statement takes the question's place, once it is known to be good.
    if (asking !== null) await queue.cancel(asking.summary.id);
    const { runId } = await queue.submit(request, { session: id });
    return { runId, as: 'statement', dropped, superseded, after: 0 };
  };

  /** Tokens for earlier messages: what the message and the program leave of a limit. */
  const roomForEarlier = async (limits: SessionLimits | undefined, texts: readonly string[], abortable: Abortable): Promise<number> =>
    limits === undefined ? mostTokens : Math.max(0, limits.tokens - (await countTokens(texts.join('\n'), abortable)));

  const requestFor = async (
    session: StoredSession,
    message: string,
    base: RunRequest,
    limits: SessionLimits | undefined,
    signal: AbortSignal | undefined,
  ) => {
    const { version, turns, askedInARow } = session;
    const earlier = turns.map((turn) => turn.message);
    const abortable = signal === undefined ? {} : { signal };
    const room = earlier.length === 0 ? mostTokens : await roomForEarlier(limits, [message, version?.code ?? ''], abortable);
    const fitting = await newestThatFit(earlier, room, countTokens, abortable);
    const kept = { ...fitting, dropped: fitting.dropped + session.older };
    const talk = {
      message,
      task: inConversation(message, kept),
      questions: Math.max(0, (limits?.questions ?? mostQuestions) - askedInARow),
    };
    const { request, superseded } =
      version === null ? await firstRequest(earlier, message, base, language) : await followUp(version, message, base, language);
    return { request: { ...request, ...talk }, dropped: kept.dropped, superseded };
  };

  return {
    say(id, message, base, { signal, limits } = {}) {
      let tell: (said: Said) => void = () => {};
      let refuse: (error: unknown) => void = () => {};
      const said = new Promise<Said>((resolve, reject) => {
        tell = resolve;
        refuse = reject;
      });
      const result = inOrder(id, async () => {
        try {
          signal?.throwIfAborted();
          const { after, ...outcome } = await answerOrState(id, message, base, {
            ...(signal === undefined ? {} : { signal }),
            ...(limits === undefined ? {} : { limits }),
          });
          tell(outcome);
          // Not the caller's signal: the next message must find what came of this one.
          return await queue.settled(outcome.runId, { after, signal: closing });
        } catch (error) {
          refuse(error);
          throw error;
        }
      });
      // Each is thrown to whoever awaits it; nobody needs to await both.
      said.catch(() => {});
      result.catch(() => {});
      return { said, result };
    },
    async isBusy(id) {
      if (!tails.has(id)) return false;
      // A run that has just ended is still being put away: a message that comes then waits its turn.
      const [newest] = (await runs.list({ session: id, limit: 1 })).items;
      return newest === undefined || newest.phase === 'queued' || newest.phase === 'running';
    },
    load: (id) => loadSession(runs, id, language),
    async remove(id) {
      let removed = false;
      for (;;) {
        const { items } = await runs.list({ session: id, limit: 100 });
        if (items.length === 0) return removed;
        removed = true;
        for (const { id: runId, phase } of items) {
          if (phase !== 'done') await queue.cancel(runId).catch(ifEnded);
          await runs.remove(runId);
        }
      }
    },
  };
}

/** It may have ended in between. */
function ifEnded(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'conflict')) throw error;
}
