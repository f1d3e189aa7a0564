import { randomBytes } from 'node:crypto';
import { lstat, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '../domain/app-error.ts';
import { systemCode } from '../domain/system-error.ts';
import { writeFailure } from './skill-root.ts';

/** Neither name is a skill's, because a skill's name begins with no dot. */
export const historyFolder = '.history';
const unfinishedPrefix = '.new-';

/** What a killed writer left is removed once nobody can be writing it any more. */
const unfinishedMs = 60 * 60 * 1000;

export type Placing = {
  /** Writes the folder's files into the empty folder that it is given. */
  readonly fill: (folder: string) => Promise<void>;
  /** Throws when what was written is no skill. */
  readonly check: (folder: string) => Promise<void>;
  /** The hash of the skill that is there, for its place in the history; null when it cannot be read. */
  readonly present: () => Promise<string | null>;
  readonly replace: boolean;
  readonly now: number;
};

/**
 * Puts a folder to `root/name`, complete or not at all: it is written beside its place, checked, brought to the disk, then
 * renamed. What was there moves to the history. Throws `conflict` when the name is taken and may not be.
 */
export async function placeFolder(root: string, name: string, { fill, check, present, replace, now }: Placing): Promise<void> {
  const target = join(root, name);
  await removeUnfinished(root, now);
  if (!replace && (await exists(target))) throw taken(name);
  const unfinished = join(root, `${unfinishedPrefix}${name}-${process.pid}-${randomBytes(6).toString('hex')}`);
  try {
    await mkdir(unfinished);
    await fill(unfinished);
    await check(unfinished);
    await bringToDisk(unfinished);
    const kept = replace && (await exists(target)) ? await keepInHistory(root, name, await present(), now) : null;
    try {
      // A folder that appeared meanwhile is not overwritten: rename refuses one that holds something.
      await rename(unfinished, target);
    } catch (error) {
      // Where even that fails the earlier one stays in the history, and the first failure says more.
      if (kept !== null) await rename(kept, target).catch(() => undefined);
      const code = systemCode(error);
      throw code === 'ENOTEMPTY' || code === 'EEXIST' || code === 'ENOTDIR' ? taken(name) : error;
    }
    await syncFolder(root);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw writeFailure(target, error);
  }
}

const taken = (name: string): AppError =>
  new AppError(
    'conflict',
    `there is a skill ${name} already`,
    `see it with anneal skills show ${name}; choose another name, or replace it with --replace`,
  );

/** Moves `root/name` to the history; returns where it is now, a folder that can be imported again. */
export async function keepInHistory(root: string, name: string, hash: string | null, now: number): Promise<string> {
  const history = join(root, historyFolder);
  for (let at = now; ; at += 1) {
    const place = join(history, name, `${at}-${hash ?? 'unreadable'}`);
    try {
      await mkdir(dirname(place), { recursive: true });
      // A project's history is its version control's affair, not ours to add.
      await writeFile(join(history, '.gitignore'), '*\n');
      await mkdir(place);
      await rename(join(root, name), join(place, name));
      return join(place, name);
    } catch (error) {
      if (systemCode(error) !== 'EEXIST') throw writeFailure(place, error);
    }
  }
}

export async function readHistory(root: string, name: string): Promise<readonly { at: number; hash: string; folder: string }[]> {
  const folder = join(root, historyFolder, name);
  const names = await readdir(folder).catch(() => []);
  return names.flatMap((entry) => {
    const parts = /^(\d{1,16})-([0-9a-f]{64}|unreadable)$/u.exec(entry);
    return parts === null ? [] : [{ at: Number(parts[1]), hash: parts[2] ?? '', folder: join(folder, entry, name) }];
  });
}

const exists = async (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

async function removeUnfinished(root: string, now: number): Promise<void> {
  for (const name of await readdir(root)) {
    if (!name.startsWith(unfinishedPrefix)) continue;
    const path = join(root, name);
    const age =
      now -
      (await stat(path).then(
        ({ mtimeMs }) => mtimeMs,
        () => now,
      ));
    if (age > unfinishedMs) await rm(path, { recursive: true, force: true });
  }
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
