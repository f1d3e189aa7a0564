import { afterEach, describe, expect, test } from 'vitest';
import type { RunEvent } from '../../src/domain/run-event.ts';
import { runResultSchema } from '../../src/domain/run-result.ts';
import { request } from '../runs/child/tiny-service.ts';
import { readEvents, type TinyServer, tinyServer, until } from './tiny-server.ts';

let server: TinyServer;
afterEach(() => server.close());

const begin = async (body: Record<string, unknown> = {}): Promise<string> =>
  String((await server.ask('POST', '/api/runs', { task: 'Give me something', ...body })).body.runId);

describe('/api/runs', () => {
  test('a run is promised at once, can be followed, shown, listed and removed', async () => {
    server = await tinyServer();
    const { status, headers, body } = await server.ask('POST', '/api/runs', {
      task: 'Sum of a list',
      language: 'lua',
      examples: ['f({1}) == 1'],
    });
    expect(status).toBe(202);
    expect(headers.get('location')).toBe(`/api/runs/${body.runId}`);
    const events = await readEvents(`${server.url}/api/runs/${body.runId}/events`);
    const facts = events.filter(({ id }) => id !== null);
    expect(facts.map(({ id }) => id)).toEqual(facts.map((_fact, index) => index + 1));
    expect(facts.map(({ event }) => event)).toEqual([
      ...['run-queue', 'run-start', 'round-start', 'candidate-add', 'candidate-add', 'selection-end', 'run-end'],
    ]);
    expect(events.at(-1)?.event).toBe('end');
    const shown = await server.ask('GET', `/api/runs/${body.runId}`);
    expect(runResultSchema.parse(shown.body)).toMatchObject({ status: 'success', language: 'lua', state: 'done' });
    expect((await server.ask('GET', '/api/runs')).body).toMatchObject({
      items: [{ id: body.runId, title: 'Sum of a list' }],
      nextCursor: null,
    });
    expect((await server.ask('DELETE', `/api/runs/${body.runId}`)).status, server.warnings.join()).toBe(204);
    expect(await server.ask('GET', `/api/runs/${body.runId}`)).toMatchObject({ status: 404, body: { code: 'not-found' } });
  });

  test('one Idempotency-Key is one run; another request under it is refused', async () => {
    server = await tinyServer();
    const ask = (task: string) => server.ask('POST', '/api/runs', { task }, { 'Idempotency-Key': 'k1' });
    const [first, second] = [await ask('a'), await ask('a')];
    expect(second.body.runId).toBe(first.body.runId);
    expect(await ask('b')).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect((await server.ask('GET', '/api/runs')).body.items).toHaveLength(1);
  });

  test('pages follow one another without gap or repeat', async () => {
    server = await tinyServer();
    for (let index = 0; index < 5; index += 1) await begin();
    const seen: unknown[] = [];
    let cursor = '';
    do {
      const { body } = await server.ask('GET', `/api/runs?limit=2${cursor}`);
      seen.push(...(body.items as { id: string }[]).map(({ id }) => id));
      cursor = body.nextCursor === null ? '' : `&cursor=${body.nextCursor}`;
    } while (cursor !== '');
    expect(new Set(seen).size).toBe(5);
    expect(await server.ask('GET', '/api/runs?cursor=xx')).toMatchObject({ status: 422, body: { code: 'bad-input' } });
  });

  test('a reader that comes back with its last id misses nothing, sees nothing twice, and is told when nothing follows', async () => {
    server = await tinyServer({ delayMs: 15 });
    const runId = await begin({ candidates: 12 });
    const path = `${server.url}/api/runs/${runId}/events`;
    const before = (await readEvents(path, {}, 9)).filter(({ id }) => id !== null);
    const last = before.at(-1)?.id ?? 0;
    const after = (await readEvents(path, { 'Last-Event-ID': String(last) })).filter(({ id }) => id !== null);
    const all = [...before, ...after].map(({ id }) => id);
    expect(all).toEqual(all.map((_id, index) => index + 1));
    expect(JSON.parse(after.at(-1)?.data ?? '') as RunEvent).toMatchObject({ type: 'run-end', seq: all.length });
    expect((await fetch(path, { headers: { 'Last-Event-ID': String(all.length) } })).status).toBe(204);
    expect(await server.ask('GET', `/api/runs/${runId}/events`, undefined, { 'Last-Event-ID': 'x' })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'last-event-id' }] },
    });
  });

  test('a quiet stream shows signs of life, and a reader that does not read holds nothing up', async () => {
    server = await tinyServer({ askAfter: 1 });
    const runId = await begin();
    await until(server, runId, 'waiting');
    const stalled = await Promise.all(Array.from({ length: 20 }, () => fetch(`${server.url}/api/runs/${runId}/events`)));
    const stop = new AbortController();
    const { body } = await fetch(`${server.url}/api/runs/${runId}/events`, { signal: stop.signal });
    let text = '';
    for await (const chunk of body ?? []) {
      text += new TextDecoder().decode(chunk);
      if (text.includes(': still here')) break;
    }
    expect(text).toMatch(/^retry: \d+\n\n/);
    expect((await server.ask('GET', '/metrics')).body.text).toMatch(/anneal_event_readers 2[01]/);
    for (const { body: unread } of stalled) await unread?.cancel();
    for (;;) if (/anneal_event_readers 0/.test(String((await server.ask('GET', '/metrics')).body.text))) break;
  });

  test('a HEAD of the events is no reader', async () => {
    server = await tinyServer({ delayMs: 40 });
    const runId = await begin({ candidates: 40 });
    await fetch(`http://127.0.0.1:${server.service.port}/api/runs/${runId}/events`, { method: 'HEAD' });
    expect((await server.ask('GET', '/metrics')).body.text).toMatch(/anneal_event_readers 0/);
    await server.ask('POST', `/api/runs/${runId}/cancel`);
  });

  test('of two clients that answer one question one wins, the other is told, and the run goes on', async () => {
    server = await tinyServer({ askAfter: 1 });
    const runId = await begin();
    expect(await until(server, runId, 'waiting')).toMatchObject({ status: 'clarify', question: { options: [{ id: 'A' }, { id: 'B' }] } });
    // One that is meant for a question of before is not taken for this one.
    const late = await server.ask('POST', `/api/runs/${runId}/answer`, { question: 'q0', optionId: 'A' });
    expect(late).toMatchObject({ status: 409, body: { code: 'conflict' } });
    const answers = await Promise.all(['A', 'B'].map((optionId) => server.ask('POST', `/api/runs/${runId}/answer`, { optionId })));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'conflict' });
    expect(await until(server, runId, 'done')).toMatchObject({ status: 'success' });
    expect(await server.ask('POST', `/api/runs/${runId}/answer`, {})).toMatchObject({ status: 422 });
  });

  test('a running run is cancelled, refuses to be removed before that, and goes on when it is asked to', async () => {
    server = await tinyServer({ delayMs: 30 });
    const runId = await begin({ candidates: 40 });
    await until(server, runId, 'running');
    expect(await server.ask('DELETE', `/api/runs/${runId}`)).toMatchObject({ status: 409 });
    expect(await server.ask('POST', `/api/runs/${runId}/cancel`)).toMatchObject({ status: 200, body: { status: 'cancelled' } });
    expect(await server.ask('POST', `/api/runs/${runId}/cancel`)).toMatchObject({ status: 409 });
    expect((await server.ask('POST', `/api/runs/${runId}/resume`)).status).toBe(202);
    await until(server, runId, 'running');
    await server.ask('POST', `/api/runs/${runId}/cancel`);
  });

  test('finished runs beyond the retention are gone after a start', async () => {
    server = await tinyServer({}, { retention: { maxRuns: 1 } }, async (runs) => {
      for (let index = 0; index < 3; index += 1) await (await runs.start(request())).result;
      expect((await runs.list({})).items).toHaveLength(3);
    });
    expect((await server.ask('GET', '/api/runs')).body.items).toHaveLength(1);
  });

  test('fifty runs at once: all are kept and all end; beyond the queue 429 says when to come back', async () => {
    server = await tinyServer({ delayMs: 40 }, { mostQueued: 50, parallel: 1 });
    const answers = await Promise.all(Array.from({ length: 70 }, () => server.ask('POST', '/api/runs', { task: 't' })));
    const kept = answers.filter(({ status }) => status === 202);
    const refused = answers.filter(({ status }) => status === 429);
    expect(kept.length).toBeGreaterThanOrEqual(50);
    expect(kept.length + refused.length).toBe(70);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused[0]?.body).toMatchObject({ code: 'busy', retryable: true });
    const results = await Promise.all(kept.map(({ body }) => until(server, String(body.runId), 'done')));
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['success']));
  });
});
