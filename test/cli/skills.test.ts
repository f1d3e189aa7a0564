import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSqliteStore } from '../../src/stores/kysely/open-sqlite-store.ts';
import { putFiles, skillMd } from '../skills/skill-folders.ts';
import { anneal, makePlace, type Place } from './anneal.ts';

let place: Place;
beforeAll(async () => {
  place = await makePlace();
});
afterAll(() => place.remove());

const skills = (...args: readonly string[]) => anneal(['skills', ...args], { place });
const json = async (...args: readonly string[]) => JSON.parse((await skills(...args, '--json')).stdout);

const tripler = (body = 'def triple(n):\n    return n * 3\n') => ({
  'SKILL.md': skillMd(
    'name: triple',
    'description: "Triples a number.\\e[31m"',
    'metadata:',
    '  agent-body: scripts/triple.py',
    '  agent-language: python',
    '  agent-category: math/sums',
    '  agent-status: verified',
  ),
  'references/contract.json':
    '{"signature": "def triple(n)", "entry": {"kind": "function", "name": "triple", "parameters": [{"name": "n"}]}}',
  'scripts/triple.py': body,
  'scripts/triple.tests.jsonl': '{"example": "triple(2) == 6"}\n{"example": "triple(0) == 0"}\n',
});

describe('anneal skills', () => {
  test('imports, verifies, runs, quarantines, exports, removes and brings back', async () => {
    const source = await putFiles(join(place.work, 'triple'), tripler());
    const imported = await skills('import', 'triple');
    expect(imported).toMatchObject({ code: 0, stdout: 'triple: unverified\n' });
    expect(imported.stderr).toContain('says of itself that it is verified');
    expect((await skills('import', 'triple')).stderr).toMatch(/error\[conflict\].*triple[\s\S]*hint: .*--replace/u);

    const listed = await skills('list', '--category', 'math');
    expect(listed.stdout).toMatch(/^math\/sums\n {2}triple +unverified +python +user +Triples a number\./mu);
    expect(listed.stdout).not.toContain('\u001b');

    const early = await skills('run', 'triple', '-c', 'triple(5)');
    expect(early).toMatchObject({ code: 0, stdout: '15\n' });
    expect(early.stderr).toContain('not verified here');

    expect(await skills('verify', 'triple')).toMatchObject({ code: 0, stdout: 'triple  verified  2/2\n' });
    expect((await skills('verify', 'triple')).stdout).toBe('triple  verified, unchanged  2/2\n');
    expect((await json('list', '--status', 'verified')).skills).toContainEqual(expect.objectContaining({ name: 'triple', root: 'user' }));
    expect((await skills('run', 'triple', '-c', 'triple(5)', '-c', 'triple(None)')).code).toBe(1);

    await writeFile(join(place.home, 'data/skills/triple/scripts/triple.py'), 'def triple(n):\n    return n + 4\n');
    const failed = await skills('verify', 'triple');
    expect(failed).toMatchObject({ code: 1, stdout: 'triple  quarantined  1/2\n' });
    expect(failed.stderr).toContain('triple(0) == 0: observed 4');
    expect((await skills('run', 'triple', '-c', 'triple(5)')).stderr).toContain('error[conflict]');

    const out = (await skills('export', 'triple', '--into', 'out')).stdout.trim();
    expect(await readFile(join(out, 'scripts/triple.py'), 'utf8')).toContain('n + 4');
    expect((await skills('rm', 'triple')).code).toBe(0);
    expect((await skills('show', 'triple')).code).toBe(2);
    const [kept] = (await json('history', 'triple')).entries;
    expect((await skills('import', kept.folder)).code).toBe(0);
    expect((await json('show', 'triple')).status).toBe('quarantined');
    expect((await skills('import', join(source, 'SKILL.md'))).stderr).toContain('it is a file, and a skill is a folder');
    expect((await skills('import', source, '--replace')).code).toBe(0);
    expect((await json('show', 'triple')).status).toBe('verified');
    expect((await skills('show', 'triple', '--body')).stdout).toBe('def triple(n):\n    return n * 3\n');
  });

  test('uses the skills of a project only after the folder was trusted', async () => {
    await putFiles(join(place.work, '.agents/skills/from-project'), {
      'SKILL.md': skillMd('name: from-project', 'description: Tells \u202Esecrets\u001b[2J.'),
    });
    const before = await skills('list');
    expect(before.stdout).not.toContain('from-project');
    expect(before.stderr).toMatch(/1 skill is not used.*not trusted.*skills trust/u);
    expect((await skills('trust')).code).toBe(0);
    const after = await skills('list');
    expect(after.stdout).toContain('from-project');
    expect(after.stdout).not.toContain('\u202E');
    expect(after.stdout).not.toContain('\u001b');
    expect((await skills('trust', '--remove')).code).toBe(0);
    expect((await skills('list')).stdout).not.toContain('from-project');
  });

  test('says what is wrong with a folder and the next step, and imports nothing', async () => {
    await putFiles(join(place.work, 'other'), { 'SKILL.md': skillMd('name: another', 'description: x') });
    const { code, stderr } = await skills('import', 'other');
    expect(code).toBe(2);
    expect(stderr).toMatch(/error\[bad-input\]: .*SKILL\.md: name: another is not its folder's name other\nhint: rename the folder/u);
    await mkdir(join(place.home, 'data/skills/broken'), { recursive: true });
    expect((await skills('list')).stderr).toContain('broken: it has no SKILL.md');
    expect((await skills('rm', 'broken')).code).toBe(0);
    expect((await skills('list')).stderr).not.toContain('broken');
    expect(await skills('show', 'trpile')).toMatchObject({ code: 2, stderr: expect.stringContaining('did you mean triple') });
    expect(await skills('list', '--status', 'verifed')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('did you mean verified'),
    });
    expect(await skills('run', 'triple')).toMatchObject({ code: 2, stderr: expect.stringContaining('skills run triple -c "triple(2)"\n') });
  });

  test('finds by words', async () => {
    const { stdout, code } = await skills('find', 'triple a number');
    expect(code).toBe(0);
    expect(stdout).toMatch(/ triple {2}/u);
    expect((await skills('find', 'zzz')).code).toBe(1);
  });
});

