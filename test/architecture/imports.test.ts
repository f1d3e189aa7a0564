import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { beforeAll, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const { layers } = createRequire(import.meta.url)('../../scripts/layers.cjs') as { layers: Record<string, readonly string[]> };

/** The entry of the table that a path belongs to: `src/domain/value.ts` is in `domain`. */
const layerOf = (path: string): string | undefined => /^src\/([^/]+)/.exec(path)?.[1];

/** Every module of src/, with its imports. `types: false` leaves out those that are gone after compilation. */
async function importsOf({ types }: { readonly types: boolean }): Promise<ICruiseResult['modules']> {
  const { output } = await cruise(['src'], { baseDir: root, doNotFollow: { path: 'node_modules' }, tsPreCompilationDeps: types });
  return (output as ICruiseResult).modules;
}

describe('the table of imports', () => {
  const used = new Set<string>();
  beforeAll(async () => {
    for (const { source, dependencies } of await importsOf({ types: true })) {
      for (const { resolved } of dependencies) used.add(`${layerOf(source)} -> ${layerOf(resolved)}`);
    }
  }, 900_000);

  test('names exactly the folders of src/', () => {
    expect(Object.keys(layers).sort()).toEqual(readdirSync(`${root}src`).sort());
  });

  test('has no entry that no import uses', () => {
    const stale = Object.entries(layers).flatMap(([layer, allowed]) =>
      allowed.map((target) => `${layer} -> ${target}`).filter((edge) => !used.has(edge)),
    );
    expect(stale).toEqual([]);
  });

  test('would notice a wrong import', () => {
    // The cruise saw real edges: an empty result would let the test above pass on nothing.
    expect(used).toContain('engine -> ports');
    expect(used).not.toContain('domain -> engine');
    expect(used).not.toContain('surfaces -> models');
  });
});

test('the bin loads commander and no other package before a command asks for more, so that --help answers at once', {
  timeout: 900_000,
}, async () => {
  const modules = new Map((await importsOf({ types: false })).map((module) => [module.source, module.dependencies]));
  const loaded = new Set<string>(['src/main.ts']);
  const packages = new Set<string>();
  for (const source of loaded) {
    for (const { dynamic, coreModule, resolved, module } of modules.get(source) ?? []) {
      if (dynamic || coreModule) continue;
      if (resolved.startsWith('src/')) loaded.add(resolved);
      else packages.add(module);
    }
  }
  expect([...packages]).toEqual(['commander']);
  expect(loaded).toContain('src/surfaces/cli/program.ts');
});
