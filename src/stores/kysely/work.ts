import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import type { Abortable } from '../../ports/abortable.ts';
import type { Schema } from './schema.ts';

export type QueryOutcome = { readonly rows: readonly unknown[]; readonly changed: number };

/**
 * A transaction written once for both kinds of driver: it yields queries and receives their outcomes. SQLite runs it
 * without giving up the thread, so that nothing else gets between; a networked database awaits each query.
 */
export type Work<T> = Generator<CompiledQuery, T, QueryOutcome>;

/** Runs work on one database. The factory is called again when the database was locked. */
export interface Executor {
  /** Builds queries; nothing is executed through it. */
  readonly db: Kysely<Schema>;
  /** All or nothing, alone among writers. When it returns, the death of this process loses nothing of it. */
  write<T>(work: () => Work<T>): Promise<T>;
  /** The same, and a power cut loses nothing either: neither this work nor any before it. */
  writeThrough<T>(work: () => Work<T>): Promise<T>;
  /** Each query sees a consistent state of its own. */
  read<T>(work: () => Work<T>): Promise<T>;
  /** Gives the space of removed rows back to the disk, some at a time, where the database does not do so by itself. */
  reclaim(options?: Abortable): Promise<void>;
  close(): Promise<void>;
}

export function* all<Row>(query: Compilable<Row>): Work<readonly Row[]> {
  const { rows } = yield query.compile();
  return rows as readonly Row[];
}

export function* first<Row>(query: Compilable<Row>): Work<Row | undefined> {
  return (yield* all(query))[0];
}

/** Executes a statement; returns how many rows it changed. */
export function* run(query: Compilable<unknown>): Work<number> {
  const { changed } = yield query.compile();
  return changed;
}
