import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runResultSchema } from '../../src/domain/run-result.ts';
import { asReply } from '../../src/surfaces/http/routes/localscript-routes.ts';
import { type FakeOllama, type SeenRequest, startFakeOllama } from '../models/ollama/fake-ollama.ts';
import { type RealService, realService } from './real-service.ts';

let ollama: FakeOllama;
let service: RealService;
beforeAll(async () => {
  ollama = await startFakeOllama({ fault: (request) => ({ type: 'text', text: reply(request) }), tokenMs: 0 });
  service = await realService(ollama);
});
afterAll(async () => {
  await service.close();
  await ollama.close();
});

const promptOf = ({ body }: SeenRequest): string => (body.messages ?? []).map(({ content }) => content).join('\n');

/** A model that knows three requests; about the mean of nothing its samples disagree. */
function reply(request: SeenRequest): string {
  const prompt = promptOf(request);
  const asked = prompt.match(/<request>\n([\s\S]*?)<\/request>/)?.[1] ?? '';
  if (!prompt.includes('without tests') && !asked.includes('wf')) return 'none';
  const seed = request.body.options?.seed ?? 0;
  const lua = (parameter: string, body: string) => `\`\`\`lua\nfunction f(${parameter})\n  local v${seed} = 1\n  ${body}\nend\n\`\`\``;
  if (asked.startsWith('Broken')) return '```lua\nreturn wf.vars.none.at\n```';
  if (prompt.includes('wf.vars')) return '```lua\nreturn wf.vars.emails[#wf.vars.emails]\n```';
  if (/^(Mean|Среднее)/.test(asked)) {
    const empty = seed % 2 === 0 ? '0' : 'nil';
    return lua('xs', `if #xs == 0 then return ${empty} end local s = 0 for _, x in ipairs(xs) do s = s + x end return s / #xs`);
  }
  if (asked.startsWith('Count to')) return lua('x', `${'x = x + 0\n  '.repeat(60)}return x * 2`);
  return lua('x', asked.startsWith('Triple') || asked.startsWith('Утрой') ? 'return x * 3' : 'return x * 2');
}

const chat = (session_id: string, message: string) => service.post('/chat', { session_id, message });

