import { afterEach, describe, expect, test } from 'vitest';
import type { RunEvent } from '../../src/domain/run-event.ts';
import { request } from '../runs/child/tiny-service.ts';
import { readEvents, type TinyServer, tinyServer, until } from './tiny-server.ts';

let server: TinyServer;
afterEach(() => server.close());

const say = (message: string, id = 's') => server.ask('POST', `/api/sessions/${id}/messages`, { message, language: 'lua' });
const requestOf = async (runId: string) => {
  const [first] = await readEvents(`${server.url}/api/runs/${runId}/events`, {}, 1);
  const event = JSON.parse(first?.data ?? '{}') as RunEvent;
  return event.type === 'run-queue' ? event.request : null;
};

describe('/api/sessions', () => {
  test('begins with a message, is listed and shown, forgets and is removed', async () => {
    server = await tinyServer();
    const begun = await server.ask('POST', '/api/sessions', { message: 'Sort a list', language: 'lua' });
    expect(begun.status).toBe(202);
    const id = String(begun.body.sessionId);
    expect(begun.headers.get('location')).toBe(`/api/sessions/${id}`);
    await until(server, String(begun.body.runId), 'done');
    expect((await server.ask('GET', '/api/sessions')).body.items).toMatchObject([{ id, title: 'Sort a list', runs: 1 }]);
    const shown = await server.ask('GET', `/api/sessions/${id}`);
    expect(shown.body).toMatchObject({
      turns: [{ message: 'Sort a list', status: 'success' }],
      program: { language: 'lua', code: expect.any(String) },
    });
    expect((await server.ask('DELETE', `/api/sessions/${id}`)).status).toBe(204);
    expect((await server.ask('DELETE', `/api/sessions/${id}`)).status).toBe(404);
    expect((await server.ask('GET', '/api/runs')).body.items).toEqual([]);
  });

  test('counts as left out also what was said before the turns that are read', async () => {
    const count = 104;
    server = await tinyServer({}, { countTokens: async (text) => text.length }, async (runs) => {
      for (let index = 0; index < count; index += 1) {
        const { runId } = await runs.enqueue(request({ task: `t${index}` }), { session: 's1' });
        await (await runs.resume(runId)).result;
      }
    });
    const { status, body } = await server.ask('POST', '/api/sessions/s1/messages', { message: 'And without duplicates' });
    expect({ status, body }).toMatchObject({ status: 202, body: { dropped: count - 100 } });
    expect((await requestOf(String(body.runId)))?.task).toContain('(4 older messages are left out)');
  });

  test('a follow-up revises the last program; of what was said long ago the prompt says only that it is left out', async () => {
    server = await tinyServer({}, { countTokens: async (text) => text.length });
    const program = async (message: string) => {
      const { body } = await say(message);
      await until(server, String(body.runId), 'done');
      return body;
    };
    await program(`Sort a list ${'x'.repeat(600)}`);
    await program(`Now downwards ${'y'.repeat(600)}`);
    const third = await program('And without duplicates');
    expect(third).toMatchObject({ as: 'statement', dropped: 1 });
    const request = await requestOf(String(third.runId));
    expect(request?.code).toMatch(/^return "/);
    expect(request?.task).toMatch(
      /^And without duplicates\n\nEarlier messages, oldest first \(1 older message is left out\):\n- Now downwards y+$/,
    );
  });

  test('asks at most three times in a row; a new statement takes the place of a question', async () => {
    server = await tinyServer({ askAfter: 1 });
    const left: unknown[] = [];
    for (let index = 0; index < 4; index += 1) {
      const { body } = await say(`Something else, number ${index}`);
      await until(server, String(body.runId), 'waiting');
      left.push((await requestOf(String(body.runId)))?.questions);
    }
    expect(left).toEqual([3, 2, 1, 0]);
    const { body } = await server.ask('GET', '/api/sessions/s');
    expect(body.turns).toMatchObject([{ status: 'cancelled' }, { status: 'cancelled' }, { status: 'cancelled' }, { status: 'clarify' }]);
    const answered = await say('b)');
    expect(answered.body).toMatchObject({ as: 'answer' });
    await until(server, String(answered.body.runId), 'done');
    expect(await requestOf(String((await say('More')).body.runId))).toMatchObject({ questions: 3 });
  });

  test('one that is at work is told apart from one that is not; a reset ends what it does', async () => {
    server = await tinyServer({ delayMs: 40 });
    const first = await server.ask('POST', '/api/sessions/s/messages', { message: 'A', language: 'lua', candidates: 100 });
    expect(first.status).toBe(202);
    expect(await say('B')).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect((await say('B', 'other')).status).toBe(202);
    expect((await server.ask('POST', '/api/sessions/s/reset')).status).toBe(204);
    expect((await server.ask('GET', `/api/runs/${first.body.runId}`)).status).toBe(404);
    expect((await server.ask('GET', '/api/sessions/s')).status).toBe(404);
    expect(server.warnings).toEqual([]);
  });

  test('a follow-up keeps the host, and takes the examples and the signature that come with it', async () => {
    server = await tinyServer();
    const tell = async (body: Record<string, unknown>) => {
      const answered = await server.ask('POST', '/api/sessions/s/messages', body);
      if (answered.status === 202) await until(server, String(answered.body.runId), 'done');
      return answered;
    };
    const signature = 'function f(x)';
    await tell({ message: 'Double it', profile: 'wf-vars', signature, examples: ['f(1) == 2', 'f(2) == 4'] });
    // Nothing says Lua here: the session does.
    const second = await tell({ message: 'Triple it', signature, examples: ['f(1) == 3', 'f({}) == nil'] });
    expect(await requestOf(String(second.body.runId))).toMatchObject({
      ...{ language: 'lua', profile: 'wf-vars', signature },
      examples: ['f(1) == 3', 'f({}) == nil'],
    });
    expect(await tell({ message: 'In Python', language: 'python' })).toMatchObject({ status: 422, body: { code: 'bad-input' } });
    expect(await tell({ message: 'Wrong', examples: ['g(1) =='] })).toMatchObject({ status: 422 });
  });

  test('of two messages at once one is refused; the other protocol handles them one after the other', async () => {
    server = await tinyServer({ delayMs: 10 });
    const both = await Promise.all([say('A'), say('B')]);
    expect(both.map(({ status }) => status).sort()).toEqual([202, 409]);
    const chat = (message: string) => server.ask('POST', '/chat', { session_id: 'c', message });
    const answers = await Promise.all([chat('First'), chat('Second'), chat('Third')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { turns } = (await server.ask('GET', '/api/sessions/c')).body as { turns: { message: string; runId: string }[] };
    expect(turns.map(({ message }) => message)).toEqual(['First', 'Second', 'Third']);
    expect((await requestOf(turns[2]?.runId ?? ''))?.task).toContain('- First\n- Second');
  });

  test('a session goes with its last run when that is beyond the retention', async () => {
    server = await tinyServer({}, { retention: { maxRuns: 1 } }, async (runs) => {
      for (const session of ['old', 'new']) await (await runs.start(request(), { session })).result;
    });
    expect((await server.ask('GET', '/api/sessions')).body.items).toMatchObject([{ id: 'new' }]);
    expect((await server.ask('GET', '/api/sessions/old')).status).toBe(404);
  });

  test('thirty callers that wait at once are no leak of listeners', async () => {
    server = await tinyServer({ delayMs: 10 });
    const warned: string[] = [];
    const note = ({ name }: Error): void => void warned.push(name);
    process.on('warning', note);
    const say = (index: number) => server.ask('POST', '/chat', { session_id: `s${index}`, message: 'Double a number' });
    expect((await Promise.all(Array.from({ length: 30 }, (_, index) => say(index)))).map(({ status }) => status)).toEqual(
      Array.from({ length: 30 }, () => 200),
    );
    process.off('warning', note);
    expect(warned).not.toContain('MaxListenersExceededWarning');
  });
});
