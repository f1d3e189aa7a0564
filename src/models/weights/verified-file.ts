import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import type { Abortable } from '../../ports/abortable.ts';

/** The file's sha256 in hexadecimal. */
export async function sha256Of(file: string, { signal }: Abortable = {}): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20, ...(signal === undefined ? {} : { signal }) }))
    hash.update(chunk);
  return hash.digest('hex');
}

/** Whether a file of the cache has this checksum; a note beside it saves hashing a file that has not changed since. */
export async function isVerified(file: string, sha256: string): Promise<boolean> {
  const note = await noteFor(file, sha256);
  if ((await readFile(noteOf(file), 'utf8').catch(() => '')) === note) return true;
  if ((await sha256Of(file)) !== sha256) return false;
  await noteVerified(file, sha256);
  return true;
}

/** Notes that the file was just found to have this checksum. */
export async function noteVerified(file: string, sha256: string): Promise<void> {
  // Without the note, in a read-only folder, the next opening hashes again.
  await writeFile(noteOf(file), await noteFor(file, sha256)).catch(() => undefined);
}

/** The checksum that the file was fetched with, for files that have no pinned one; null when none is noted. */
export async function notedChecksum(file: string): Promise<string | null> {
  const text = await readFile(noteOf(file), 'utf8').catch(() => '');
  return /"sha256":"([0-9a-f]{64})"/u.exec(text)?.[1] ?? null;
}

export async function forgetVerified(file: string): Promise<void> {
  await rm(noteOf(file), { force: true });
}

async function noteFor(file: string, sha256: string): Promise<string> {
  const { size, mtimeMs } = await stat(file);
  return JSON.stringify({ sha256, size, mtimeMs });
}

function noteOf(file: string): string {
  return `${file}.verified`;
}
