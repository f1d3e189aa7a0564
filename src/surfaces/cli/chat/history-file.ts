import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Folders } from '../../../config/folders.ts';
import { writeAtomically } from '../write-atomically.ts';

const fileOf = ({ data }: Folders): string => join(data, 'chat-history.json');

/** Messages of earlier sessions, newest first; none when the file is missing or unreadable. */
export async function readHistory(folders: Folders): Promise<readonly string[]> {
  try {
    const lines: unknown = JSON.parse(await readFile(fileOf(folders), 'utf8'));
    return Array.isArray(lines) ? lines.filter((line) => typeof line === 'string') : [];
  } catch {
    return [];
  }
}

/** A history that cannot be kept is no reason to fail. */
export async function writeHistory(folders: Folders, lines: readonly string[]): Promise<void> {
  await writeAtomically(fileOf(folders), `${JSON.stringify(lines)}\n`, 0o600).catch(() => undefined);
}
