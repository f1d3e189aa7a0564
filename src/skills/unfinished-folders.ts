import { lstat, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../domain/system-error.ts';
import { nameFault } from './standard-fields.ts';

/** A folder that is being filled, and one that is whole and on its way to its place. Neither is a skill's name, which begins with no dot. */
const beingFilled = '.new-';
const onItsWay = '.ready-';

/** What a killed writer left is removed once nobody can be writing it any more. */
const unfinishedMs = 60 * 60 * 1000;

/** Where one writer, of this process, fills a skill's folder, and where that folder waits for its place. */
export function unfinishedNames(name: string, random: string): { readonly filling: string; readonly ready: string } {
  const tail = `${name}-${process.pid}-${random}`;
  return { filling: `${beingFilled}${tail}`, ready: `${onItsWay}${tail}` };
}

/** Whether of these names in a root some wait for their place. */
export const hasUnfinished = (names: readonly string[]): boolean => names.some((name) => name.startsWith(onItsWay));

/**
 * Brings whole folders to their places where nothing is, whoever was to do it: a writer that was killed between taking the old
 * one away and putting the new one there has replaced it. What stands beside a skill that was not taken away yet goes with its writer.
 */
export async function finishUnfinished(root: string, now: number): Promise<void> {
  for (const entry of await namesIn(root)) {
    const [, name = '', pid = ''] = /^\.ready-(.+)-(\d{1,10})-[0-9a-f]{12}$/u.exec(entry) ?? [];
    const ready = join(root, entry);
    if (nameFault(name) !== null || (await lstat(ready).catch(() => null))?.isDirectory() !== true) continue;
    if (await isThere(join(root, name))) {
      if (!isAlive(Number(pid)) || (await ageOf(ready, now)) > unfinishedMs) await rm(ready, { recursive: true, force: true }).catch(left);
    } else await rename(ready, join(root, name)).catch(left);
  }
}

/** The same, and removes what was never filled to its end. */
export async function tidyRoot(root: string, now: number): Promise<void> {
  await finishUnfinished(root, now);
  for (const entry of await namesIn(root)) {
    const path = join(root, entry);
    if (entry.startsWith(beingFilled) && (await ageOf(path, now)) > unfinishedMs) await rm(path, { recursive: true, force: true });
  }
}

/** Its writer, or another reader, was there first, or nothing may be written here. */
function left(error: unknown): void {
  const harmless = ['ENOENT', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS'];
  if (!harmless.includes(systemCode(error) ?? '')) throw error;
}

const namesIn = (root: string): Promise<readonly string[]> => readdir(root).catch(() => []);

export const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

const ageOf = (path: string, now: number): Promise<number> =>
  lstat(path).then(
    ({ mtimeMs }) => now - mtimeMs,
    () => 0,
  );

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return systemCode(error) === 'EPERM';
  }
}
