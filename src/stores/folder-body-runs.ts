import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../domain/app-error.ts';
import { type BodyRun, bodyRunSchema } from '../domain/body-run.ts';
import { noSpaceFor, systemCode, systemReason } from '../domain/system-error.ts';
import type { BodyRunStore } from '../ports/body-run-store.ts';
import { makeFolder } from './make-folder.ts';

/** Finished runs that are kept beside those that wait. */
const mostKept = 500;

export type Holder = {
  /** Names this process among all that may work on runs. */
  readonly name: string;
  readonly isGone: (name: string) => boolean;
};

/** A file a run, readable by its owner only: these runs are few, and nothing asks across them. */
export function openFolderBodyRuns(folder: string, holder: Holder): BodyRunStore {
  const file = (id: string): string => {
    if (!/^[\w-]{1,80}$/.test(id))
      throw new AppError('not-found', `there is no run of a skill named ${JSON.stringify(id)}`, 'anneal skills runs');
    return join(folder, `${id}.json`);
  };
  const read = async (id: string): Promise<BodyRun | null> => {
    let text: string;
    try {
      text = await readFile(file(id), 'utf8');
    } catch (cause) {
      if (systemCode(cause) === 'ENOENT') return null;
      throw unavailable(file(id), cause);
    }
    try {
      return bodyRunSchema.parse(JSON.parse(text));
    } catch (cause) {
      throw new AppError('store-unavailable', `${file(id)}: no run of a skill can be read from it`, `rm ${file(id)}`, { cause });
    }
  };
  const list = async (limit: number): Promise<readonly BodyRun[]> => {
    const names = await readdir(folder).catch((cause: unknown) => {
      if (systemCode(cause) === 'ENOENT') return [];
      throw unavailable(folder, cause);
    });
    const ids = names.flatMap((name) => /^([\w-]+)\.json$/.exec(name)?.[1] ?? []);
    const runs = await Promise.all(ids.map((id) => read(id).catch(() => null)));
    return runs
      .flatMap((run) => run ?? [])
      .sort((a, b) => b.at - a.at)
      .slice(0, limit);
  };
  const hold = async (id: string, again = true): Promise<(() => Promise<void>) | null> => {
    const lock = file(id).replace(/json$/, 'lock');
    try {
      await writeFile(lock, holder.name, { flag: 'wx', mode: 0o600 });
      return () => rm(lock, { force: true });
    } catch (cause) {
      if (systemCode(cause) !== 'EEXIST') throw unavailable(lock, cause);
    }
    if (!again || !holder.isGone(await readFile(lock, 'utf8').catch(() => ''))) return null;
    await rm(lock, { force: true });
    return hold(id, false);
  };
  return {
    read,
    list,
    hold: (id) => hold(id),
    async save(run) {
      const place = file(run.id);
      try {
        await makeFolder(folder);
        await writeFile(`${place}.tmp`, JSON.stringify(run), { mode: 0o600 });
        await rename(`${place}.tmp`, place);
      } catch (cause) {
        throw unavailable(place, cause);
      }
      const finished = (await list(Number.POSITIVE_INFINITY)).filter(({ state }) => state !== 'waiting');
      for (const old of finished.slice(mostKept)) await rm(file(old.id), { force: true });
    },
  };
}

function unavailable(place: string, cause: unknown): AppError {
  const hint = `make it readable and writable for you: ls -ld ${place}`;
  return noSpaceFor(place, cause) ?? new AppError('store-unavailable', `${place}: ${systemReason(cause)}`, hint, { cause });
}
