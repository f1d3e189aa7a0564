import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemCode } from '../../domain/system-error.ts';

/** Free space for this account where the folder is, or would be made. */
export async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (error) {
    const parent = dirname(folder);
    if (systemCode(error) !== 'ENOENT' || parent === folder) throw error;
    return freeBytes(parent);
  }
}
