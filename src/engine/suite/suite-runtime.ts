import type { RuntimeSpec } from '../../ports/sandbox.ts';

/** The runtime as a test file needs it: with the folders of the test framework to read. Every sandbox shows the system's own. */
export function withFrameworkFolders(spec: RuntimeSpec, folders: readonly string[]): RuntimeSpec {
  const own = folders.filter((folder) => !folder.startsWith('/usr/'));
  return { ...spec, readOnlyPaths: [...new Set([...spec.readOnlyPaths, ...own])] };
}
