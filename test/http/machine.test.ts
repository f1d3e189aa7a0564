import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openMeasuredProfiles } from '../../src/composition/measured-profiles.ts';
import { keepReport } from '../../src/surfaces/cli/keep-report.ts';
import { startLocalHub } from '../models/weights/local-hub.ts';
import { type TinyServer, tinyServer } from './tiny-server.ts';

const weights = 'qwen2.5-coder-0.5b';
type Hub = Awaited<ReturnType<typeof startLocalHub>>;

let server: TinyServer;
let hub: Hub;
beforeAll(async () => {
  hub = await startLocalHub();
  vi.stubEnv('HF_ENDPOINT', hub.url);
  server = await tinyServer({ delayMs: 300 });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await server.close();
  await hub.close();
});

type Listing = { name: string; present: boolean; partialBytes?: number; bytes: number; licence?: string };
type Backend = { backend: string; models: Listing[]; error: { code: string; hint: string } | null };
async function listed(): Promise<{ embedded: Listing | undefined; ollama: Backend | undefined; taken: unknown }> {
  const { body } = await server.ask('GET', '/api/models');
  const { backends, taken } = body as { backends: Backend[]; taken: unknown };
  const of = (name: string) => backends.find(({ backend }) => backend === name);
  return { embedded: of('llama-cpp')?.models.find(({ name }) => name === weights), ollama: of('ollama'), taken };
}

