import { realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Folders } from './folders.ts';
import { readTrustedFolders } from './trusted-folders.ts';

export type SkillFolders = {
  readonly project: { readonly folder: string; readonly project: string; readonly trusted: boolean };
  readonly user: string;
  /** What was read of the folders, so that lists are quick; may be removed at any time. */
  readonly index: string;
};

/** Where skills lie for whoever works in `workingFolder`. Nothing is created here. */
export async function findSkillFolders(folders: Folders, workingFolder: string): Promise<SkillFolders> {
  const project = await findProject(workingFolder);
  const trusted = (await readTrustedFolders(folders)).has(await realpath(project));
  return {
    project: { folder: join(project, '.agents', 'skills'), project, trusted },
    user: join(folders.data, 'skills'),
    index: join(folders.cache, 'skills-index.json'),
  };
}

/** The nearest folder, from the working folder up, that has skills or is a repository's root; else the working folder. */
async function findProject(workingFolder: string): Promise<string> {
  for (let folder = workingFolder; ; folder = dirname(folder)) {
    if ((await isThere(join(folder, '.agents', 'skills'))) || (await isThere(join(folder, '.git')))) return folder;
    if (dirname(folder) === folder) return workingFolder;
  }
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
