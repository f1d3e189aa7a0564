import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { IndexEntry } from './folder-index.ts';

/** What was read of skill folders, by their real path: so that a list need not read each of a thousand again. */
export type FolderIndex = {
  entries(): Promise<Map<string, IndexEntry>>;
  /** A cache that cannot be written is none: that is no failure. */
  save(): Promise<void>;
};

/** Raised whenever what an entry holds, or how a folder is read, changes. */
const version = 1;

/** An index that outlives the process in `file`; null keeps it in memory only. */
export function createFolderIndex(file: string | null): FolderIndex {
  let loaded: Promise<Map<string, IndexEntry>> | null = null;
  const load = async (): Promise<Map<string, IndexEntry>> => {
    if (file === null) return new Map();
    try {
      const data = JSON.parse(await readFile(file, 'utf8')) as { v?: unknown; entries?: Record<string, IndexEntry> };
      return data.v === version ? new Map(Object.entries(data.entries ?? {})) : new Map();
    } catch {
      // Not there, or half of another version: what it says can be found again.
      return new Map();
    }
  };
  const entries = (): Promise<Map<string, IndexEntry>> => {
    loaded ??= load();
    return loaded;
  };
  return {
    entries,
    async save() {
      if (file === null) return;
      const unfinished = `${file}.${process.pid}-${randomBytes(6).toString('hex')}`;
      try {
        await mkdir(dirname(file), { recursive: true });
        await writeFile(unfinished, JSON.stringify({ v: version, entries: Object.fromEntries(await entries()) }), { mode: 0o600 });
        await rename(unfinished, file);
      } catch {
        await rm(unfinished, { force: true }).catch(() => undefined);
      }
    },
  };
}