test('anneal skills stats prints what was kept, and says when nothing was', async () => {
  const empty = await makePlace();
  try {
    const none = await anneal(['skills', 'stats'], { place: empty });
    expect(none).toMatchObject({ code: 0, stdout: '' });
    expect(none.stderr).toContain('no decision was kept yet');
    expect(JSON.parse((await anneal(['skills', 'stats', '--json'], { place: empty })).stdout)).toEqual({
      decisions: 0,
      leastJudged: 20,
      stats: [],
    });
    const store = await openSqliteStore({ file: join(empty.home, 'data', 'runs.db') });
    await store.skills.addDecision({
      id: 'd1',
      at: 1,
      kind: 'skill-leaf',
      by: 'rules',
      model: null,
      promptHash: null,
      options: [
        { id: 'triple\u001b[31m', probability: 0.75 },
        { id: '+none', probability: 0.25 },
      ],
      choice: '+none',
      labelMass: null,
      calibrated: false,
      outcome: null,
      subject: null,
    });
    await store.skills.setOutcome('d1', '+none');
    await store.close();
    const { stdout } = await anneal(['skills', 'stats'], { place: empty });
    expect(stdout).toContain('skill-leaf  rules  1     1*      1.00 (0.21–1.00)  1.39  0.75 (0.75–0.75)');
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('decisions=1 judged=1 right=1');
    expect((await anneal(['skills', 'stats', '--kind', 'plan'], { place: empty })).stderr).toContain('of the kind "plan"');
  } finally {
    await empty.remove();
  }
});
