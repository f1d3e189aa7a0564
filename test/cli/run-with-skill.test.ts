import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startFaultServer } from '../models/servers/fault-server.ts';
import { speakOpenAi } from '../models/servers/speak-openai.ts';
import { putFiles, skillMd } from '../skills/skill-folders.ts';
import { anneal, makePlace, type Place } from './anneal.ts';
import { onTerminal, textOf } from './pty.ts';

let place: Place;
beforeAll(async () => {
  place = await makePlace();
  const source = await putFiles(join(place.work, 'triple-number'), {
    'SKILL.md': skillMd(
      'name: triple-number',
      'description: Triples a number.',
      'metadata:',
      '  agent-body: scripts/t.py',
      '  agent-language: python',
    ),
    'references/contract.json':
      '{"signature": "def triple(n)", "entry": {"kind": "function", "name": "triple", "parameters": [{"name": "n"}]}}',
    'scripts/t.py': 'def triple(n):\n    return n * 3\n',
    'scripts/t.tests.jsonl': '{"example": "triple(2) == 6"}\n{"example": "triple(0) == 0"}\n',
  });
  expect((await anneal(['skills', 'import', source], { place })).code).toBe(0);
});
afterAll(() => place.remove());

/** A model server that refuses at once: whoever asks it fails. */
const noServer = ['-b', 'openai', '--base-url', 'http://127.0.0.1:9/v1', '-m', 'nobody', '--budget-seconds', '20'];
const run = (...args: readonly string[]) => anneal(['run', ...args, ...noServer], { place });
const known = ['Triple a number', '-e', 'triple(4) == 12', '-e', 'triple(-1) == -3'];

test('a skill that nobody verified here answers nothing', async () => {
  expect((await run(...known)).code).toBe(5);
});

test('a verified skill that passes the examples is handed back without any model', async () => {
  expect((await anneal(['skills', 'verify'], { place })).code).toBe(0);
  const { code, stdout } = await run(...known, '--json');
  const result = JSON.parse(stdout);
  expect(result).toMatchObject({
    status: 'success',
    skill: 'triple-number',
    code: 'def triple(n):\n    return n * 3\n',
    entry: { name: 'triple' },
    model: { backend: 'skills', calls: 0, promptTokens: 0 },
    evidence: { rounds: 0, integrity: 'oracle-outside', candidates: [{ id: 'c1', passed: 2, total: 2, rejected: null }] },
    error: null,
  });
  expect(result.confidence).toBeGreaterThan(0.95);
  expect(result.confidence).toBeLessThan(1);
  expect(result.explanation).toBe('Passes 2 of 2 examples; it is the verified skill triple-number, so no model was needed.');
  expect(code).toBe(0);

  const russian = JSON.parse((await run('Утроить число', ...known.slice(1), '--json')).stdout);
  expect(russian.explanation).toContain('проверенный навык triple-number');

  // It is a run like every other: stored, shown, replayed, and run again from what was recorded.
  expect(JSON.parse((await anneal(['runs', 'show', result.runId, '--json'], { place })).stdout)).toMatchObject({ skill: 'triple-number' });
  const again = await anneal(['runs', 'rerun', result.runId, '--json'], { place });
  expect(JSON.parse(again.stdout)).toMatchObject({ status: 'success', rerun: { same: true } });
});

test('a shipped skill is verified when it is needed first', async () => {
  const slug = ['Slug of a title', '-e', "slugify('A b') == 'a-b'"];
  expect((await run(...slug, '--json')).code).toBe(0);
  const { skills } = JSON.parse((await anneal(['skills', 'list', '--json'], { place })).stdout);
  const shipped = skills.filter(({ root }: { root: string }) => root === 'shipped');
  expect(shipped.find(({ name }: { name: string }) => name === 'slugify')).toMatchObject({ status: 'verified' });
  expect((await run('Slug of a title', '-e', "slugify('A b') == 'a_b'")).code).toBe(5);
});

test('what examples said of a skill is known of the decisions that led to it', async () => {
  const { stats } = JSON.parse((await anneal(['skills', 'stats', '--json'], { place })).stdout);
  const of = (kind: string) => stats.find((one: { kind: string }) => one.kind === kind);
  for (const kind of ['skill-category', 'skill-leaf', 'same-or-different']) {
    expect(of(kind), kind).toMatchObject({ by: 'rules', accuracy: expect.any(Number), nll: expect.any(Number), ece: expect.any(Number) });
    expect(of(kind).judged, kind).toBeGreaterThan(0);
  }
  // The last run's examples were not met, so that the guard was wrong there.
  const guard = of('same-or-different');
  expect(guard.right).toBeLessThan(guard.judged);
});

