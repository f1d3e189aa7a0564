import { stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { RuntimeSpec } from '../ports/sandbox.ts';
import { isSystemPath, realFile } from './found-runtime.ts';

/** The folder of the TypeScript compiler that comes with Anneal; null where it was left out, or where a sandbox could not read it. */
export async function findTypeScript(): Promise<string | null> {
  try {
    const folder = await realFile(dirname(createRequire(import.meta.url).resolve('typescript/package.json')));
    return (await isReadableInSandbox(folder)) ? folder : null;
  } catch {
    return null;
  }
}

/** Where Anneal runs as root, programs run as another user, to whom root's own folders are closed. */
async function isReadableInSandbox(folder: string): Promise<boolean> {
  if (process.getuid?.() !== 0) return true;
  const others = 0o001;
  for (let at = folder; ; at = dirname(at)) {
    if (((await stat(at)).mode & others) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

/** The runtime with one folder more to read. */
export function withFolder(spec: RuntimeSpec, folder: string | null): RuntimeSpec {
  if (folder === null || isSystemPath(folder)) return spec;
  return { ...spec, id: `${spec.id}-typescript`, readOnlyPaths: [...spec.readOnlyPaths, folder] };
}
