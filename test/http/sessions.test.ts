import { afterEach, describe, expect, test } from 'vitest';
import type { RunEvent } from '../../src/domain/run-event.ts';
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
});
