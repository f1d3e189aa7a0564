import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '../domain/app-error.ts';
import { systemCode } from '../domain/system-error.ts';
import { writeFailure } from './skill-root.ts';
import { isThere, tidyRoot, unfinishedNames } from './unfinished-folders.ts';

/** Its name is no skill's, because that begins with no dot. */
export const historyFolder = '.history';

export type Placing = {
  /** Writes the folder's files into the empty folder that it is given. */
  readonly fill: (folder: string) => Promise<void>;
  /** The hash of what was written. Throws when that is no skill. */
  readonly check: (folder: string) => Promise<string>;
  /** The hash of the skill that is there, for its place in the history; null when it cannot be read. */
  readonly present: () => Promise<string | null>;
  readonly replace: boolean;
  readonly now: number;
};

/**
 * Puts a folder to `root/name`, complete or not at all, and also when this process is killed: it is written beside its place,
 * checked, brought to the disk and called ready; what was there moves to the history, and the new one to its place. Whoever
 * looks while the place is empty does that last step (`finishUnfinished`). Throws `conflict` when the name is taken and may not be.
 */
export async function placeFolder(root: string, name: string, { fill, check, present, replace, now }: Placing): Promise<void> {
  const target = join(root, name);
  await tidyRoot(root, now);
  if (!replace && (await isThere(target))) throw taken(name);
  const names = unfinishedNames(name, randomBytes(6).toString('hex'));
  const [filling, ready] = [join(root, names.filling), join(root, names.ready)];
  try {
    await mkdir(filling);
    await fill(filling);
    const hash = await check(filling);
    await bringToDisk(filling);
    await rename(filling, ready);
    await syncFolder(root);
    for (let again = mostTries; !(await moveIn(ready)); again -= 1) if (!replace || again === 0) throw taken(name);
    await syncFolder(root);

    async function moveIn(from: string): Promise<boolean> {
      const kept = replace && (await isThere(target)) ? await keepInHistory(root, name, await present(), now) : null;
      try {
        // A folder that appeared meanwhile is not overwritten: rename refuses one that holds something.
        await rename(from, target);
        return true;
      } catch (error) {
        const code = systemCode(error);
        if (code === 'ENOENT' && (await wasMovedIn(hash))) return true;
        if (code === 'ENOTEMPTY' || code === 'EEXIST' || code === 'ENOTDIR') return false;
        // Where even that fails the earlier one stays in the history, and the first failure says more.
        if (kept !== null) await rename(kept, target).catch(() => undefined);
        throw error;
      }
    }

    /** Whoever looked meanwhile did it; the next writer may have replaced it already. */
    async function wasMovedIn(hash: string): Promise<boolean> {
      return (await present()) === hash || (await readHistory(root, name)).some((entry) => entry.hash === hash);
    }
  } catch (error) {
    for (const path of [filling, ready]) await rm(path, { recursive: true, force: true });
    throw writeFailure(target, error);
  }
}

/** Others who put a skill of that name there meanwhile. */
const mostTries = 8;

const taken = (name: string): AppError =>
  new AppError(
    'conflict',
    `there is a skill ${name} already`,
    `see it with anneal skills show ${name}; choose another name, or replace it with --replace`,
  );

/** Moves `root/name` to the history; returns where it is now, a folder that can be imported again; null: there was none. */
export async function keepInHistory(root: string, name: string, hash: string | null, now: number): Promise<string | null> {
  const history = join(root, historyFolder);
  for (let at = now; ; at += 1) {
    const place = join(history, name, `${at}-${hash ?? 'unreadable'}`);
    try {
      await mkdir(dirname(place), { recursive: true });
      // A project's history is its version control's affair, not ours to add.
      await writeFile(join(history, '.gitignore'), '*\n');
      await mkdir(place);
    } catch (error) {
      if (systemCode(error) === 'EEXIST') continue;
      throw writeFailure(place, error);
    }
    try {
      await rename(join(root, name), join(place, name));
      return join(place, name);
    } catch (error) {
      await rmdir(place);
      if (systemCode(error) === 'ENOENT') return null;
      throw writeFailure(place, error);
    }
  }
}

export async function readHistory(root: string, name: string): Promise<readonly { at: number; hash: string; folder: string }[]> {
  const folder = join(root, historyFolder, name);
  const names = await readdir(folder).catch(() => []);
  const entries = names.flatMap((entry) => {
    const parts = /^(\d{1,16})-([0-9a-f]{64}|unreadable)$/u.exec(entry);
    return parts === null ? [] : [{ at: Number(parts[1]), hash: parts[2] ?? '', folder: join(folder, entry, name) }];
  });
  const there = await Promise.all(entries.map((entry) => isThere(entry.folder)));
  return entries.filter((_, index) => there[index] === true);
}

async function bringToDisk(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const handle = await open(join(entry.parentPath, entry.name));
    await handle.sync().finally(() => handle.close());
  }
  await syncFolder(folder);
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}
