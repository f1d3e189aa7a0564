import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { AppError } from '../../domain/app-error.ts';
import type { PullProgress } from '../../ports/model-provider.ts';
import { abortableSleep } from '../abortable-sleep.ts';
import type { CatalogueEntry, HubSource } from './catalogue.ts';
import { BrokenDownloadError, type HubClient, type HubFile, unavailable } from './hub-file.ts';
import { noteVerified } from './verified-file.ts';

export type HubDownload = {
  readonly client: HubClient;
  /** Waits before the next tries after a broken connection, in milliseconds. */
  readonly waitsMs?: readonly number[];
  readonly signal: AbortSignal | undefined;
};

const defaultWaits = [1000, 3000, 10_000] as const;
const progressMs = 200;

/** The unfinished file and what it is a part of. */
export const partialFile = (target: string): string => `${target}.partial`;
const partialNote = (target: string): string => `${target}.partial.json`;

/** What is needed on the disk for the rest of the file. */
export async function bytesHere(target: string): Promise<number> {
  return stat(partialFile(target)).then(
    ({ size }) => size,
    () => 0,
  );
}

/**
 * Fetches one file beside its target, going on where an earlier try stopped, and puts it in place when its checksum fits: the
 * pinned one, else the source's own, with a warning. A broken connection keeps what came.
 */
export async function* downloadHubFile(
  entry: CatalogueEntry,
  source: HubSource,
  target: string,
  { client, waitsMs = defaultWaits, signal }: HubDownload,
): AsyncGenerator<PullProgress> {
  const described = await describe(entry, source, client, signal);
  const expected = entry.sha256 ?? described.sha256;
  if (expected === null) {
    throw unavailable(`${described.url.origin} names no checksum for ${entry.file}, so the file could not be verified.`);
  }
  const status = `fetching ${entry.file} from ${described.url.host} (${Math.round(described.bytes / 1e6)} MB, licence: ${entry.licence})`;
  const at = (completedBytes: number): PullProgress => ({ status, completedBytes, totalBytes: described.bytes });
  if (entry.sha256 === null) yield { ...at(0), warning: { feature: 'weights-checksum', detail: ownChecksumOnly(described, entry) } };

  const part = await openPart(target, described.url, expected, described.bytes, signal);
  try {
    for (let tries = 0; part.size < described.bytes; tries += 1) {
      yield at(part.size);
      try {
        yield* append(part, described, client, at, signal);
        if (part.size < described.bytes) throw new BrokenDownloadError(`${described.url.origin} ended the file too early`);
      } catch (error) {
        if (!(error instanceof BrokenDownloadError)) throw error;
        const wait = waitsMs[tries];
        if (wait === undefined) throw interrupted(error, entry, part.size, described.bytes);
        yield { status: `${error.message}; going on in ${wait / 1000} s`, completedBytes: part.size, totalBytes: described.bytes };
        await abortableSleep(wait, signal);
      }
    }
    await part.handle.sync();
  } finally {
    await part.handle.close();
  }
  const found = part.hash.digest('hex');
  if (found !== expected || part.size !== described.bytes) {
    await rm(partialFile(target), { force: true });
    await rm(partialNote(target), { force: true });
    throw new AppError(
      'weights-corrupt',
      `What came from ${described.url.origin} is another file than expected: its sha256 is ${found}, not ${expected}.`,
      'Nothing was kept. Run it again; if it stays so, something on the way changes the file (a proxy, a mirror: HF_ENDPOINT).',
    );
  }
  await rename(partialFile(target), target);
  await rm(partialNote(target), { force: true });
  await noteVerified(target, found);
  yield { status: `${entry.name} is ready`, completedBytes: described.bytes, totalBytes: described.bytes };
}

async function describe(entry: CatalogueEntry, source: HubSource, client: HubClient, signal: AbortSignal | undefined): Promise<HubFile> {
  try {
    return await client.describe(source.repository, entry.file, { signal });
  } catch (error) {
    throw error instanceof BrokenDownloadError ? unavailable(`${error.message}.`, undefined, error) : error;
  }
}

type Part = { readonly handle: FileHandle; hash: Hash; size: number };

/** What an earlier try left of the very same file, hashed again; else an empty part. */
async function openPart(target: string, url: URL, sha256: string, bytes: number, signal: AbortSignal | undefined): Promise<Part> {
  const note = JSON.stringify({ sha256, bytes, from: url.origin });
  const kept = await readFile(partialNote(target), 'utf8').catch(() => '');
  const same = kept === note && (await bytesHere(target)) <= bytes;
  if (!same) {
    await rm(partialFile(target), { force: true });
    await writeFile(partialNote(target), note);
  }
  const handle = await open(partialFile(target), 'a');
  try {
    const hash = createHash('sha256');
    let size = 0;
    if (same) {
      for await (const chunk of createReadStream(partialFile(target), { highWaterMark: 1 << 20 })) {
        signal?.throwIfAborted();
        hash.update(chunk as Uint8Array);
        size += (chunk as Uint8Array).length;
      }
    }
    return { handle, hash, size };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function* append(
  part: Part,
  file: HubFile,
  client: HubClient,
  at: (bytes: number) => PullProgress,
  signal: AbortSignal | undefined,
): AsyncGenerator<PullProgress> {
  const body = await client.open(file, part.size, signal);
  try {
    if (body.status === 200 && part.size > 0) {
      // The source cannot go on from the middle.
      await part.handle.truncate(0);
      part.hash = createHash('sha256');
      part.size = 0;
    }
    let shown = performance.now();
    for await (const chunk of body.chunks) {
      signal?.throwIfAborted();
      if (part.size === 0 && !Buffer.from(chunk.subarray(0, 4)).equals(Buffer.from('GGUF').subarray(0, chunk.length))) {
        throw unavailable(`What ${file.url.origin} sends is no GGUF file; something on the way answers in its place.`);
      }
      if (part.size + chunk.length > file.bytes)
        throw unavailable(`${file.url.origin} sends more than the ${file.bytes} bytes it announced.`);
      await part.handle.writeFile(chunk);
      part.hash.update(chunk);
      part.size += chunk.length;
      if (performance.now() - shown >= progressMs) {
        shown = performance.now();
        yield at(part.size);
      }
    }
  } finally {
    body.discard();
  }
}

function ownChecksumOnly({ url, sha256 }: HubFile, entry: CatalogueEntry): string {
  return `no checksum of ${entry.file} is pinned here: it is verified against what ${url.host} itself says (sha256 ${sha256})`;
}

function interrupted(cause: BrokenDownloadError, entry: CatalogueEntry, bytes: number, total: number): AppError {
  return new AppError(
    'weights-unavailable',
    `${cause.message}; ${Math.floor((100 * bytes) / total)} % of ${entry.file} is kept.`,
    `anneal models pull ${entry.name} goes on from there`,
    { cause },
  );
}
