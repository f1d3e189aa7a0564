import type { LanguageId } from '../domain/contract.ts';
import type { LiveDelta, RunEvent, RunFact, Warning } from '../domain/run-event.ts';
import type { RunRequest } from '../domain/run-request.ts';
import type { RunResult } from '../domain/run-result.ts';
import type { RunState } from '../domain/run-state.ts';
import type { Value } from '../domain/value.ts';
import type { Abortable } from '../ports/abortable.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { Page, Retention, RunQuery, RunStore, RunSummary, SessionQuery, SessionSummary } from '../ports/run-store.ts';
import type { Enqueued } from './enqueue.ts';
import type { Until } from './subscribe.ts';

export type RunStart = Extract<RunFact, { type: 'run-start' }>;

/** What a run works with, opened for one run. */
export type Prepared<Tools> = {
  /** Handed to `search` as it is. */
  readonly deps: Tools;
  readonly start: Pick<RunStart, 'language' | 'model' | 'sandbox' | 'profile' | 'seed' | 'skills'>;
  readonly warnings: readonly Warning[];
  /** Called once, when the run has ended or waits. */
  close(): Promise<void>;
};

/** Milliseconds. */
export type RunTiming = {
  /** How long a silent owner keeps a run. */
  readonly leaseMs: number;
  readonly renewMs: number;
  /** How often an owner looks for commands of others. */
  readonly inboxMs: number;
  /** How often a follower of another process's run looks for events. */
  readonly followMs: number;
};

export type RunServiceDeps<Tools> = {
  readonly store: RunStore;
  readonly clock: Clock;
  readonly random: Random;
  /** Names this process for the people who meet its leases, e.g. `host:1234`. */
  readonly owner: string;
  /** True when the process of that name is certain to have ended: its runs need not wait for the end of their lease. */
  readonly isGone?: (owner: string) => boolean;
  /** Opens what a run needs. `previous` says what a resumed run had before. Throws `AppError` or `signal.reason`. */
  readonly prepare: (request: RunRequest, signal: AbortSignal, previous: Prepared<Tools>['start'] | null) => Promise<Prepared<Tools>>;
  readonly search: (state: RunState, deps: Tools, options: Abortable) => AsyncIterable<RunFact | LiveDelta>;
  /** How a value is written in a language, for results. */
  readonly formatter: (language: LanguageId, profile?: string) => Promise<(value: Value) => string>;
  readonly timing?: Partial<RunTiming>;
};

export type RunItem = RunEvent | LiveDelta;

/** A run that this process drives. It goes on whether or not anybody reads `events`. */
export type RunHandle = {
  readonly runId: string;
  /**
   * From the event that `start` or `resume` wrote first to `run-end` or `question-ask`. Events are durable before they
   * appear here; live deltas are dropped for a reader that is slow. Throws what `result` rejects with.
   */
  readonly events: AsyncIterable<RunItem>;
  /**
   * Resolves when everything that the run used is closed; a question gives status `clarify`. Rejects only when the run
   * could not be stored or another owner took it over.
   */
  readonly result: Promise<RunResult>;
};

/** `question`: the one it was meant for, where the caller knows; another one that is open by then is not answered by it. */
export type Answer = { readonly question?: string; readonly optionId?: string; readonly value?: string };

export interface RunService {
  /** Stores and starts a run. An abort cancels it. Throws what `prepare` throws; nothing is stored then. */
  start(request: RunRequest, options?: Abortable & { readonly session?: string }): Promise<RunHandle>;
  /** Stores a run that begins when it is resumed. `runId` makes asking twice one run. Throws `conflict` when it is another request's. */
  enqueue(request: RunRequest, options?: { readonly runId?: string; readonly session?: string }): Promise<Enqueued>;
  /**
   * Takes over a queued, interrupted or cancelled run, or a waiting one that has its answer, and goes on from its stored facts.
   * A queued one that cannot begin ends with the reason.
   * Throws `not-found`, `conflict` (ended, or still without an answer) or `store-conflict` (someone owns it).
   */
  resume(runId: string, options?: Abortable): Promise<RunHandle>;
  /** Leaves an answer to the open question; `resume` goes on with it. Throws `not-found`, `conflict` or `bad-input`. */
  answer(runId: string, answer: Answer): Promise<void>;
  /** Whether the open question has an answer that `resume` would go on with. Throws `not-found`. */
  isAnswered(runId: string): Promise<boolean>;
  /** Ends a run that nobody owns at once; asks the owner of any other to. Throws `not-found` or `conflict` (ended). */
  cancel(runId: string): Promise<void>;
  /**
   * Events from after `after`, then what happens next, here or in another process: no gap, no repeat. Ends after
   * `run-end`, or with `until: 'question'` after a `question-ask` too. Throws what kept this process from driving the run any
   * further; all that is stored came before.
   */
  subscribe(runId: string, options?: Abortable & { readonly after?: number; readonly until?: Until }): AsyncIterable<RunItem>;
  /** The same, with what there is at once in one piece. */
  follow(runId: string, options?: Abortable & { readonly after?: number; readonly until?: Until }): AsyncIterable<readonly RunItem[]>;
  list(query: RunQuery): Promise<Page<RunSummary>>;
  sessions(query: SessionQuery): Promise<Page<SessionSummary>>;
  /** What a list says of it: one row, however long the run is. Throws `not-found`. */
  summary(runId: string): Promise<RunSummary>;
  /** Reads the whole run. Throws `not-found`. */
  show(runId: string): Promise<{ readonly summary: RunSummary; readonly state: RunState; readonly result: RunResult }>;
  /** Throws `not-found`, or `conflict` while somebody drives it. */
  remove(runId: string): Promise<void>;
  /** Removes some at a time, and none that is taken up meanwhile. Throws `signal.reason`. */
  prune(policy: Retention, options?: Abortable): Promise<number>;
  /** One event a line, each with its line end. Throws `not-found`. */
  exportRun(runId: string, options?: Abortable): AsyncIterable<string>;
  /** Stops driving: what runs here is left as interrupted, free to be resumed anywhere. The store stays open. */
  close(): Promise<void>;
}
