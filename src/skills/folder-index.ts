import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { contractPath } from './contract-file.ts';
import type { ReadSkill } from './read-folder.ts';
import { testsPath } from './tests-file.ts';

/** What a list needs of a skill. */
export type IndexedSkill = Omit<
  ReadSkill,
  'markdown' | 'instructions' | 'license' | 'compatibility' | 'metadata' | 'body' | 'tests' | 'notes'
> & {
  readonly bodyPath: string | null;
};

export type IndexEntry = { readonly fingerprint: string; readonly readAt: number; readonly skill: IndexedSkill };

/**
 * How long after its last change a file may still change within the same tick of the file system's clock, milliseconds: until
 * then, what was read of it is not relied on.
 */
const settledMs = 2_000;

/**
 * What changes when a file of the skill does: kind, inode, size and both times of each file that is read, and of the folders
 * between. Nobody can change a file and put its change time back.
 */
export function fingerprintOf(folder: string, bodyPath: string | null): { readonly text: string; readonly newest: number } {
  const files = [
    '',
    'SKILL.md',
    'skill.md',
    'references',
    contractPath,
    'scripts',
    ...(bodyPath === null ? [] : [bodyPath, testsPath(bodyPath)]),
  ];
  let newest = 0;
  const parts = files.map((file) => {
    const found = lstatSync(join(folder, file), { throwIfNoEntry: false });
    if (found === undefined) return '-';
    newest = Math.max(newest, found.ctimeMs);
    return `${found.mode}:${found.ino}:${found.size}:${found.mtimeMs}:${found.ctimeMs}`;
  });
  return { text: parts.join(' '), newest };
}

/** The entry still tells what lies in the folder. */
export function isFresh(entry: IndexEntry, folder: string): boolean {
  const { text, newest } = fingerprintOf(folder, entry.skill.bodyPath);
  return text === entry.fingerprint && entry.readAt - newest > settledMs;
}
