import { constants, copyFile, readFile, realpath, rm, stat } from 'node:fs/promises';
import { AppError } from '../../../domain/app-error.ts';
import { isFull, systemCode, systemReason } from '../../../domain/system-error.ts';
import { writeAtomically } from '../write-atomically.ts';

/** A program file as it was when the work on it began. */
export type OriginalFile = { readonly path: string; readonly bytes: Uint8Array };

/** The file behind links: that is what gets mended. */
export async function rememberFile(file: string): Promise<OriginalFile> {
  const path = await realpath(file);
  return { path, bytes: await readFile(path) };
}

/**
 * Copies the original beside itself, then puts the mended text in its place, whole or not at all. Returns the backup's path.
 * Throws `conflict` when the file is no longer what it was: somebody's work is never overwritten. Throws `bad-input` for a file that is
 * read-only or in a folder that is, `no-space` on a full disk; the file is as it was then.
 */
export async function applyFix({ path, bytes }: OriginalFile, text: string, shown: string): Promise<string> {
  const now = await readFile(path).catch(() => null);
  if (now === null || !now.equals(bytes)) {
    throw new AppError(
      'conflict',
      `${shown} changed on disk in the meantime, so it was left alone`,
      'the mended program is shown above; run the command again to start from the new text',
    );
  }
  // A new file in its place would not ask.
  if (((await stat(path)).mode & 0o222) === 0) {
    throw new AppError('bad-input', `${shown} is read-only, so it was left alone`, `make it writable: chmod u+w ${shown}`);
  }
  const backup = await copyAside(path);
  try {
    await writeAtomically(path, text);
  } catch (error) {
    // Nothing was replaced, so there is nothing to go back to.
    await rm(backup, { force: true });
    throw error;
  }
  return backup;
}

/** `FILE.orig`, or the next free name. */
async function copyAside(path: string): Promise<string> {
  for (let number = 0; ; number += 1) {
    const backup = number === 0 ? `${path}.orig` : `${path}.orig.${number}`;
    try {
      await copyFile(path, backup, constants.COPYFILE_EXCL);
      return backup;
    } catch (cause) {
      if (systemCode(cause) === 'EEXIST') continue;
      await rm(backup, { force: true }).catch(() => undefined);
      if (isFull(cause)) throw new AppError('no-space', `no room for a backup beside ${path}`, 'free some disk space: df -h', { cause });
      const message = `no backup could be made beside ${path} (${systemReason(cause)})`;
      throw new AppError('bad-input', message, 'make its folder writable, or leave --write out', { cause });
    }
  }
}
