import { constants } from 'node:fs';
import { access, mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../weights/is-alive.ts';

const memoryFolder = '/dev/shm';
const namePattern = /^anneal-prefixes-(\d+)-/;
const neededBytes = 256 * 1024 * 1024;

/** A private folder for evaluated prompts, in memory where there is room. Folders of processes that are gone are removed on the way. */
export async function createStateFolder(): Promise<string> {
  const parent = (await hasRoom(memoryFolder)) ? memoryFolder : tmpdir();
  await removeAbandoned(parent);
  return mkdtemp(join(parent, `anneal-prefixes-${process.pid}-`));
}

async function hasRoom(folder: string): Promise<boolean> {
  try {
    await access(folder, constants.W_OK);
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize >= neededBytes;
  } catch {
    return false;
  }
}

async function removeAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const owner = namePattern.exec(name)?.[1];
    if (owner === undefined || isAlive(Number(owner))) continue;
    // Another user's folder stays where it is.
    await rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined);
  }
}
