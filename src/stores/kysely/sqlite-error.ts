import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { AppError } from '../../domain/app-error.ts';
import { shellWord } from '../../domain/shell-word.ts';
import { isFull, systemCode } from '../../domain/system-error.ts';

/** The path itself, or the folder above it that is there: what a command in a hint can look at. */
const nearestExisting = (path: string): string => (existsSync(path) || dirname(path) === path ? path : nearestExisting(dirname(path)));

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** True when another connection holds the lock and trying again may help. */
export function isBusy(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)/.test(systemCode(error) ?? '') || /database (table )?is locked/.test(messageOf(error));
}

const unwritable = (code: string): boolean =>
  code.startsWith('SQLITE_READONLY') || ['EACCES', 'EPERM', 'EROFS', 'SQLITE_PERM', 'SQLITE_AUTH'].includes(code);

/** True when a store that is there could not be opened for writing, so that reading it is still worth a try. */
export function mayBeReadable(error: unknown, file: string): boolean {
  if (!(error instanceof AppError) || error.code !== 'store-unavailable' || !existsSync(file)) return false;
  const code = systemCode(error.cause) ?? '';
  // Without the right to make its side files SQLite says no more than that it cannot open the file.
  return unwritable(code) || code === 'SQLITE_CANTOPEN';
}

/** A folder, pipe, socket or device stands where the store should be. */
export const noFile = (file: string, cause?: unknown): AppError =>
  new AppError(
    'store-unavailable',
    `The run store ${file} is no file, or a part of its path is no folder.`,
    `Name another file for the store. See: ls -ld ${shellWord(nearestExisting(file))}`,
    { cause },
  );

/** A failure of SQLite or of the file system, with the next step for the person who owns the file. */
export function toStoreError(error: unknown, file: string): unknown {
  if (error instanceof AppError) return error;
  const code = systemCode(error) ?? '';
  const message = messageOf(error);
  const place = shellWord(nearestExisting(file));
  const failed = (what: string, hint: string): AppError =>
    new AppError('store-unavailable', `The run store ${file} ${what}.`, hint, { cause: error });
  if (code === 'SQLITE_FULL' || isFull(error) || /no space left|disk is full/i.test(message)) {
    return new AppError(
      'no-space',
      `The disk is full: the run store ${file} cannot grow.`,
      `Make room on that disk, then try again; what was stored is safe. Space there: df -h ${place}`,
      { cause: error },
    );
  }
  if (code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT')) {
    const moves = `mv ${shellWord(file)} ${shellWord(`${file}.broken`)}; rm -f ${shellWord(`${file}-wal`)} ${shellWord(`${file}-shm`)}`;
    return failed('is damaged or is no SQLite database', `Put it aside, a new one is made at the next start: ${moves}`);
  }
  if (code === 'SQLITE_CANTOPEN' && existsSync(file)) {
    const files = ['', '-wal', '-shm'].map((suffix) => `${file}${suffix}`).filter((name) => existsSync(name));
    const copies = files.map(shellWord).join(' ');
    return failed(
      'has a log that only a writer can read',
      `Copy it to where you may write, and name that place: mkdir -p ./anneal/data && cp ${copies} ./anneal/data; ANNEAL_HOME=./anneal anneal runs list`,
    );
  }
  if (unwritable(code)) {
    return failed('cannot be written', `Give this user the right to write there, or name another file. See: ls -ld ${place}`);
  }
  // ENXIO: a pipe that nobody reads, or a socket.
  if (['EISDIR', 'ENOTDIR', 'EEXIST', 'ENXIO'].includes(code)) return noFile(file, error);
  if (isBusy(error)) {
    return failed('is locked by another process', `Try again; if it stays locked, find who holds it: fuser ${shellWord(file)}`);
  }
  if (code.startsWith('SQLITE_') || /^E[A-Z]+$/.test(code) || message.includes('ConnectionFailed')) {
    return failed(`failed: ${message}`, `Check the disk and the file's rights: ls -ld ${place}; df -h ${place}`);
  }
  return error;
}
