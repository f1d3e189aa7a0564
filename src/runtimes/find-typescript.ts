import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { RuntimeSpec } from '../ports/sandbox.ts';
import { isSystemPath, realFile } from './found-runtime.ts';

/** The folder of the TypeScript compiler that comes with Anneal; null where the installation left it out. */
export async function findTypeScript(): Promise<string | null> {
  try {
    return await realFile(dirname(createRequire(import.meta.url).resolve('typescript/package.json')));
  } catch {
    return null;
  }
}

/** The runtime with one folder more to read. */
export function withFolder(spec: RuntimeSpec, folder: string | null): RuntimeSpec {
  if (folder === null || isSystemPath(folder)) return spec;
  return { ...spec, id: `${spec.id}-typescript`, readOnlyPaths: [...spec.readOnlyPaths, folder] };
}
