import { constants } from 'node:fs';
import { access } from 'node:fs/promises';

/** The first of these absolute paths that can be executed; null when there is none. */
export async function findExecutable(paths: readonly string[]): Promise<string | null> {
  for (const path of paths) {
    const found = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (found) return path;
  }
  return null;
}
