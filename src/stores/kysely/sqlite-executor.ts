import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { Kysely, SqliteDialect } from 'kysely';
import type Database from 'libsql';
import { createLogOnDisk } from './log-on-disk.ts';
import type { Schema } from './schema.ts';
import { connect, connectReadOnly } from './sqlite-connection.ts';
import { isBusy, toStoreError } from './sqlite-error.ts';
import type { Executor, QueryOutcome, Work } from './work.ts';

/** How long a locked database is tried again, without blocking, before the caller hears of it. */
const giveUpMs = 15_000;

/** Distinct statements kept prepared; there are some twenty, and more only for rare lists. */
const keptStatements = 64;

/** Pages that are given back in one go. */
const reclaimedAtOnce = 200;

/**
 * One libsql connection. `libsql` is synchronous, so work runs to its end without an await and nothing gets between its
 * queries; a lock of another process is waited for by trying the whole work again.
 *
 * In WAL mode with `synchronous=NORMAL`, what `write` stored is with the operating system when it returns: kill -9 loses
 * nothing of it, a power cut may lose the last seconds. `writeThrough` returns when the whole log is on the disk: not even a
 * power cut loses that, or what was written before it. The disk is waited for beside the process, which a slow one would
 * otherwise stop. The database stays intact in each case.
 */
export async function openSqliteExecutor(file: string, { readOnly = false }: { readonly readOnly?: boolean } = {}): Promise<Executor> {
  const connection = await retryWhileBusy(file, () => (readOnly ? connectReadOnly(file) : connect(file)));
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: connection }) });
  const log = createLogOnDisk(file);
  const statements = new Map<string, Database.Statement>();

  // Statements live outside of the JavaScript heap, where the collector does not see their size: reuse them.
  const prepare = (sql: string): Database.Statement => {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    if (statements.size >= keptStatements) statements.clear();
    const statement = connection.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };

  const execute = (sql: string, parameters: readonly unknown[]): QueryOutcome => {
    const statement = prepare(sql);
    if (statement.reader) return { rows: statement.all(parameters), changed: 0 };
    return { rows: [], changed: statement.run(parameters).changes };
  };

  const finish = <T>(work: Work<T>): T => {
    let step = work.next();
    while (step.done !== true) step = work.next(execute(step.value.sql, step.value.parameters));
    return step.value;
  };

  const transaction = <T>(work: () => Work<T>): T => {
    connection.exec('begin immediate');
    try {
      const result = finish(work());
      connection.exec('commit');
      return result;
    } catch (error) {
      // A full disk has rolled back already.
      if (connection.inTransaction) connection.exec('rollback');
      throw error;
    }
  };

  const freePages = (): number => (connection.pragma('freelist_count', { simple: true }) as { freelist_count: number }).freelist_count;

  return {
    db,
    write: (work) => retryWhileBusy(file, () => transaction(work)),
    async writeThrough(work) {
      const result = await retryWhileBusy(file, () => transaction(work));
      await log.flushed().catch((error: unknown) => {
        throw toStoreError(error, file);
      });
      return result;
    },
    read: (work) => retryWhileBusy(file, () => finish(work())),
    async reclaim({ signal } = {}) {
      for (let left = freePages(); left > 0; ) {
        signal?.throwIfAborted();
        await retryWhileBusy(file, () => void connection.pragma(`incremental_vacuum(${reclaimedAtOnce})`));
        await nextTurn();
        const before = left;
        left = freePages();
        // A store that was made without it gives nothing back.
        if (left >= before) break;
      }
      await retryWhileBusy(file, () => void connection.pragma('wal_checkpoint(truncate)'));
    },
    async close() {
      if (!connection.open) return;
      statements.clear();
      await log.close();
      try {
        // libsql ends the connection when its statements are collected, too late for SQLite's own checkpoint.
        connection.pragma('wal_checkpoint(truncate)');
      } catch {
        // The log stays; whoever opens the store next reads it.
      }
      connection.close();
    },
  };
}

/** Tries again while another connection holds the lock; any other failure becomes an `AppError`. */
async function retryWhileBusy<T>(file: string, attempt: () => T): Promise<T> {
  const until = performance.now() + giveUpMs;
  for (let tries = 0; ; tries += 1) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw toStoreError(error, file);
      // Growing waits of uneven length, so that two processes do not meet at the lock again and again.
      await sleep(Math.min(40, 1 + tries * 3 + (process.pid % 7)));
    }
  }
}
