import { join, resolve } from 'node:path';
import type envPaths from 'env-paths';

/** Where Anneal keeps what. Absolute paths; nothing is created here. */
export type Folders = { readonly config: string; readonly data: string; readonly cache: string };

/**
 * The platform's folders (XDG on Linux), or `config`, `data` and `cache` below `ANNEAL_HOME` when that is set.
 * `platformPaths` is passed in, because reading it costs start-up time that the override saves.
 */
export function chooseFolders(environment: Readonly<Record<string, string | undefined>>, platformPaths: typeof envPaths): Folders {
  const home = environment.ANNEAL_HOME;
  if (home !== undefined && home !== '') {
    const root = resolve(home);
    return { config: join(root, 'config'), data: join(root, 'data'), cache: join(root, 'cache') };
  }
  const { config, data, cache } = platformPaths('anneal', { suffix: '' });
  return { config, data, cache };
}

export const userConfigFile = (folders: Folders): string => join(folders.config, 'config.json');
export const trustFile = (folders: Folders): string => join(folders.config, 'trusted-folders.json');
export const storeFile = (folders: Folders): string => join(folders.data, 'runs.db');
export const benchFolder = (folders: Folders): string => join(folders.data, 'bench');
export const modelFolder = (folders: Folders): string => join(folders.cache, 'models');
