// Compiles src/ to dist/ with tsc, copies what is not TypeScript to the same place, and bundles the web page into dist/web/.
// The result appears at once (built beside it, then renamed), so that a program starting meanwhile sees a whole dist/.
// `--if-stale` does nothing when dist/ is newer than every source. `--prepare`, which npm calls after an installation, also
// passes where the compiler was left out on purpose.
import { spawn } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { compressPage } from './compress-page.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = join(root, 'src');
const pageSource = join(root, 'web');
const target = join(root, 'dist');
const stamp = join(target, '.built');
const assetExtensions = new Set(['.py', '.lua', '.cjs', '.wasm', '.json', '.jsonl', '.gbnf', '.md', '.mjs']);

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
  const inputs = [
    ...filesBelow(source),
    ...filesBelow(pageSource),
    join(root, 'tsconfig.json'),
    join(root, 'package.json'),
    fileURLToPath(import.meta.url),
  ];
  return inputs.every((path) => statSync(path).mtimeMs <= builtAt);
}

const script = (name) => join(root, 'node_modules', name);

/** Runs a script of a package; resolves to whether it went well. */
function ran(path, args) {
  return new Promise((resolve) => {
    // Whatever the caller runs as, what is built is for use: a test runner's NODE_ENV would make another page.
    const env = { ...process.env, NODE_ENV: 'production' };
    const child = spawn(process.execPath, [path, ...args], { cwd: root, env, stdio: ['ignore', 2, 2] });
    child.on('error', () => resolve(false));
    child.on('close', (code) => resolve(code === 0));
  });
}

async function build() {
  const startedAt = new Date();
  const staging = join(root, `dist.${process.pid}.tmp`);
  const compiler = script('typescript/bin/tsc');
  if (!existsSync(compiler)) {
    process.stderr.write('build: typescript is not installed; run `npm ci` with development dependencies\n');
    return process.argv.includes('--prepare') ? 0 : 1;
  }
  // Types are checked by the test command; leaving that out here makes the set-up three times faster.
  const compiled = await Promise.all([ran(compiler, ['--noCheck', '--outDir', staging]), buildPage(join(staging, 'web'))]);
  if (compiled.includes(false)) {
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

/** The web page. Without its development dependencies the one of an earlier build stays. */
async function buildPage(folder) {
  const bundler = script('vite/bin/vite.js');
  if (existsSync(bundler)) {
    const built = await ran(bundler, ['build', 'web', '--outDir', folder, '--logLevel', 'warn']);
    if (built) {
      tellFirstLoad(folder);
      compressPage(folder);
    }
    return built;
  }
  const earlier = join(target, 'web');
  if (existsSync(earlier)) cpSync(earlier, folder, { recursive: true });
  else process.stderr.write('build: the web page is left out: it needs development dependencies (npm ci)\n');
  return true;
}

/** What a browser fetches before it shows something: what index.html names. The rest comes when a screen needs it. */
function tellFirstLoad(folder) {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const named = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, path]) => join(folder, path));
  const kilobytes = (paths) => (paths.reduce((sum, path) => sum + gzipSync(readFileSync(path)).length, 0) / 1000).toFixed(0);
  const all = [...filesBelow(join(folder, 'assets'))];
  process.stderr.write(`build: the page's first load is ${kilobytes(named)} kB compressed, all of it ${kilobytes(all)} kB\n`);
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
if (!(onlyIfStale && isFresh())) process.exit(await build());
