import { readlinkSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemCode } from '../../domain/system-error.ts';

/** A number of a process means something only in its namespace of processes: containers may share a temporary folder. */
const namespace = (): string => {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0';
  } catch {
    // No /proc, so no such namespaces either.
    return '0';
  }
};

const namePattern = /^anneal-(?:bait|job|pipe)-(\d+)-(\d+)-/;

/** A fresh folder that names its owner, so that it can be swept if this process is killed before it removes it. */
export const createTemporaryFolder = (kind: 'bait' | 'job' | 'pipe'): Promise<string> =>
  mkdtemp(join(tmpdir(), `anneal-${kind}-${namespace()}-${process.pid}-`));

/** Removes what processes left that have ended since, as far as this user may. */
export async function sweepTemporaryFolders(): Promise<void> {
  const mine = namespace();
  for (const name of await readdir(tmpdir())) {
    const [, theirs, pid] = namePattern.exec(name) ?? [];
    if (theirs !== mine || !hasEnded(Number(pid))) continue;
    // Another user's stays where it is, for that user's next start.
    await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined);
  }
}

function hasEnded(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return systemCode(error) === 'ESRCH';
  }
}
