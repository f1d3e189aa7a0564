// The checks that need no test to run: style, types, direction of imports, unused code. Runs all, then fails if one failed.
import { spawnSync } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

const checks = [
  { name: 'style (biome)', command: ['@biomejs/biome/bin/biome', 'check', '.'] },
  { name: 'types (tsc)', command: ['typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.test.json'] },
  { name: 'types of the page (tsc)', command: ['typescript/bin/tsc', '--noEmit', '-p', 'web'] },
  {
    name: 'imports (dependency-cruiser)',
    command: ['dependency-cruiser/bin/dependency-cruise.mjs', 'src', 'web/src', '--config', '.dependency-cruiser.cjs'],
  },
  { name: 'unused code (knip)', command: ['knip/bin/knip.js'] },
];

/** Returns the names of the checks that failed. */
export function runChecks() {
  const failed = [];
  for (const { name, command } of checks) {
    const [script, ...args] = command;
    const startedAt = performance.now();
    const { status } = spawnSync(process.execPath, [`node_modules/${script}`, ...args], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    console.log(`check: ${name}: ${status === 0 ? 'ok' : 'FAILED'} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`);
    if (status !== 0) failed.push(name);
  }
  return failed;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  process.exit(runChecks().length === 0 ? 0 : 1);
