import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { badSkill } from './bad-skill.ts';
import { unreadable } from './safe-file.ts';
import { skillLimits } from './skill-limits.ts';

export type FolderFile = { readonly path: string; readonly bytes: number; readonly executable: boolean };

/**
 * All files below a folder, counted before anything is copied. Throws `bad-input` for links, pipes, sockets and devices, and for
 * more files, bytes or nesting than a skill may have.
 */
export async function walkFolder(folder: string): Promise<readonly FolderFile[]> {
  const files: FolderFile[] = [];
  let bytes = 0;
  let entries = 0;
  const smaller = 'take out what is no part of the skill';
  const below = async (inside: string, depth: number): Promise<void> => {
    const here = join(folder, inside);
    if (depth > skillLimits.depth) throw badSkill(here, `its folders are nested more than ${skillLimits.depth} deep`, smaller);
    const names: string[] = [];
    // One by one: a folder with a million entries is left after the first few.
    for await (const { name } of await opendir(here).catch((cause: unknown) => {
      throw unreadable(here, cause);
    })) {
      names.push(name);
      entries += 1;
      if (entries > 2 * skillLimits.files) throw badSkill(folder, `it has more than ${skillLimits.files} files`, smaller);
    }
    for (const name of names.sort()) {
      const path = inside === '' ? name : `${inside}/${name}`;
      const found = await lstat(join(folder, path));
      if (found.isSymbolicLink())
        throw badSkill(join(folder, path), 'it is a symbolic link; links are not followed', 'put a copy of the file there');
      if (found.isDirectory()) await below(path, depth + 1);
      else if (found.isFile()) {
        bytes += found.size;
        if (bytes > skillLimits.folderBytes) throw badSkill(folder, `it has more than ${skillLimits.folderBytes} bytes`, smaller);
        files.push({ path, bytes: found.size, executable: (found.mode & 0o100) !== 0 });
        if (files.length > skillLimits.files) throw badSkill(folder, `it has more than ${skillLimits.files} files`, smaller);
      } else throw badSkill(join(folder, path), 'it is neither a file nor a folder', smaller);
    }
  };
  await below('', 0);
  return files;
}
