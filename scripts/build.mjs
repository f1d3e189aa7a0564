// Compiles src/ to dist/ with tsc and copies what is not TypeScript to the same place.
// The result appears at once (built beside it, then renamed), so that a program starting meanwhile sees a whole dist/.
// `--if-stale` does nothing when dist/ is newer than every source. `--prepare`, which npm calls after an installation, also
// passes where the compiler was left out on purpose.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = join(root, 'src');
const target = join(root, 'dist');
const stamp = join(target, '.built');
const assetExtensions = new Set(['.py', '.lua', '.cjs', '.wasm', '.json', '.jsonl', '.gbnf', '.md']);

function* filesBelow(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (entry.isFile()) yield path;
  }
}

function isFresh() {
  if (!existsSync(stamp)) return false;
  const builtAt = statSync(stamp).mtimeMs;
  const inputs = [...filesBelow(source), join(root, 'tsconfig.json'), join(root, 'package.json'), fileURLToPath(import.meta.url)];
  return inputs.every((path) => statSync(path).mtimeMs <= builtAt);
}

function build() {
  const startedAt = new Date();
  const staging = join(root, `dist.${process.pid}.tmp`);
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  if (!existsSync(compiler)) {
    process.stderr.write('build: typescript is not installed; run `npm ci` with development dependencies\n');
    return process.argv.includes('--prepare') ? 0 : 1;
  }
  // Types are checked by the test command; leaving that out here makes the set-up three times faster.
  const compiled = spawnSync(process.execPath, [compiler, '--noCheck', '--outDir', staging], { cwd: root, stdio: ['ignore', 2, 2] });
  if (compiled.status !== 0) {
    rmSync(staging, { recursive: true, force: true });
    return 1;
  }
  for (const path of filesBelow(source)) {
    if (!assetExtensions.has(extname(path))) continue;
    const copy = join(staging, relative(source, path));
    mkdirSync(dirname(copy), { recursive: true });
    copyFileSync(path, copy);
  }
  writeFileSync(join(staging, '.built'), `${startedAt.toISOString()}\n`);
  // Dated at the start: a source that changed during the build counts as newer.
  utimesSync(join(staging, '.built'), startedAt, startedAt);
  replace(staging);
  return 0;
}

/** Another build may do the same at this moment: whoever comes last wins. */
function replace(staging) {
  for (let attempt = 1; ; attempt++) {
    const old = join(root, `dist.${process.pid}.${attempt}.old`);
    try {
      if (existsSync(target)) renameSync(target, old);
      renameSync(staging, target);
      rmSync(old, { recursive: true, force: true });
      return;
    } catch (error) {
      rmSync(old, { recursive: true, force: true });
      if (attempt === 5) throw error;
    }
  }
}

const onlyIfStale = process.argv.includes('--if-stale') || process.argv.includes('--prepare');
if (!(onlyIfStale && isFresh())) process.exit(build());
