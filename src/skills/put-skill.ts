import { mkdir, realpath, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { AppError } from '../domain/app-error.ts';
import type { SkillDraft } from '../domain/skill.ts';
import { systemCode } from '../domain/system-error.ts';
import { badSkill } from './bad-skill.ts';
import { copyFolder } from './copy-folder.ts';
import { draftFiles } from './draft-files.ts';
import { placeFolder } from './place-folder.ts';
import { type ReadSkill, readFolder } from './read-folder.ts';
import { skillHash } from './skill-hash.ts';
import { checkedName } from './skill-places.ts';
import { rootToWrite, type SkillRootFolder, writeFailure } from './skill-root.ts';
import { writeFiles } from './write-files.ts';

type Putting = { readonly root: SkillRootFolder; readonly replace: boolean; readonly now: number };

/** Writes a new skill. Throws `conflict`, `bad-input`, `forbidden`, `store-unavailable` or `no-space`. */
export const putDraft = (draft: SkillDraft, putting: Putting): Promise<ReadSkill> =>
  put(
    draft.name,
    async (folder) => {
      await writeFiles(folder, draftFiles(draft));
      refuseUnlike(draft, await readFolder(folder, draft.name));
    },
    putting,
  );

/** What would read back as another skill is not written. */
function refuseUnlike(draft: SkillDraft, read: ReadSkill): void {
  const same = read.hash === skillHash(draft) && read.category === draft.category && read.body?.path === draft.body?.path;
  if (same) return;
  const [note = 'it would read back as another skill'] = read.notes;
  throw badSkill(draft.name, note, 'give the body a path such as scripts/name.py, and the category one such as text/parse');
}

/** Copies a folder from anywhere into a root. Throws as `putDraft`, and `not-found`. */
export async function putCopy(folder: string, putting: Putting): Promise<ReadSkill> {
  const from = resolve(folder);
  const source = await realpath(from).catch((cause: unknown) => {
    throw new AppError('not-found', `${folder}: no such folder`, 'name a folder that holds SKILL.md', { cause });
  });
  if (!(await stat(source)).isDirectory())
    throw new AppError('bad-input', `${folder}: it is a file, and a skill is a folder`, 'unpack it, look at it, then import the folder');
  // Read where it lies first: what is wrong is then said of the file that the person can see.
  await readFolder(source, checkedName(basename(from)));
  return put(basename(from), (target) => copyFolder(source, target), putting);
}

async function put(name: string, fill: (folder: string) => Promise<void>, { root, replace, now }: Putting): Promise<ReadSkill> {
  checkedName(name);
  const real = await rootToWrite(root);
  let written: ReadSkill | null = null;
  await placeFolder(real, name, {
    fill,
    check: async (folder) => {
      written = await readFolder(folder, name);
      return written.hash;
    },
    present: () => hashAt(join(real, name)),
    replace,
    now,
  });
  return written ?? readFolder(join(real, name));
}

/** Copies `from`, a skill's folder, to `into/name`; returns the new path. Throws `conflict` when something is there. */
export async function takeOut(from: string, name: string, into: string): Promise<string> {
  await readFolder(from, name);
  const target = join(resolve(into), name);
  try {
    await mkdir(resolve(into), { recursive: true });
    await mkdir(target);
  } catch (cause) {
    if (systemCode(cause) !== 'EEXIST') throw writeFailure(target, cause);
    throw new AppError('conflict', `${target}: something is there already`, 'name another folder', { cause });
  }
  await copyFolder(from, target);
  return target;
}

/** Null when the folder is no skill. */
export const hashAt = (folder: string): Promise<string | null> =>
  readFolder(folder).then(
    ({ hash }) => hash,
    () => null,
  );
