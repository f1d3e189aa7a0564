import type { RunCommand, RunEvent } from '../domain/run-event.ts';
import type { RunStatus } from '../domain/run-result.ts';
import type { RunPhase } from '../domain/run-state.ts';
import type { Abortable } from './abortable.ts';

/** One row a stream, kept in the same transaction as its events. */
export type RunSummary = {
  readonly id: string;
  readonly phase: RunPhase;
  readonly status: RunStatus | null;
  /** The request's first line, capped. */
  readonly title: string;
  readonly language: string | null;
  /** `<backend>:<name>` */
  readonly model: string | null;
  readonly session: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly events: number;
};

export type RunQuery = {
  readonly phase?: RunPhase;
  readonly text?: string;
  readonly session?: string;
  readonly limit?: number;
  readonly cursor?: string;
};
/** Runs that belong together. */
export type SessionSummary = {
  readonly id: string;
  /** The first run's. */
  readonly title: string;
  readonly runs: number;
  readonly createdAt: number;
  readonly updatedAt: number;
};
export type SessionQuery = { readonly limit?: number; readonly cursor?: string };
export type Page<T> = { readonly items: readonly T[]; readonly nextCursor: string | null };
export type Retention = { readonly maxAgeMs?: number; readonly maxRuns?: number; readonly maxBytes?: number };
export type StoredCommand = { readonly id: number; readonly command: RunCommand };

/** Append-only run streams. Throws `AppError` with a `store-*` code. */
export interface RunStore {
  /** Makes an empty stream in phase `queued`. `session` groups runs. Throws `conflict` when the id exists. */
  create(streamId: string, summary: { readonly title: string; readonly session?: string; readonly at: number }): Promise<void>;
  /**
   * Takes a stream over: the epoch rises, so an older owner's append is refused with `store-conflict`.
   * Refused with `store-conflict` while another owner's lease is fresh; `now` and `leaseMs` say until when this one holds.
   * A lease whose owner `isGone` does not count.
   */
  acquire(
    streamId: string,
    owner: string,
    lease: { readonly now: number; readonly leaseMs: number; readonly isGone?: (owner: string) => boolean },
  ): Promise<{ readonly epoch: number; readonly seq: number }>;
  renew(streamId: string, epoch: number, lease: { readonly now: number; readonly leaseMs: number }): Promise<void>;
  release(streamId: string, epoch: number): Promise<void>;
  /**
   * All or nothing. When it returns, no death of a process loses it; a store on disk also keeps what people wait for or
   * said themselves (start, question, answer, end) through a power cut. `expectedSeq` is the last sequence number the owner knows.
   */
  append(streamId: string, at: { readonly epoch: number; readonly expectedSeq: number }, events: readonly RunEvent[]): Promise<void>;
  /** In order of `seq`, from after `after`. Throws `not-found`. */
  read(streamId: string, options?: { readonly after?: number } & Abortable): AsyncIterable<RunEvent>;
  /** With `now`, a running stream whose lease is over is `interrupted`, as in `list`. */
  summary(streamId: string, now?: number): Promise<RunSummary | null>;
  /** Newest first. A running stream whose lease is over is listed as `interrupted`. */
  list(query: RunQuery, now: number): Promise<Page<RunSummary>>;
  /** The one that was written to last first. */
  sessions(query: SessionQuery): Promise<Page<SessionSummary>>;
  remove(streamId: string): Promise<void>;
  /** Removes finished runs, oldest first, until the policy holds; returns how many. Never a running or waiting one. */
  prune(policy: Retention, now: number, options?: Abortable): Promise<number>;
  /** Leaves a command for the owner. Throws `not-found`. */
  send(streamId: string, command: RunCommand, at: number): Promise<void>;
  /** Commands with an id above `after`, in order. */
  commands(streamId: string, after: number): Promise<readonly StoredCommand[]>;
  close(): Promise<void>;
}
