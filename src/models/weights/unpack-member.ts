import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Unzip, UnzipInflate } from 'fflate';
import { AppError } from '../../domain/app-error.ts';
import type { Abortable } from '../../ports/abortable.ts';

const chunkBytes = 1 << 20;

/** Streams one member of a zip archive into a new file, hashing it on the way; holds a few megabytes at a time. */
export async function unpackMember(
  archive: string,
  member: string,
  target: string,
  { signal }: Abortable = {},
): Promise<{ readonly sha256: string }> {
  const hash = createHash('sha256');
  let inflated: Uint8Array[] = [];
  let found = false;
  let ended = false;
  let failure: Error | null = null;
  const unzip = new Unzip((file) => {
    if (file.name !== member) return;
    found = true;
    file.ondata = (error, data, final) => {
      if (error !== null) failure = error;
      else inflated.push(data);
      ended ||= final;
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  const output = await open(target, 'wx');
  try {
    for await (const chunk of createReadStream(archive, { highWaterMark: chunkBytes })) {
      signal?.throwIfAborted();
      unzip.push(chunk);
      for (const data of inflated) {
        hash.update(data);
        await output.writeFile(data);
      }
      inflated = [];
      if (failure !== null || ended) break;
    }
    if (failure !== null || !found || !ended) throw broken(archive, member, failure);
    await output.sync();
  } finally {
    await output.close();
  }
  return { sha256: hash.digest('hex') };
}

function broken(archive: string, member: string, cause: Error | null): AppError {
  return new AppError('weights-corrupt', `${archive} does not hold a whole ${member}.`, 'Fetch it again.', { cause });
}
