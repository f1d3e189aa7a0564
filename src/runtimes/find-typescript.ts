import { stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { RuntimeSpec } from '../ports/sandbox.ts';
import { realFile } from './found-runtime.ts';

/** The TypeScript compiler that comes with Anneal: its folder here, and where a sandbox shows it. */
export type TypeScriptCompiler = { readonly host: string; readonly inside: string };

/** Null where the installation left it out, or where a sandbox could not read it. */
export async function findTypeScript(): Promise<TypeScriptCompiler | null> {
  try {
    const host = await realFile(dirname(createRequire(import.meta.url).resolve('typescript/package.json')));
    return (await isReadableInSandbox(host)) ? { host, inside: '/opt/anneal/typescript' } : null;
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

/** The runtime with the compiler to read. */
export function withCompiler(spec: RuntimeSpec, compiler: TypeScriptCompiler | null): RuntimeSpec {
  if (compiler === null) return spec;
  return { ...spec, id: `${spec.id}-typescript`, mounts: [...(spec.mounts ?? []), compiler] };
}
