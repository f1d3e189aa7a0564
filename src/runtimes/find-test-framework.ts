import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../domain/app-error.ts';
import type { SuiteFramework } from '../ports/test-suite.ts';
import { programsNamed, realFile } from './found-runtime.ts';

export type FrameworkSearch = {
  readonly framework: SuiteFramework;
  /** Folder of the test file: its own project comes first. */
  readonly near: string;
  /** The interpreter that the person named, if any. */
  readonly python?: string | null;
};

/**
 * Host folders that hold the test framework of a file; empty when none is needed: unittest and node:test come with the language,
 * and busted, luaunit and vitest files run on our own collectors. Only the file system is looked at; nothing of the project is run.
 * Throws `runtime-missing` with the command that installs it.
 */
export async function findTestFramework({ framework, near, python = null }: FrameworkSearch): Promise<readonly string[]> {
  if (framework !== 'pytest') return [];
  for (const folder of [...(await projectPackages(near)), ...(await packagesOf(python)), ...(await systemPackages())]) {
    if (await isFolder(path.join(folder, '_pytest'))) return [folder];
  }
  throw new AppError('runtime-missing', 'The tests need pytest, and it was not found.', `${python ?? 'python3'} -m pip install pytest`);
}

const isFolder = async (file: string): Promise<boolean> => (await stat(file).catch(() => null))?.isDirectory() === true;

/** Virtual environments beside the test file and in the folders above it. */
async function projectPackages(near: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (let folder = near; ; folder = path.dirname(folder)) {
    for (const name of ['.venv', 'venv', 'env']) found.push(...(await sitePackages(path.join(folder, name))));
    if (path.dirname(folder) === folder) return found;
  }
}

/** Packages below a prefix: `lib/python3.11/site-packages` and Debian's `dist-packages`. */
async function sitePackages(prefix: string): Promise<readonly string[]> {
  const lib = path.join(prefix, 'lib');
  const versions = (await readdir(lib).catch(() => [])).filter((name) => /^python3/.test(name)).sort();
  const folders = versions.reverse().flatMap((version) => ['site-packages', 'dist-packages'].map((name) => path.join(lib, version, name)));
  const there = await Promise.all(folders.map(isFolder));
  return folders.filter((_folder, index) => there[index]);
}

/** A virtual environment, or the prefix of an interpreter: `PREFIX/bin/python`, as it is named and as it is. */
async function packagesOf(python: string | null): Promise<readonly string[]> {
  if (python === null) return [];
  if (await isFolder(python)) return sitePackages(python);
  const prefixes = [python, await realFile(python)].map((file) => path.dirname(path.dirname(file)));
  return (await Promise.all([...new Set(prefixes)].map(sitePackages))).flat();
}

async function systemPackages(): Promise<readonly string[]> {
  const programs = await programsNamed(['python3', 'python', 'pytest'], process.env);
  const prefixes = [...new Set((await Promise.all(programs.map(realFile))).map((file) => path.dirname(path.dirname(file))))];
  const found = await Promise.all(['/usr', '/usr/local', ...prefixes].map(sitePackages));
  return [...new Set(found.flat())];
}