describe('the protocol of LocalScript', () => {
  test('GET / says that the service is running; a browser gets a page', async () => {
    expect(await service.get('/')).toEqual({ message: 'service is running' });
  });

  test('POST /chat writes Lua, revises it under the tests so far, and remembers both', async () => {
    const first = await chat('s', 'Double a number with function f(x). f(2) returns 4');
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ status: 'success', code: expect.stringContaining('return x * 2') });
    expect(Object.keys(first.body).sort()).toEqual(['code', 'confidence', 'error', 'explanation', 'reasoning', 'status']);
    expect(first.body.explanation).toMatch(/^Passes 1 of 1 examples/);
    const second = await chat('s', 'Triple it: f(2) returns 6');
    expect(second.body).toMatchObject({ status: 'success', code: expect.stringContaining('return x * 3') });
    const session = await service.get('/api/sessions/s');
    expect(session.turns).toMatchObject([{ message: expect.stringMatching(/^Double/) }, { message: 'Triple it: f(2) returns 6' }]);
    expect(session.program).toMatchObject({ language: 'lua', tests: ['f(2) == 6'], code: expect.stringContaining('x * 3') });
    const revising = ollama.generations.map(promptOf).filter((prompt) => prompt.includes('Triple it'));
    expect(revising.some((prompt) => /<program>\nfunction f\(x\)[\s\S]*x \* 2[\s\S]*<\/program>/.test(prompt))).toBe(true);
    expect(revising.some((prompt) => prompt.includes('Earlier messages, oldest first:\n- Double a number'))).toBe(true);
  });

  test('a question comes in the language of the message; a letter or a value answers it; a third way is a new statement', async () => {
    const asked = await chat('q', 'Среднее чисел списка: function f(xs), f({1, 3}) == 2');
    expect(asked.body).toMatchObject({
      status: 'clarify',
      code: null,
      error: null,
      question: expect.stringMatching(/^Что должно получиться для f\(\{\}\)\?\nA\) /),
    });
    const answered = await chat('q', 'B');
    expect(answered.body).toMatchObject({ status: 'success', explanation: expect.stringMatching(/^Пройдено примеров: 2 из 2/) });
    expect((await chat('v', 'Mean of a list: function f(xs), f({1, 3}) == 2')).body).toMatchObject({
      status: 'clarify',
      question: expect.stringMatching(/^What should/),
    });
    expect((await chat('v', '0')).body).toMatchObject({ status: 'success' });
    expect(JSON.stringify((await service.get('/api/sessions/v')).turns)).toContain('"answer":"0"');
    await chat('p', 'Mean of a list: function f(xs), f({1, 3}) == 2');
    const { turns } = (await service.get('/api/sessions/p')) as { turns: { runId: string }[] };
    const answer = `/api/runs/${turns[0]?.runId}/answer`;
    for (const value of ['what you like', '"'.repeat(9001), '{'.repeat(9000)]) {
      const refused = await service.post(answer, { value });
      expect(refused).toMatchObject({ status: 422, body: { code: 'bad-input', detail: expect.stringMatching(/^value: /) } });
    }
    expect((await service.post(answer, { value: '0' })).status).toBe(202);
    await chat('n', 'Mean of a list: function f(xs), f({1, 3}) == 2');
    const other = await chat('n', 'Double a number instead: function f(x), f(1) == 2');
    expect(other.body).toMatchObject({ status: 'success', code: expect.stringContaining('x * 2') });
    expect((await service.get('/api/sessions/n')).turns).toMatchObject([{ status: 'cancelled' }, { status: 'success' }]);
  });

  test('messages of one session are handled in order, whoever sends them at once', async () => {
    const answers = await Promise.all([chat('o', 'Double a number with function f(x). f(1) == 2'), chat('o', 'Triple it: f(1) == 3')]);
    expect(answers.map(({ body }) => body.code)).toEqual([expect.stringContaining('x * 2'), expect.stringContaining('x * 3')]);
  });

  test('doubt is a success with little confidence and an error that says so', async () => {
    await chat('u', 'Double a number with function f(x). f(2) == 4');
    const { turns } = (await service.get('/api/sessions/u')) as { turns: { runId: string }[] };
    const sure = runResultSchema.parse(await service.get(`/api/runs/${turns[0]?.runId}`));
    expect(asReply(sure, 'Double', 0)).toMatchObject({ status: 'success', error: null, confidence: sure.confidence });
    const unsure = asReply({ ...sure, status: 'unsure', confidence: 0.91 }, 'Удвой', 2);
    expect(unsure).toMatchObject({ status: 'success', code: sure.code, confidence: 0.5, error: expect.stringMatching(/^unsure: /) });
    expect(unsure.reasoning).toContain('Ранних сообщений не учтено: 2.');
  });

  test('the limits are the seed’s: 256 tokens at first and more for what was cut off, 0.2 for the first sample, a context of 4096', async () => {
    const before = ollama.generations.length;
    const { body } = await chat('l', 'Count to two hundred: function f(x). f(2) returns 4');
    expect(body).toMatchObject({ status: 'success', code: expect.stringContaining('return x * 2') });
    const asked = ollama.generations.slice(before).filter((request) => promptOf(request).includes('without tests'));
    expect(asked[0]?.body.options).toMatchObject({ num_predict: 256, temperature: 0.2 });
    expect(new Set(asked.map(({ body: { options } }) => options?.num_predict))).toEqual(new Set([256, 768]));
    expect(
      asked.filter(({ body: { options } }) => options?.temperature !== 0.2).every(({ body: { options } }) => options?.temperature === 0.8),
    ).toBe(true);
    const long = await chat('l', `Count the words: function f(x). ${'many different words '.repeat(1500)}`);
    expect(long).toMatchObject({ status: 422, body: { detail: expect.stringContaining('a context of 4096') } });
    expect((await service.post('/generate', { prompt: 'words '.repeat(9000) })).status).toBe(422);
    // What was said before goes in as far as the context reaches.
    const padding = 'remember this '.repeat(250);
    await chat('m', `Double a number with function f(x). f(2) returns 4. ${padding}`);
    await chat('m', `Triple it: f(2) returns 6. ${padding}`);
    const prompt = promptOf(ollama.generations.at(-1) ?? { method: '', path: '', body: {} });
    expect(prompt).toContain('(1 older message is left out)');
  });

  test('POST /reset forgets, by query and by body, also what it never knew; a blank message is 422', async () => {
    await chat('r', 'Double a number with function f(x). f(2) returns 4');
    expect(await service.post('/reset?session_id=r', undefined)).toEqual({ status: 200, body: { status: 'reset' } });
    expect((await service.post('/reset', { session_id: 'r' })).body).toEqual({ status: 'reset' });
    expect(await service.get('/api/sessions/r')).toMatchObject({ code: 'not-found' });
    expect((await service.post('/reset', undefined)).status).toBe(422);
    expect(await chat('r', '  \n')).toMatchObject({ status: 422, body: { errors: [{ field: 'message' }] } });
  });

  test('POST /generate writes for the workflow that the prompt holds', async () => {
    const prompt = 'Из полученного списка email получи последний.\n{"wf": {"vars": {"emails": ["a@x.ru", "b@x.ru"]}}}';
    expect(await service.post('/generate', { prompt })).toEqual({
      status: 200,
      body: { code: 'return wf.vars.emails[#wf.vars.emails]\n' },
    });
    expect((await service.post('/generate', { prompt: 'Double a number: function f(x), f(2) == 4' })).body.code).toContain('x * 2');
    expect((await service.post('/generate', { prompt: '' })).status).toBe(422);
  });

  test('POST /generate hands back no program that breaks an example or returns nothing; the nearest one is kept', async () => {
    for (const [prompt, code] of [
      ['Double a number: function f(x), f(2) == 5', 'x * 2'],
      ['Broken: raise on {"wf": {"vars": {"emails": ["a@x.ru"]}}}', 'wf.vars.none'],
    ] as const) {
      const refused = await service.post('/generate', { prompt });
      expect(refused).toMatchObject({ status: 422, body: { code: 'no-program', hint: expect.stringContaining('GET /api/runs/') } });
      const path = String(refused.body.hint).match(/\/api\/runs\/\w+/)?.[0] ?? '';
      expect(await service.get(path)).toMatchObject({ status: 'failed', code: expect.stringContaining(code) });
    }
  });

  test('a model that is not there is a failure with its reason, not an error of ours', async () => {
    const other = await realService(ollama, 'no-such-model');
    try {
      const { status, body } = await other.post('/chat', { session_id: 's', message: 'Double a number' });
      expect(status).toBe(200);
      expect(body).toMatchObject({ status: 'failed', code: null, error: expect.stringContaining('no-such-model') });
      expect(await other.post('/generate', { prompt: 'Double a number' })).toMatchObject({ status: 424, body: { code: 'model-missing' } });
    } finally {
      await other.close();
    }
  });
});
