import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'libsql';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { secondLargestDemo } from '../../src/models/mock/second-largest-demo.ts';
import { readEvents } from '../http/tiny-server.ts';
import { makePlace, type Place } from './anneal.ts';
import { listeningAt } from './serving.ts';

const bin = fileURLToPath(new URL('../../bin/anneal.js', import.meta.url));
// A disk of a given size needs a mount of its own, which bubblewrap gives without being root.
const canMount = spawnSync('bwrap', ['--dev-bind', '/', '/', '--size', '4096', '--tmpfs', '/tmp', 'true']).status === 0;

let place: Place;
const children: ChildProcess[] = [];
beforeEach(async () => {
  place = await makePlace();
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await place.remove();
});

type Serving = { readonly url: string; readonly stop: (signal: NodeJS.Signals) => Promise<void> };

async function serve(wrapper: readonly string[] = []): Promise<Serving> {
  const [command = '', ...args] = [...wrapper, process.execPath, bin, 'serve', '--port', '0', '-b', 'mock'];
  const env = { PATH: process.env.PATH ?? '', ANNEAL_HOME: place.home, OLLAMA_URL: 'http://127.0.0.1:9' };
  const child = spawn(command, args, { cwd: place.work, env, stdio: ['ignore', 'ignore', 'pipe'] });
  children.push(child);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = await listeningAt(child);
  return {
    url,
    async stop(signal) {
      child.kill(signal);
      await ended;
    },
  };
}

const { task, language, signature, examples } = secondLargestDemo;
const ask = async (url: string, body?: unknown): Promise<{ status: number; body: Record<string, unknown> }> => {
  const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(url, body === undefined ? {} : sent);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};
const facts = (events: readonly { readonly id: number | null }[]): number[] => events.flatMap(({ id }) => (id === null ? [] : [id]));

test('after kill -9 in mid-run a reader that comes back with its last id misses nothing and sees nothing twice', async () => {
  const first = await serve();
  const { body } = await ask(`${first.url}/api/runs`, { task, language, signature, examples });
  const path = `/api/runs/${String(body.runId)}/events`;
  const seen = facts(await readEvents(`${first.url}${path}`, {}, 14));
  await first.stop('SIGKILL');
  const second = await serve();
  const rest = await readEvents(`${second.url}${path}`, { 'Last-Event-ID': String(seen.at(-1)) });
  const all = [...seen, ...facts(rest)];
  expect(all).toEqual(all.map((_id, index) => index + 1));
  expect(rest.some(({ event }) => event === 'run-resume')).toBe(true);
  expect(rest.filter(({ id }) => id !== null).at(-1)?.event).toBe('run-end');
  await second.stop('SIGTERM');
});

test('while another process holds the lock of the store a request waits and succeeds; held for long it is told who to look for', async () => {
  const { url, stop } = await serve();
  const before = await ask(`${url}/api/runs`, { task, language, signature, examples });
  const other = new Database(join(place.home, storeFolder(), 'runs.db'), { timeout: 5000 });
  other.exec('begin immediate');
  const waiting = ask(`${url}/api/runs`, { task: 'While it is locked' });
  const held = ask(`${url}/api/sessions`, { message: 'Also while it is locked' });
  // Reading needs no lock.
  expect((await ask(`${url}/api/runs/${String(before.body.runId)}`)).status).toBe(200);
  await new Promise((resolve) => setTimeout(resolve, 500));
  other.exec('rollback');
  expect((await waiting).status).toBe(202);
  expect((await held).status).toBe(202);
  other.exec('begin immediate');
  const refused = await ask(`${url}/api/runs`, { task: 'For too long' });
  expect(refused).toMatchObject({
    status: 503,
    body: { code: 'store-unavailable', retryable: true, hint: expect.stringContaining('fuser') },
  });
  other.exec('rollback');
  other.close();
  expect((await ask(`${url}/api/runs`, { task: 'After it' })).status).toBe(202);
  await stop('SIGTERM');
});

test.runIf(canMount)(
  'on a full disk the answer says so, and what was promised before can still be read',
  async () => {
    await mkdir(place.home, { recursive: true });
    const { url, stop } = await serve([
      'bwrap',
      '--dev-bind',
      '/',
      '/',
      '--die-with-parent',
      '--size',
      String(2 << 20),
      '--tmpfs',
      place.home,
    ]);
    const promised: string[] = [];
    const long = 'x'.repeat(30_000);
    for (let index = 0; ; index += 1) {
      const { status, body } = await ask(`${url}/api/runs`, { task: `Request ${index} ${long}` });
      if (status !== 202) {
        expect({ status, body }).toMatchObject({ status: 507, body: { code: 'no-space', hint: expect.stringContaining('df -h') } });
        break;
      }
      promised.push(String(body.runId));
    }
    expect(promised.length).toBeGreaterThan(5);
    for (const runId of promised) expect((await ask(`${url}/api/runs/${runId}`)).status).toBe(200);
    const refusals = [
      await ask(`${url}/generate`, { prompt: task }),
      await ask(`${url}/chat`, { session_id: 'full', message: task }),
      await ask(`${url}/v1/chat/completions`, { model: 'anneal', messages: [{ role: 'user', content: task }] }),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([507, 507, 507]);
    for (const { body } of refusals) expect(JSON.stringify(body)).toContain('"code":"no-space"');
    // Whoever follows what was promised hears its end, or why it does not come.
    const told = await Promise.all(promised.map(async (runId) => (await fetch(`${url}/api/runs/${runId}/events`)).text()));
    for (const text of told) expect(text).toMatch(/event: end\ndata: .*\n\n$|event: problem\ndata: {"code":"no-space".*\n\n$/);
    expect(told.filter((text) => text.includes('event: problem'))).not.toEqual([]);
    expect(await ask(`${url}/healthz`)).toMatchObject({ status: 200, body: { status: 'ok' } });
    await stop('SIGKILL');
  },
  60_000,
);

/** Where below the home the store lies. */
function storeFolder(): string {
  const found = readdirSync(place.home, { recursive: true, encoding: 'utf8' }).find((name) => name.endsWith('runs.db'));
  return found === undefined ? '' : found.slice(0, -'runs.db'.length);
}
