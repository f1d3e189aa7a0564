import { readFile, realpath } from 'node:fs/promises';
import { z } from 'zod';
import { AppError } from '../domain/app-error.ts';
import { systemCode } from '../domain/system-error.ts';
import { type Folders, trustFile } from './folders.ts';
import { writeConfigFile } from './write-config-file.ts';

const trustSchema = z.object({ folders: z.array(z.string()) });

/** The folders whose project file counts in full. Real paths. */
export async function readTrustedFolders(folders: Folders): Promise<ReadonlySet<string>> {
  const file = trustFile(folders);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    if (systemCode(cause) === 'ENOENT') return new Set();
    throw new AppError('bad-config', `${file}: cannot be read`, `check its permissions: ls -l ${file}`, { cause });
  }
  try {
    return new Set(trustSchema.parse(JSON.parse(text)).folders);
  } catch (cause) {
    throw new AppError('bad-config', `${file}: not a list of trusted folders`, `rm ${file}`, { cause });
  }
}

/** Adds or takes away one folder; returns its real path. */
export async function changeTrust(folders: Folders, folder: string, trusted: boolean): Promise<string> {
  const path = await realpath(folder).catch((cause: unknown) => {
    throw new AppError('not-found', `${folder}: no such folder`, 'name an existing folder', { cause });
  });
  const current = new Set(await readTrustedFolders(folders));
  if (trusted) current.add(path);
  else current.delete(path);
  const file = trustFile(folders);
  await writeConfigFile(file, { folders: [...current].sort() });
  return path;
}
