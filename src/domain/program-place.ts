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
