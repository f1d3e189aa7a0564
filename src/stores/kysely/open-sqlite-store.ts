import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '../make-folder.ts';
import { createKyselyStore, type Store } from './kysely-store.ts';
import { isCurrent, migrate, refuseOtherVersion } from './migrations.ts';
import { mayBeReadable, noFile, toStoreError } from './sqlite-error.ts';
import { openSqliteExecutor } from './sqlite-executor.ts';

/**
 * Opens the run store in `file`, making the folder (0700) and the file (0600) when they are not there and bringing an
 * older store to this version. Any number of processes may have one file open. Close it when done.
 *
 * Throws `store-newer`, `store-unavailable` or `no-space`.
 */
export async function openSqliteStore({ file }: { readonly file: string }): Promise<Store> {
  await makePrivateFile(file);
  const executor = await openSqliteExecutor(file);
  try {
    if (!(await executor.read(() => isCurrent(executor.db)))) await executor.write(() => migrate(executor.db, file));
    return createKyselyStore(executor);
  } catch (error) {
    await executor.close();
    throw error;
  }
}

/**
 * The same for whoever only reads: where the file or its folder cannot be written to, the store is opened as it is, and only
 * what would write throws `store-unavailable`.
 */
export async function openSqliteStoreToRead({ file }: { readonly file: string }): Promise<Store> {
  try {
    return await openSqliteStore({ file });
  } catch (error) {
    if (!mayBeReadable(error, file)) throw error;
    return openReadOnly(file);
  }
}

async function openReadOnly(file: string): Promise<Store> {
  const executor = await openSqliteExecutor(file, { readOnly: true });
  try {
    await executor.read(() => refuseOtherVersion(executor.db, file));
    return createKyselyStore(executor);
  } catch (error) {
    await executor.close();
    throw error;
  }
}

/** SQLite gives its side files the mode of the main file, so this protects them too. */
async function makePrivateFile(file: string): Promise<void> {
  try {
    await makeFolder(dirname(file));
    // Without waiting: a pipe of that name would be waited for until somebody reads it.
    const { O_WRONLY, O_APPEND, O_CREAT, O_NONBLOCK } = constants;
    const handle = await open(file, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK, 0o600);
    try {
      const found = await handle.stat();
      if (!found.isFile()) throw noFile(file);
      if ((found.mode & 0o077) !== 0) await handle.chmod(0o600);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw toStoreError(error, file);
  }
}
