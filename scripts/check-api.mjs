// Asks everything of the real service that its OpenAPI document allows, and much that it does not: Schemathesis looks for failures of
// ours (5xx) and for answers that the document does not promise. Part of `npm test`, bounded in time. Needs Python 3.10 or later with pip, a
// built dist/, and the package index the first time; without the package it says so and passes.
// By hand: npm run build && node scripts/check-api.mjs [further options of `schemathesis run`]
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const version = '4.32.5';
const folder = join(process.env.ANNEAL_TEST_CACHE ?? join(homedir(), '.cache', 'anneal-test'), `schemathesis-${version}`);
const tool = join(folder, 'bin', 'schemathesis');
const bin = fileURLToPath(new URL('../bin/anneal.js', import.meta.url));
/** A stream's end is not the answer's; fetching weights and measuring take minutes. */
const streams = '/events$';
const slow = ['POST /api/models', 'POST /api/doctor'];
const mostMs = 150_000;
const by = process.argv.includes('--in-test') ? 'test' : 'hand';
const more = process.argv.slice(2).filter((argument) => argument !== '--in-test');

/** Why there is no tool here; null when there is one. */
function whyNot() {
  if (existsSync(tool)) return null;
  console.log(`check-api: fetching schemathesis ${version} (20 MB of wheels) into ${folder}`);
  const wheels = ['--quiet', '--only-binary=:all:', '--target', folder, `schemathesis==${version}`];
  const fetched = spawnSync('python3', ['-m', 'pip', 'install', ...wheels], { encoding: 'utf8' });
  if (fetched.status === 0) return null;
  rmSync(folder, { recursive: true, force: true });
  return `the package could not be fetched: ${(fetched.stderr ?? String(fetched.error)).trim().slice(0, 200)}`;
}

/** The service on a free port, with a home of its own. */
function startService(home) {
  const child = spawn(process.execPath, [bin, 'serve', '--backend', 'mock', '--port', '0', '--max-queued', '1000'], {
    env: { PATH: process.env.PATH, HOME: home, ANNEAL_HOME: home },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return new Promise((resolve, reject) => {
    let text = '';
    child.stderr.setEncoding('utf8').on('data', (piece) => {
      text += piece;
      const url = /listening on (http:\S+)/.exec(text)?.[1];
      if (url !== undefined) resolve({ child, url, said: () => text });
    });
    child.once('exit', () => reject(new Error(`the service ended: ${text.slice(-500)}`)));
  });
}

const reason = whyNot();
if (reason !== null) {
  console.log(`check-api: skipped, ${reason}`);
  process.exit(0);
}
const home = mkdtempSync(join(tmpdir(), 'anneal-check-api-'));
const service = await startService(home);
// Beside, so that what the service says is read meanwhile.
const checking = spawn(
  tool,
  [
    ...['run', `${service.url}/openapi.json`, '--exclude-path-regex', streams, ...slow.flatMap((name) => ['--exclude-name', name])],
    // A signature, an example or a cursor that cannot be read is refused, which no schema can say.
    ...['--exclude-checks', 'positive_data_acceptance'],
    ...['--max-examples', '5', '--request-timeout', '60', '--no-color', '--seed', '1'],
    ...more,
  ],
  { stdio: ['ignore', 'pipe', 'inherit'], cwd: home, env: { ...process.env, PYTHONPATH: folder } },
);
let said = '';
checking.stdout.setEncoding('utf8').on('data', (piece) => {
  said += piece;
});
// On a busy machine it may not come to its end: what it has found by then counts, and it is told that there was no more time.
let isCut = false;
const timer = setTimeout(() => {
  isCut = true;
  checking.kill('SIGINT');
  setTimeout(() => checking.kill('SIGKILL'), 10_000).unref();
}, mostMs);
const status = await new Promise((resolve) => checking.once('close', resolve));
clearTimeout(timer);
const ended = new Promise((resolve) => service.child.once('exit', resolve));
service.child.kill('SIGTERM');
await ended;
const failures = service
  .said()
  .split('\n')
  .filter((line) => /^\s+at |internal/.test(line));
if (failures.length > 0) console.log(`check-api: the service said:\n${failures.slice(0, 20).join('\n')}`);
rmSync(home, { recursive: true, force: true });
const isRight = (isCut ? !/= FAILURES =|= ERRORS =/.test(said) : status === 0) && failures.length === 0;
const cases = /(\d+) generated/.exec(said)?.[1] ?? 'no';
if (!isRight || by === 'hand') console.log(said);
console.log(`check-api: ${isRight ? 'no failure' : 'failed'}, ${cases} cases${isCut ? `, cut off after ${mostMs / 1000} s` : ''}`);
process.exit(isRight ? 0 : 1);
