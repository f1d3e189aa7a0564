import { randomBytes } from 'node:crypto';
import { open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AppError } from '../../domain/app-error.ts';
import { noSpaceFor, systemReason } from '../../domain/system-error.ts';

/** Writes beside the file, syncs, then renames: a reader sees the old text or the new one, never a part. Keeps the file's mode. */
export async function writeAtomically(file: string, text: string, modeOfNew = 0o644): Promise<void> {
  const stats = await stat(file).catch(() => null);
  if (stats !== null && !stats.isFile()) throw notRegular(file);
  const mode = stats === null ? modeOfNew : stats.mode & 0o777;
  const temporary = join(dirname(file), `.${basename(file)}.${randomBytes(4).toString('hex')}.tmp`);
  try {
    const handle = await open(temporary, 'wx', mode);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (cause) {
    await rm(temporary, { force: true }).catch(() => undefined);
    const hint = 'name another file, in a folder that exists';
    throw noSpaceFor(file, cause) ?? new AppError('bad-input', `${file}: cannot be written (${systemReason(cause)})`, hint, { cause });
  }
}

/** Renaming onto a device or a pipe would take it away from every other program. */
export const notRegular = (file: string): AppError =>
  new AppError('bad-input', `${file} is not a regular file`, 'name a file, or write to standard output instead');
