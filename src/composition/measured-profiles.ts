import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../domain/app-error.ts';
import { type ModelMeasurement, measurementSchema } from '../domain/model-measurement.ts';
import { isAbsent, systemReason } from '../domain/system-error.ts';

/** What models were measured to be good at, one file a model below the data folder. */
export type MeasuredProfiles = {
  /** The last measurement of these very weights; null when there is none, or none that this version can read. */
  readonly find: (model: string, fingerprint: string | undefined) => Promise<ModelMeasurement | null>;
  /** All that can be read, the newest first. */
  readonly all: () => Promise<readonly ModelMeasurement[]>;
  /** Replaces an older one of the same weights; returns the file. */
  readonly save: (measurement: ModelMeasurement) => Promise<string>;
};

export function openMeasuredProfiles(dataFolder: string): MeasuredProfiles {
  const folder = join(dataFolder, 'profiles');
  return {
    find: (model, fingerprint) => readMeasurement(join(folder, fileOf(model, fingerprint ?? null))),
    all: async () => {
      const names = await readdir(folder).catch((cause: unknown) => {
        if (isAbsent(cause)) return [];
        throw new AppError(
          'store-unavailable',
          `${folder}: cannot be read (${systemReason(cause)})`,
          `make it readable: ls -ld ${folder}`,
          {
            cause,
          },
        );
      });
      const found = await Promise.all(names.filter((name) => name.endsWith('.json')).map((name) => readMeasurement(join(folder, name))));
      return found.filter((measurement) => measurement !== null).sort((one, other) => other.at - one.at);
    },
    save: async (measurement) => {
      await mkdir(folder, { recursive: true });
      const file = join(folder, fileOf(measurement.model, measurement.fingerprint));
      const half = `${file}.${process.pid}.tmp`;
      try {
        await writeFile(half, `${JSON.stringify(measurement, null, 2)}\n`);
        await rename(half, file);
      } finally {
        await rm(half, { force: true });
      }
      return file;
    },
  };
}

async function readMeasurement(file: string): Promise<ModelMeasurement | null> {
  try {
    return measurementSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    // Not there, written by another version or damaged is the same to a run: it goes on with the shipped profile, and the next
    // measurement replaces the file.
    return null;
  }
}

/** A name that a person recognises, and a hash that tells other weights of the same name apart. */
function fileOf(model: string, fingerprint: string | null): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([model, fingerprint]))
    .digest('hex');
  return `${model.replaceAll(/[^\w.-]+/g, '_').slice(0, 60)}-${hash.slice(0, 12)}.json`;
}
