import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, SqliteDialect } from 'kysely';
import Database from 'libsql';
import type { Schema } from './schema.ts';
import { isBusy, toStoreError } from './sqlite-error.ts';
import type { Executor, QueryOutcome, Work } from './work.ts';

/** How long SQLite itself may wait for a lock: it blocks the whole process meanwhile. */
const busyTimeoutMs = 20;
/** How long a locked database is tried again, without blocking, before the caller hears of it. */
const giveUpMs = 15_000;

/**
 * One libsql connection. `libsql` is synchronous, so work runs to its end without an await and nothing gets between its
 * queries; a lock of another process is waited for by trying the whole work again.
 *
 * `synchronous=FULL` in WAL mode: a commit is on the disk before `write` returns, so neither kill -9 nor a power cut
 * loses acknowledged work. (`NORMAL` would keep the first promise only: after a power cut the commits since the last
 * checkpoint may be gone. The database stays intact either way.)
 */
export async function openSqliteExecutor(file: string): Promise<Executor> {
  const connection = await connect(file);
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: connection }) });

  const execute = (sql: string, parameters: readonly unknown[]): QueryOutcome => {
    const statement = connection.prepare(sql);
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

  return {
    db,
    write: (work) => retryWhileBusy(file, () => transaction(work)),
    read: (work) => retryWhileBusy(file, () => finish(work())),
    async reclaim() {
      await retryWhileBusy(file, () => {
        connection.pragma('incremental_vacuum');
        connection.pragma('wal_checkpoint(truncate)');
      });
    },
    async close() {
      if (connection.open) connection.close();
    },
  };
}

/** Settings of a new connection; a lock at this moment is waited for like any other. */
async function connect(file: string): Promise<Database.Database> {
  const connection = await retryWhileBusy(file, () => new Database(file, { timeout: busyTimeoutMs }));
  try {
    await retryWhileBusy(file, () => {
      // Has an effect on a new file only: pruned runs give their space back.
      connection.exec('pragma auto_vacuum=incremental');
      connection.pragma('journal_mode=wal');
      connection.exec('pragma synchronous=full');
    });
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
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
