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
