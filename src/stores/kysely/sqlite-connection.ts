import { statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import Database from 'libsql';

/** How long SQLite itself may wait for a lock: it blocks the whole process meanwhile, once for everyone who wants to write. */
const busyTimeoutMs = 1;

/** A connection that writes, with its settings. Throws SQLite's own errors; when the file is locked, the whole may be tried again. */
export function connect(file: string): Database.Database {
  return configured(new Database(file, { timeout: busyTimeoutMs }), (connection) => {
    // A file keeps both, and setting them waits for whoever holds the lock.
    if (journalMode(connection) !== 'wal') {
      // Has an effect on a new file only: pruned runs give their space back.
      connection.exec('pragma auto_vacuum=incremental');
      connection.pragma('journal_mode=wal');
    }
    connection.exec('pragma synchronous=normal');
  });
}

const journalMode = (connection: Database.Database): string =>
  (connection.pragma('journal_mode', { simple: true }) as { journal_mode: string }).journal_mode;

/**
 * A connection for a place that cannot be written to. SQLite needs its side files or the right to make them, unless it is
 * told that nobody changes the file; that would hide what is only in a write-ahead log, so it is said only without one.
 */
export function connectReadOnly(file: string): Database.Database {
  const url = pathToFileURL(file).href;
  try {
    return readable(`${url}?mode=ro`);
  } catch (error) {
    if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) throw error;
    return readable(`${url}?immutable=1`);
  }
}

const readable = (name: string): Database.Database =>
  configured(new Database(name, { timeout: busyTimeoutMs }), (connection) => void connection.pragma('schema_version'));

function configured(connection: Database.Database, set: (connection: Database.Database) => void): Database.Database {
  try {
    set(connection);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}
