import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemCode } from '../domain/system-error.ts';

/**
 * Makes a folder and those above it, for this user only, unless it is there. Throws the system's own error.
 *
 * Node's recursive `mkdir` tries again without end where the system says ENOENT of a folder whose parent is there, as in `/proc`
 * or below a folder that an automounter keeps.
 */
export async function makeFolder(folder: string): Promise<void> {
  const make = (): Promise<void> => mkdir(folder, { mode: 0o700 }).catch(unlessThere);
  try {
    await make();
  } catch (error) {
    if (systemCode(error) !== 'ENOENT' || dirname(folder) === folder) throw error;
    await makeFolder(dirname(folder));
    await make();
  }
}

/** What is there and is no folder shows in whatever is put into it. */
function unlessThere(error: unknown): void {
  if (systemCode(error) !== 'EEXIST') throw error;
}
