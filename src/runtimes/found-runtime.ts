import { access, constants, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { RuntimeSpec } from '../ports/sandbox.ts';

/** An interpreter that answered with a version that will do. */
export type FoundRuntime = { readonly spec: RuntimeSpec; readonly version: string };

/** What a sandbox shows of the host anyway. */
export const isSystemPath = (file: string): boolean => file.startsWith('/usr/') || file.startsWith('/bin/');

/**
 * Existing programs of these names: those under /usr first, because a sandbox runs as a user who may not read a home
 * folder, then the others of PATH, in its order.
 */
export async function programsNamed(
  names: readonly string[],
  environment: { readonly PATH?: string | undefined },
): Promise<readonly string[]> {
  const folders = [...new Set(['/usr/bin', '/usr/local/bin', ...(environment.PATH ?? '').split(path.delimiter), '/opt/homebrew/bin'])];
  const candidates = folders.filter((folder) => path.isAbsolute(folder)).flatMap((folder) => names.map((name) => path.join(folder, name)));
  const found: string[] = [];
  for (const file of candidates) {
    if (await isExecutable(file)) found.push(file);
  }
  return [...found.filter(isSystemPath), ...found.filter((file) => !isSystemPath(file))];
}

export async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The file behind links, so that what a sandbox mounts is where the program really is. */
export async function realFile(file: string): Promise<string> {
  try {
    return await realpath(file);
  } catch {
    return file;
  }
}