test('it is not handed back where it must not be', async () => {
  expect((await run(...known, '--no-skills')).code).toBe(5);
  expect((await run('Triple a number', '-e', 'triple(4) == 13')).code).toBe(5);
  expect((await run('Triple a number', '--signature', 'def triple(n)')).code).toBe(5);
  expect((await run('Triple a number', '-e', 'treble(4) == 12')).code).toBe(5);
  expect((await run('Triple a number', '--signature', 'def triple(n, m)', '-e', 'triple(4, 1) == 12')).code).toBe(5);
  expect((await run('Triple a number', '-l', 'lua', '-e', 'triple(4) == 12')).code).toBe(5);
});

test('a run that stopped goes on with the program that it began with', async () => {
  const first = JSON.parse((await run(...known, '--json')).stdout);
  const events = (await anneal(['runs', 'export', first.runId], { place })).stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(events[0]).toMatchObject({ type: 'run-start', skills: [{ name: 'triple-number', answers: true }] });
  expect(events.map(({ type }) => type)).not.toContain('model-call');
});

test('a changed body is unverified and answers nothing', async () => {
  await appendFile(join(place.home, 'data/skills/triple-number/scripts/t.py'), '# changed\n');
  expect((await run(...known)).code).toBe(5);
  await writeFile(join(place.home, 'data/skills/triple-number/scripts/t.py'), 'def triple(n):\n    return n * 3\n');
  expect((await run(...known)).code).toBe(0);
});

test('a solved run is kept as a skill and answers the next request', async () => {
  const solved = await anneal(['run', '--backend', 'mock', '--json'], { place });
  const { runId, status } = JSON.parse(solved.stdout);
  expect(status).toBe('success');
  const kept = await anneal(['skills', 'keep', runId, '--name', 'second-largest', '--json'], { place });
  expect(JSON.parse(kept.stdout)).toMatchObject({ skill: { name: 'second-largest', status: 'verified' }, check: { result: 'verified' } });
  expect((await anneal(['skills', 'keep', runId, '--name', 'second-largest'], { place })).stderr).toContain('error[conflict]');
  const categories = async () => {
    const { stats } = JSON.parse((await anneal(['skills', 'stats', '--kind', 'skill-category', '--json'], { place })).stdout);
    return stats[0] as { decisions: number; judged: number };
  };
  const before = await categories();
  // A category that the person names says what the decision should have been; one that is taken as it comes does not.
  expect((await anneal(['skills', 'keep', runId, '--name', 'second', '--category', 'text/format'], { place })).code).toBe(0);
  const named = await categories();
  expect(named.decisions).toBeGreaterThan(before.decisions);
  expect(named.judged).toBeGreaterThan(before.judged);
  expect((await anneal(['skills', 'keep', runId, '--name', 'third'], { place })).code).toBe(0);
  const unnamed = await categories();
  expect(unnamed.decisions).toBeGreaterThan(named.decisions);
  expect(unnamed.judged).toBe(named.judged);
  for (const name of ['second', 'third']) expect((await anneal(['skills', 'rm', name], { place })).code).toBe(0);
  const { entry, language } = JSON.parse(solved.stdout);
  const { tests } = JSON.parse((await anneal(['skills', 'show', 'second-largest', '--json'], { place })).stdout);
  const examples = tests.flatMap(({ text }: { text: string }) => ['-e', text]);
  const answer = JSON.parse(
    (await run('Find the second largest number', '-l', language, '--signature', entry.signature, ...examples, '--json')).stdout,
  );
  expect(answer).toMatchObject({ status: 'success', skill: 'second-largest' });
  const failed = JSON.parse((await run('Quadruple it', '-e', 'quad(1) == 4', '--json')).stdout);
  expect((await anneal(['skills', 'keep', failed.runId ?? 'x'], { place })).code).toBe(2);
});

test('on a terminal one key keeps the program, and any other does not', async () => {
  const server = await startFaultServer({ speak: speakOpenAi({ kind: 'llama-server' }) });
  try {
    const own = await makePlace();
    const args = ['run', 'Add two numbers', '--signature', 'def add(a, b)', '-e', 'add(1, 2) == 3', '-e', 'add(-1, 1) == 0', '-n', '6'];
    const press = (key: string) =>
      onTerminal([...args, '--no-skills', '-b', 'openai', '--base-url', server.url], {
        place: own,
        keys: [{ after: /k keeps it/u, type: key }],
      });
    const refused = await press('q');
    expect(textOf(refused.screen)).toContain('k keeps it');
    expect((await anneal(['skills', 'show', 'add'], { place: own })).code).toBe(2);
    const kept = await press('k');
    expect(textOf(kept.screen)).toMatch(/kept as add:/u);
    expect(kept.code).toBe(0);
    expect(JSON.parse((await anneal(['skills', 'show', 'add', '--json'], { place: own })).stdout)).toMatchObject({ status: 'verified' });
    await own.remove();
  } finally {
    await server.close();
  }
});
