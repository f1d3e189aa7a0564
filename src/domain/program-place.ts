/** Where a program of several files lies among them. Paths are relative POSIX ones below one root. */
export type ProgramPlace = {
  /** The program's folder; empty for the root. */
  readonly folder: string;
  /** Folders in which modules are looked for by their name alone, first the tests' own. */
  readonly searched: readonly string[];
};

/** The place of a program beside its test file. */
export function placeBesideTests({ file, program }: { readonly file: string; readonly program: string }): ProgramPlace {
  const folder = folderOf(program);
  return { folder, searched: [...new Set([folderOf(file), '', folder, 'src', 'lib'])] };
}

/** The folder part of a relative POSIX path; empty for a file at the root. */
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** The last part of a POSIX path. */
export const fileNameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** A relative POSIX path from a folder, without `.` and `..` as far as they lead nowhere above the root. */
export function joinedPath(folder: string, path: string): string {
  const parts: string[] = [];
  for (const part of `${folder}/${path}`.split('/')) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}

/** How a file names another one: a path that begins with `./` or `../`. */
export function pathBetween(from: string, to: string): string {
  const own = folderOf(from)
    .split('/')
    .filter((part) => part !== '');
  const target = to.split('/');
  let shared = 0;
  while (shared < own.length && shared < target.length - 1 && own[shared] === target[shared]) shared += 1;
  const up = own.slice(shared).map(() => '..');
  return [...(up.length === 0 ? ['.'] : up), ...target.slice(shared)].join('/');
}

/** Where vitest keeps the snapshots of a test file, and looks for them by itself. */
export function snapshotFile(file: string): string {
  const folder = folderOf(file);
  const beside = `__snapshots__/${fileNameOf(file)}.snap`;
  return folder === '' ? beside : `${folder}/${beside}`;
}
