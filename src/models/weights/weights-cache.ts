import { open, rm, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { AppError } from '../../domain/app-error.ts';
import type { Abortable } from '../../ports/abortable.ts';
import type { ModelListing, PullProgress } from '../../ports/model-provider.ts';
import { type CatalogueEntry, catalogue, findEntry } from './catalogue.ts';
import { fetchWeights } from './fetch-weights.ts';
import { forgetVerified, isVerified, sha256Of } from './verified-file.ts';

export type FoundWeights = { readonly name: string; readonly file: string };

/** The weights behind a catalogue name or the path of a GGUF file, with their checksum verified where it is known. */
export async function findWeights(name: string, cacheFolder: string): Promise<FoundWeights> {
  const entry = findEntry(name);
  if (entry !== undefined) return cachedWeights(entry, cacheFolder);
  if (!name.includes('/') && !name.endsWith('.gguf')) throw unknownName(name);
  return givenWeights(resolve(name));
}

export async function listWeights(cacheFolder: string): Promise<readonly ModelListing[]> {
  return Promise.all(
    catalogue.map(async (entry) => ({
      name: entry.name,
      bytes: entry.bytes,
      present: (await sizeOf(join(cacheFolder, entry.file))) === entry.bytes,
      detail: `${entry.about}; ${entry.licence}`,
    })),
  );
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
  await rm(file, { force: true });
}

async function cachedWeights(entry: CatalogueEntry, cacheFolder: string): Promise<FoundWeights> {
  const file = join(cacheFolder, entry.file);
  if ((await sizeOf(file)) === null) {
    const megabytes = Math.round(entry.source.bytes / 1e6);
    throw new AppError(
      'model-missing',
      `The weights of ${entry.name} (${entry.about}) are not on this machine.`,
      `npx --no-install anneal models pull ${entry.name} (${megabytes} MB, once), or --model FILE with a GGUF file of your own`,
    );
  }
  if (!(await isVerified(file, entry.sha256))) {
    throw corrupt(file, entry, `npx --no-install anneal models rm ${entry.name} && npx --no-install anneal models pull ${entry.name}`);
  }
  return { name: entry.name, file };
}

async function givenWeights(file: string): Promise<FoundWeights> {
  if (!(await startsAsGguf(file))) {
    throw new AppError('weights-corrupt', `${file} is not a GGUF file.`, 'Give a file in the GGUF format with --model FILE.');
  }
  const known = catalogue.find((entry) => entry.file === basename(file));
  if (known !== undefined && (await sha256Of(file)) !== known.sha256)
    throw corrupt(file, known, `npx --no-install anneal models pull ${known.name}, then --model ${known.name}`);
  return { name: basename(file, '.gguf'), file };
}

async function startsAsGguf(file: string): Promise<boolean> {
  try {
    const handle = await open(file, 'r');
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
  return new AppError('weights-corrupt', `${file} does not have the checksum of ${entry.name} (sha256 ${entry.sha256}).`, fix);
}

function unknownName(name: string): AppError {
  const names = catalogue.map((entry) => entry.name).join(', ');
  return new AppError(
    'model-missing',
    `No weights are called '${name}'.`,
    `Known: ${names}. Or give the path of a GGUF file: --model FILE`,
  );
}
