import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { readInputFile } from '../read-input-file.ts';

const maxFileBytes = 256 * 1024;
/** A data file travels into every run of the tests. */
const maxDataBytes = 8 * 1024 * 1024;
/** A folder with one of these is where a project begins. */
const markers = ['.git', 'package.json', 'pyproject.toml', 'setup.py', 'setup.cfg', 'tox.ini', 'pytest.ini', '.busted', '.luarc.json'];
const mostLevels = 8;

/** `bytes`: null for a file that is too large, of `size` bytes. */
export type ProjectData = { readonly bytes: Uint8Array | null; readonly size: number };

/** Reads files of one project; paths are relative POSIX ones below its root. */
export type ProjectFiles = {
  /** The path of a file on this machine. */
  readonly pathOf: (file: string) => Promise<string>;
  /** The text of a file; null for what is not there, lies outside, is hidden, too large or no text. Links are followed inside only. */
  readonly read: (path: string) => Promise<string | null>;
  /** The bytes of a file that `read` refuses to take for a text; null for what is not there, lies outside, is hidden or too large. */
  readonly readData: (path: string) => Promise<ProjectData | null>;
  /** Files directly in a folder; none where there is no such folder. */
  readonly list: (folder: string) => Promise<readonly string[]>;
};

/**
 * The project that all of these files belong to: the nearest folder above them with a project's marker, else the folder that holds them
 * all, and never inside a Python package.
 */
export async function openProject(files: readonly string[]): Promise<ProjectFiles> {
  const real = await Promise.all(files.map((file) => realpath(file)));
  const root = await rootOf(commonFolder(real.map((file) => dirname(file))));
  const inside = async (path: string): Promise<string | null> => {
    if (path.split('/').some((part) => part.startsWith('.'))) return null;
    const file = await realpath(join(root, path)).catch(() => null);
    return file === null || relative(root, file).startsWith('..') ? null : file;
  };
  return {
    pathOf: async (file) =>
      relative(root, await realpath(file))
        .split(sep)
        .join('/'),
    async read(path) {
      const file = await inside(path);
      return file === null ? null : await readInputFile(file, { what: 'imported', maxBytes: maxFileBytes }).catch(() => null);
    },
    async readData(path) {
      const file = await inside(path);
      const found = file === null ? null : await stat(file).catch(() => null);
      if (file === null || found === null || !found.isFile()) return null;
      return { bytes: found.size > maxDataBytes ? null : await readFile(file).catch(() => null), size: found.size };
    },
    async list(path) {
      const folder = await inside(path);
      if (folder === null) return [];
      const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
      return entries.flatMap((entry) => (entry.isFile() ? [path === '' ? entry.name : `${path}/${entry.name}`] : []));
    },
  };
}

function commonFolder(folders: readonly string[]): string {
  const [first = '/', ...others] = folders;
  let common = first;
  for (const folder of others) while (relative(common, folder).startsWith('..')) common = dirname(common);
  return common;
}

async function rootOf(common: string): Promise<string> {
  let packageRoot = common;
  while ((await has(packageRoot, '__init__.py')) && dirname(packageRoot) !== packageRoot) packageRoot = dirname(packageRoot);
  let folder = packageRoot;
  for (let level = 0; level < mostLevels && folder !== homedir() && dirname(folder) !== folder; level += 1) {
    for (const marker of markers) if (await has(folder, marker)) return folder;
    folder = dirname(folder);
  }
  return packageRoot;
}

const has = (folder: string, name: string): Promise<boolean> =>
  stat(join(folder, name)).then(
    () => true,
    () => false,
  );
