import { constants, type Stats } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isAbsent, systemCode, systemReason } from '../domain/system-error.ts';
import { badSkill } from './bad-skill.ts';

const plainFiles = 'a skill is made of plain files and folders: put a copy there';

/**
 * Text of a file inside a skill's folder; null when it is not there. No link is followed, on the way neither, and nothing but a
 * plain file is opened. Throws `bad-input` for links, other kinds of files, more than `maxBytes`, and what is no UTF-8.
 */
export async function readSafeText(folder: string, path: string, maxBytes: number): Promise<string | null> {
  const file = join(folder, path);
  const found = await statSafely(folder, path);
  if (found === null) return null;
  if (!found.isFile()) throw badSkill(file, 'it is no plain file', plainFiles);
  // A pipe would block and a link would lead away, whoever put it there since.
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch((cause: unknown) => {
    throw unreadable(file, cause);
  });
  try {
    const { size } = await handle.stat();
    if (size > maxBytes) throw badSkill(file, `it has ${size} bytes; at most ${maxBytes} are read`, 'make it shorter');
    const bytes = Buffer.alloc(size);
    const { bytesRead } = await handle.read(bytes, 0, size, 0);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, bytesRead));
  } catch (error) {
    throw error instanceof TypeError ? badSkill(file, 'it is no UTF-8 text', `see what it is: file ${file}`, error) : error;
  } finally {
    await handle.close();
  }
}

/** What lies at a path inside a folder; null when nothing does. Throws `bad-input` when it, or a folder on the way, is a link. */
async function statSafely(folder: string, path: string): Promise<Stats | null> {
  const parent = dirname(path);
  if (parent !== '.') {
    const above = await statSafely(folder, parent);
    if (above === null) return null;
    if (!above.isDirectory()) throw badSkill(join(folder, parent), 'it is no folder', plainFiles);
  }
  const file = join(folder, path);
  try {
    const found = await lstat(file);
    if (found.isSymbolicLink()) throw badSkill(file, 'it is a symbolic link; links are not followed', plainFiles);
    return found;
  } catch (error) {
    if (isAbsent(error)) return null;
    throw systemCode(error)?.startsWith('E') === true ? unreadable(file, error) : error;
  }
}

export const unreadable = (file: string, cause: unknown) =>
  badSkill(file, `it cannot be read (${systemReason(cause)})`, `check its permissions: ls -l ${file}`, cause);