async function ended(id: unknown): Promise<Record<string, unknown>> {
  for (;;) {
    const { body } = await server.ask('GET', `/api/jobs/${String(id)}`);
    if (body.state !== 'running') return body;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe('models', () => {
  test('are listed by backend with licence and size; a server that is not there says so, and why a run takes which', async () => {
    const { embedded, ollama, taken } = await listed();
    expect(embedded).toMatchObject({ present: false, licence: 'Apache-2.0', bytes: expect.any(Number) });
    expect(ollama).toMatchObject({ models: [], error: { code: 'model-unreachable', hint: expect.any(String) } });
    expect(taken).toMatchObject({ backend: 'llama-cpp', model: expect.any(String), why: expect.stringContaining('no Ollama answers') });
  });

  test('are fetched by a job that tells how far it is, go on after a cut, and are removed', async () => {
    hub.mood = { cutAfter: [100_000], silent: false };
    const begun = await server.ask('POST', '/api/models', { backend: 'llama-cpp', name: weights });
    expect(begun).toMatchObject({ status: 202, body: { kind: 'pull', subject: `llama-cpp:${weights}`, state: 'running' } });
    expect(begun.headers.get('location')).toBe(`/api/jobs/${begun.body.id}`);
    const again = await server.ask('POST', '/api/models', { name: weights });
    expect(again.body.id).toBe(begun.body.id);
    expect((await server.ask('DELETE', `/api/models/llama-cpp/${weights}`)).body).toMatchObject({ code: 'conflict' });
    const done = await ended(begun.body.id);
    expect(done).toMatchObject({ state: 'done', error: null, step: { what: expect.any(String) }, endedAt: expect.any(Number) });
    expect(done.warnings).toEqual([expect.stringContaining('weights-checksum')]);
    const { embedded, taken } = await listed();
    expect(embedded).toMatchObject({ present: true, bytes: hub.content.length });
    expect(taken).toMatchObject({ model: weights, present: true });
    expect((await server.ask('GET', '/api/jobs')).body.items).toMatchObject([{ id: begun.body.id, state: 'done' }]);

    expect(await server.ask('DELETE', `/api/models/llama-cpp/${weights}`)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect((await server.ask('DELETE', `/api/models/llama-cpp/${weights}?inUse=true`)).status).toBe(204);
    expect((await listed()).embedded).toMatchObject({ present: false });
    expect((await server.ask('DELETE', `/api/models/llama-cpp/${weights}`)).status).toBe(404);
  });

  test('stop coming when the job is cancelled, and what is here is kept for the next time', async () => {
    hub.mood = { cutAfter: [100_000, 0, 0, 0, 0, 0, 0, 0] };
    const { body } = await server.ask('POST', '/api/models', { name: weights });
    for (;;) {
      const { step } = (await server.ask('GET', `/api/jobs/${body.id}`)).body as { step: { what: string } | null };
      if (step?.what.includes('going on in')) break;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect((await server.ask('POST', `/api/jobs/${body.id}/cancel`)).body).toMatchObject({ state: 'cancelled', error: null });
    expect((await listed()).embedded).toMatchObject({ present: false, partialBytes: 100_000 });
    hub.mood = {};
  });

  test('that cannot be fetched leave a failed job with its hint', async () => {
    const { body } = await server.ask('POST', '/api/models', { backend: 'ollama', name: 'qwen2.5-coder:7b' });
    expect(await ended(body.id)).toMatchObject({ state: 'failed', error: { code: 'model-unreachable', hint: expect.any(String) } });
  });

  test.each([
    [{ name: '../../etc/passwd' }, 'no such weights'],
    [{ name: '/root/model.gguf' }, 'no such weights'],
    [{ backend: 'ollama', name: 'evil.example/owner/model' }, 'not the name'],
    [{ backend: 'ollama', name: 'evil.example:8080/model' }, 'not the name'],
    [{ backend: 'ollama', name: 'http://169.254.169.254/' }, 'not the name'],
    [{ backend: 'anthropic', name: 'x' }, 'fetches and removes no models'],
    [{ backend: '__proto__', name: 'x' }, 'fetches and removes no models'],
    [{ name: 'smollm3', baseUrl: 'http://evil.example' }, 'baseUrl'],
  ])('are named, never addressed: %j is refused', async (sent, why) => {
    const { status, body } = await server.ask('POST', '/api/models', sent);
    expect(status).toBe(422);
    expect(body.detail).toContain(why);
    const { backend = 'llama-cpp', name = '' } = sent as { backend?: string; name?: string };
    const removed = await server.ask('DELETE', `/api/models/${encodeURIComponent(backend)}/${encodeURIComponent(name)}?inUse=true`);
    expect(removed.status).toBeGreaterThanOrEqual(400);
    expect(server.warnings).toEqual([]);
  });
});

describe('doctor', () => {
  test('says what works and the fix for what does not, and what was measured', async () => {
    const { save } = openMeasuredProfiles(join(server.home, 'data'));
    const form = { form: 'chat' as const, right: 3, trials: 4, note: null };
    await save({
      ...{ v: 1, model: `llama-cpp:${weights}`, fingerprint: null, language: 'lua', at: 7, seconds: 12, questions: 9, timedOut: 0 },
      ...{ speed: null, forms: [form], longestRight: 40, tests: { right: 4, trials: 8, replies: 2 }, decisions: null, context: null },
      ...{ schema: null, thinks: false, samples: null, seeds: null },
    });
    const { status, body } = await server.ask('GET', '/api/doctor');
    expect(status).toBe(200);
    const checks = body.checks as { name: string; ok: boolean; needed: boolean; fix: string | null }[];
    expect(checks.map(({ name }) => name)).toEqual([
      'python',
      'lua',
      'node',
      'sandbox',
      'model',
      'weights',
      'ollama',
      'store',
      'skills',
      'disk',
      'memory',
    ]);
    expect(checks.find(({ name }) => name === 'ollama')).toMatchObject({ ok: false, needed: false, fix: expect.any(String) });
    expect(checks[0]).not.toHaveProperty('exit');
    expect(body.measurements).toMatchObject([
      {
        model: `llama-cpp:${weights}`,
        at: 7,
        findings: expect.arrayContaining([expect.objectContaining({ seen: expect.stringContaining('3 of 4') })]),
      },
    ]);
  });

  test('measures nothing beside runs, and says why it cannot measure', async () => {
    const { body: run } = await server.ask('POST', '/api/runs', { task: 'Give me something' });
    expect(await server.ask('POST', '/api/doctor', {})).toMatchObject({ status: 409, body: { code: 'conflict' } });
    await server.ask('POST', `/api/runs/${run.runId}/cancel`);
    expect((await server.ask('POST', '/api/doctor', { language: 'cobol' })).status).toBe(422);
    expect((await server.ask('GET', '/api/jobs/nothing')).status).toBe(404);
  });
});

describe('bench reports', () => {
  const row = (id: string, confidence: number, right: boolean | null, rightCandidates: number) => ({
    ...{ id, language: 'python', status: right === null ? 'failed' : 'success', confidence, right, candidates: 4, rightCandidates },
    ...{ greedyRight: false, tokens: 100, seconds: 2, error: null },
  });
  const figure = (pass1: number) => ({ pass1, ci: [pass1 - 0.1, pass1 + 0.1] });
  const tasks = {
    ...{
      tasks: 4,
      model: 'm',
      random: figure(0.4),
      greedy: figure(0.3),
      selected: figure(0.5),
      oracle: figure(0.75),
      difference: { value: 0.1, ci: [-0.1, 0.3] },
    },
    rows: [row('a', 0.9, true, 4), row('b', 0.9, false, 2), row('c', 0.4, true, 1), row('d', 0, null, 0)],
  };

  const keep = async (kind: string, report: object): Promise<void> => {
    const note = vi.fn();
    const folders = { config: server.home, cache: server.home, data: join(server.home, 'data') };
    const context = { deps: { folders: async () => folders }, terminal: { note, alert: note } };
    await keepReport(context as unknown as Parameters<typeof keepReport>[0], { kind, title: 'tasks.jsonl', model: 'm' }, report);
    expect(note).toHaveBeenCalledWith(expect.stringMatching(/^kept as \d{8}T\d{6}-/), 'dim');
  };

  test('are none at first, then listed a page at a time, shown with what can be drawn of them, and removed', async () => {
    expect((await server.ask('GET', '/api/bench')).body).toEqual({ items: [], nextCursor: null });
    await keep('tasks', tasks);
    await keep('sandbox', { python: { candidatesPerSecond: 90, baseline: 'pytest', baselinePerSecond: 3 }, cores: 2 });
    await keep('replay', { tasks: 2, selectors: { ours: { pass1: 0.6, ece: 0.1, auroc: 0.7 } }, seconds: 1 });
    // Of another version, or no report at all.
    await mkdir(join(server.home, 'data', 'bench'), { recursive: true });
    await writeFile(join(server.home, 'data', 'bench', '29990101T000000-tasks-0000.json'), '{"v": 2}');
    await writeFile(join(server.home, 'data', 'secret.json'), JSON.stringify({ v: 1, id: 'secret' }));

    const ids: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body } = await server.ask('GET', `/api/bench?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
      ids.push(...(body.items as { id: string }[]).map(({ id }) => id));
      cursor = body.nextCursor as string | null;
    }
    expect(ids).toHaveLength(3);
    expect(ids).toEqual([...ids].sort().reverse());

    const of = async (kind: string) => (await server.ask('GET', `/api/bench/${ids.find((id) => id.includes(kind))}`)).body;
    const shown = await of('tasks');
    expect(shown).toMatchObject({
      kind: 'tasks',
      title: 'tasks.jsonl',
      shares: [
        { name: 'random', value: 0.4, low: 0.30000000000000004, high: 0.5 },
        { name: 'greedy' },
        { name: 'selected' },
        { name: 'oracle' },
      ],
      tasks: [{ id: 'a', share: 1, right: true }, { share: 0.5, right: false }, { share: 0.25 }, { share: 0, right: null }],
      // The one that was not answered has no place in either.
      reliability: [
        { confidence: 0.4, right: 1, tasks: 1 },
        { confidence: 0.9, right: 0.5, tasks: 2 },
      ],
      coverage: [
        { answered: 0.5, wrong: 0.5 },
        { answered: 0.75, wrong: 1 / 3 },
      ],
      difference: { value: 0.1, low: -0.1, high: 0.3 },
      ece: expect.closeTo((0.6 + 2 * 0.4) / 3),
      report: tasks,
    });
    expect(await of('sandbox')).toMatchObject({ shares: [], rates: [{ name: 'python', value: 90, baseline: 3, baselineName: 'pytest' }] });
    expect(await of('replay')).toMatchObject({ shares: [{ name: 'ours', value: 0.6, low: null }], tasks: [] });

    for (const id of ['..%2fsecret', 'secret', '29990101T000000-tasks-0000'])
      expect([404, 422]).toContain((await server.ask('GET', `/api/bench/${id}`)).status);
    expect((await server.ask('DELETE', `/api/bench/${ids[0]}`)).status).toBe(204);
    expect((await server.ask('DELETE', `/api/bench/${ids[0]}`)).status).toBe(404);
    expect((await server.ask('DELETE', '/api/bench/..%2fsecret')).status).toBe(422);
    expect(await readFile(join(server.home, 'data', 'secret.json'), 'utf8')).toContain('secret');
  });
});
