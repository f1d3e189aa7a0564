import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { putFiles, skillMd } from '../skills/skill-folders.ts';
import { type TinyServer, tinyServer } from './tiny-server.ts';

let server: TinyServer;
beforeAll(async () => {
  server = await tinyServer();
  await putFiles(join(server.home, 'data/skills/triple'), {
    'SKILL.md': skillMd(
      'name: triple',
      'description: Triples a number.',
      'metadata:',
      '  agent-body: scripts/t.lua',
      '  agent-language: lua',
      '  agent-category: math/sums',
    ),
    'references/contract.json':
      '{"signature": "function triple(n)", "entry": {"kind": "function", "name": "triple", "parameters": [{"name": "n"}]}}',
    'scripts/t.lua': 'function triple(n) return n * 3 end\n',
    'scripts/t.tests.jsonl': '{"example": "triple(2) == 6"}\n',
  });
  await putFiles(join(server.home, 'data/skills/broken'), { 'SKILL.md': 'nothing' });
});
afterAll(() => server.close());

test('lists skills, categories and problems', async () => {
  const { status, body } = await server.ask('GET', '/api/skills');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    skills: expect.arrayContaining([expect.objectContaining({ name: 'triple', status: 'unverified', root: 'user' })]),
    categories: expect.arrayContaining([{ path: 'math/sums', description: '' }]),
    problems: [expect.objectContaining({ reason: expect.stringContaining('front matter') })],
  });
});

test('verifies, shows, finds and runs one', async () => {
  const check = await server.ask('POST', '/api/skills/triple/verify', {});
  expect(check).toMatchObject({ status: 200, body: { result: 'verified', verification: { passed: 1, total: 1 } } });
  expect((await server.ask('POST', '/api/skills/triple/verify', { again: false })).body.result).toBe('kept');
  expect((await server.ask('GET', '/api/skills/triple')).body).toMatchObject({ status: 'verified', body: { path: 'scripts/t.lua' } });
  const found = await server.ask('POST', '/api/skills/find', { text: 'triple a number', limit: 1 });
  expect(found.body).toMatchObject({ found: [{ skill: { name: 'triple' } }] });
  const ran = await server.ask('POST', '/api/skills/triple/run', { inputs: [{ type: 'call', call: 'triple(5)' }] });
  expect(ran.body).toMatchObject({ status: 'verified', results: [{ call: 'triple(5)', text: '15' }] });
});

const texts = ['a.txt', 'b.txt', 'c.txt'].map((name) => ({ name, text: `one two two ${name}` }));

test('runs a skill that acts, asks, and goes on with an answer and the files of both calls', async () => {
  const asked = await server.ask('POST', '/api/skills/tally-words/run', { request: 'count the words', files: texts });
  expect(asked).toMatchObject({ status: 200, body: { state: 'waiting', question: expect.stringContaining('a.txt, b.txt'), out: [] } });
  const { runId } = asked.body;
  const { runs } = (await server.ask('GET', '/api/skill-runs')).body as { runs: unknown[] };
  expect(runs).toEqual([expect.objectContaining({ runId, state: 'waiting' })]);
  const [done, second] = await Promise.all([
    server.ask('POST', `/api/skill-runs/${runId}/answer`, { answer: 'b.txt', files: texts }),
    server.ask('POST', `/api/skill-runs/${runId}/answer`, { answer: 'a.txt', files: texts }),
  ]);
  // One question is answered once.
  const [first, other] = done.status === 200 ? [done, second] : [second, done];
  expect(first).toMatchObject({ status: 200, body: { state: 'done', log: expect.stringContaining('two'), question: null } });
  expect(first.body.out).toEqual([expect.objectContaining({ text: expect.stringContaining('two,2') })]);
  expect(other).toMatchObject({ status: 409, body: { code: 'conflict' } });
  expect((await server.ask('GET', `/api/skill-runs/${runId}`)).body).toMatchObject({ state: 'done', files: [expect.any(String)] });
  expect((await server.ask('POST', `/api/skill-runs/${runId}/answer`, { answer: 'again' })).status).toBe(409);
  expect((await server.ask('GET', '/api/skill-runs/..%2F..%2Fx')).status).toBe(404);
});

test('a caller grants nothing, and says what it sends', async () => {
  const run = (body: unknown, name = 'read-json-endpoint') => server.ask('POST', `/api/skills/${name}/run`, body);
  const request = 'what is the queue length?';
  for (const more of [{ allowNet: ['127.0.0.1:80'] }, { config: { endpoint_url: server.url } }, { remember: true }])
    expect((await run({ request, ...more })).status).toBe(422);
  expect(await run({ request })).toMatchObject({ status: 200, body: { state: expect.any(String), missing: ['endpoint_url'] } });
  const wrong: readonly (readonly [unknown, string?])[] = [
    [{ request, inputs: [{ type: 'call', call: 'f()' }] }],
    [{ inputs: [{ type: 'call', call: 'f()' }] }],
    [{ request }, 'triple'],
    [{ request, files: [{ name: '../x', text: '' }] }],
    [{ request, files: [{ name: 'x', text: '', base64: '' }] }],
    [{ request, files: [texts[0], texts[0]] }],
    [{}],
  ];
  for (const [body, name] of wrong)
    expect(await run(body, name), JSON.stringify(body)).toMatchObject({ status: 422, body: { code: 'bad-input' } });
});

test('says what is wrong as a problem, and takes no path', async () => {
  expect(await server.ask('GET', '/api/skills/nothing')).toMatchObject({ status: 404, body: { code: 'not-found' } });
  expect((await server.ask('GET', '/api/skills/..%2F..%2Fetc')).status).toBe(404);
  expect(await server.ask('GET', '/api/skills/broken')).toMatchObject({ status: 422, body: { code: 'bad-input' } });
  expect((await server.ask('POST', '/api/skills/find', { text: ' ' })).status).toBe(422);
  expect((await server.ask('POST', '/api/skills/triple/run', { inputs: [] })).status).toBe(422);
  expect((await server.ask('POST', '/api/skills/triple/run', { inputs: [{ type: 'program', stdin: '', args: [] }] })).body).toMatchObject({
    code: 'bad-input',
  });
  expect((await server.ask('POST', '/api/skills', { runId: 'nobody' })).status).toBe(404);
});

test('runs some at once and turns the rest away when too many wait', async () => {
  const many = Array.from({ length: 70 }, () =>
    server.ask('POST', '/api/skills/triple/run', { inputs: [{ type: 'call', call: 'triple(1)' }] }),
  );
  const statuses = (await Promise.all(many)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(52);
});
