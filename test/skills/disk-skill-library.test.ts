import { mkdir, readdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SkillDraft } from '../../src/domain/skill.ts';
import type { SkillLibrary } from '../../src/ports/skill-library.ts';
import { createDiskSkillLibrary } from '../../src/skills/disk-skill-library.ts';
import { createMemorySkillRecords } from '../stores/memory-skill-records.ts';
import { doubler, putFiles, skillMd, temporaryFolder } from './skill-folders.ts';

async function bench({ trusted = true }: { readonly trusted?: boolean } = {}) {
  const folder = await temporaryFolder();
  const [project, user, shipped] = ['project/.agents/skills', 'user', 'shipped'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await mkdir(join(folder, 'project'));
  const records = createMemorySkillRecords();
  const open = (): SkillLibrary =>
    createDiskSkillLibrary({
      roots: [
        { root: 'project', folder: project, project: join(folder, 'project'), trusted },
        { root: 'user', folder: user, trusted: true },
        { root: 'shipped', folder: shipped, trusted: true },
      ],
      records,
      indexFile: join(folder, 'index.json'),
      now: () => Date.now(),
    });
  return { folder, project, user, shipped, records, open, library: open() };
}

const verified = (hash: string, status: 'verified' | 'quarantined' = 'verified') => ({
  ...{ name: 'double-number', hash, runtime: 'python3.11', at: 1, passed: 2, total: 2, status, detail: '' },
});
const refusal = (code: string, message: RegExp) => expect.objectContaining({ code, message: expect.stringMatching(message) });

describe('a written skill', () => {
  it('reads back as it was written', async () => {
    const { library } = await bench();
    const written = await library.write(doubler, { root: 'user' });
    const { metadata: _metadata, ...rest } = doubler;
    expect(written).toMatchObject({ ...rest, root: 'user', status: 'unverified', notes: [] });
    expect(written.hash).toMatch(/^[0-9a-f]{64}$/u);
    expect(await library.read('double-number')).toEqual(written);
    const { skills, problems } = await library.list();
    expect(problems).toEqual([]);
    expect(skills).toEqual([
      expect.objectContaining({ name: 'double-number', category: 'math/arithmetic', hash: written.hash, root: 'user' }),
    ]);
  });

  it.each(['yes', '1.0', '- a: b # c', 'a\n---\nname: other', '"quoted" \\ *not &an !alias', '№ 7 — «кавычки»', ': {}'])(
    'keeps the description %j',
    async (description) => {
      const { library } = await bench();
      await library.write({ ...doubler, description }, { root: 'user' });
      expect((await library.read('double-number'))?.description).toBe(description);
    },
  );

  it('leaves one of that name alone, unless it may replace it; what was there stays in the history', async () => {
    const { library } = await bench();
    const first = await library.write(doubler, { root: 'user' });
    const changed: SkillDraft = {
      ...doubler,
      description: 'Doubles it.',
      body: { path: 'scripts/double_number.py', text: 'def double(n):\n    return n + n\n' },
    };
    await expect(library.write(changed, { root: 'user' })).rejects.toEqual(refusal('conflict', /double-number/u));
    expect(await library.read('double-number')).toEqual(first);
    const second = await library.write(changed, { root: 'user', replace: true });
    expect(second.hash).not.toBe(first.hash);
    const [kept, ...none] = await library.history('double-number');
    expect(none).toEqual([]);
    expect(kept?.hash).toBe(first.hash);
    // What is in the history can be had again.
    await library.remove('double-number');
    expect(await library.read('double-number')).toBeNull();
    expect(await library.importFolder(kept?.folder ?? '', { root: 'user' })).toEqual(first);
  });

  it('lets only one of two writers of a name win', async () => {
    const { library, open } = await bench();
    const results = await Promise.allSettled([library, open(), open()].map((writer) => writer.write(doubler, { root: 'user' })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toEqual(refusal('conflict', /double-number/u));
  });

  it.each<[string, Partial<SkillDraft>]>([
    ['a name that leads elsewhere', { name: '../double' }],
    ['a description that is too long', { description: 'x'.repeat(1025) }],
    ['an empty description', { description: ' ' }],
    ['a body beyond scripts', { body: { path: 'scripts/../../x.py', text: '' } }],
  ])('refuses %s and leaves nothing behind', async (_what, change) => {
    const { library, user } = await bench();
    await expect(library.write({ ...doubler, ...change }, { root: 'user' })).rejects.toMatchObject({ code: 'bad-input' });
    expect((await readdir(user).catch(() => [])).filter((name) => name !== '.history')).toEqual([]);
  });
});

describe('half-written skills', () => {
  it('are never listed, and are removed once nobody can be writing them', async () => {
    const { library, user } = await bench();
    const left = await putFiles(join(user, '.new-double-number-1-aa'), { 'SKILL.md': skillMd('name: double-number', 'description: x') });
    const fresh = await putFiles(join(user, '.new-double-number-1-bb'), { 'SKILL.md': '---\nna' });
    await utimes(left, 0, 0);
    expect(await library.list()).toEqual({ skills: [], problems: [] });
    expect(await library.read('.new-double-number-1-aa')).toBeNull();
    await library.write(doubler, { root: 'user' });
    expect((await readdir(user)).sort()).toEqual([fresh.split('/').at(-1), 'double-number']);
  });
});

describe('a status', () => {
  it('is this machine’s own, never what the folder says', async () => {
    const { library, user, records } = await bench();
    const written = await library.write(doubler, { root: 'user' });
    const file = join(user, 'double-number/SKILL.md');
    await writeFile(file, (await readFile(file, 'utf8')).replace('agent-status: unverified', 'agent-status: verified'));
    const claiming = await library.read('double-number');
    expect(claiming?.status).toBe('unverified');
    expect(claiming?.notes.join()).toContain('says of itself that it is verified');
    await records.addVerification(verified(written.hash));
    expect((await library.read('double-number'))?.status).toBe('verified');
    expect((await library.list()).skills[0]?.status).toBe('verified');
    await records.addVerification(verified(written.hash, 'quarantined'));
    expect((await library.list()).skills[0]?.status).toBe('quarantined');
  });

  it.each([
    ['body', 'scripts/double_number.py', 'def double(n):\n    return n * 3\n'],
    ['tests', 'scripts/double_number.tests.jsonl', '{"example": "double(3) == 9"}\n'],
    ['contract', 'references/contract.json', '{"signature": "def double(m)", "entry": null}'],
  ])('falls back to unverified when the %s changes', async (_what, path, text) => {
    const { library, user, records } = await bench();
    const { hash } = await library.write(doubler, { root: 'user' });
    await records.addVerification(verified(hash));
    expect((await library.list()).skills[0]?.status).toBe('verified');
    await writeFile(join(user, 'double-number', path), text);
    expect((await library.list()).skills[0]?.status).toBe('unverified');
    expect((await library.read('double-number'))?.status).toBe('unverified');
  });

  it('survives a change of words', async () => {
    const { library, user, records } = await bench();
    const { hash } = await library.write(doubler, { root: 'user' });
    await records.addVerification(verified(hash));
    const file = join(user, 'double-number/SKILL.md');
    await writeFile(file, (await readFile(file, 'utf8')).replace('Doubles a number.', 'Twice a number.'));
    expect((await library.list()).skills[0]).toMatchObject({ status: 'verified', description: 'Twice a number.' });
  });
});

describe('roots', () => {
  it('hide later ones of the same name', async () => {
    const { library, project, shipped } = await bench();
    await putFiles(join(shipped, 'double-number'), { 'SKILL.md': skillMd('name: double-number', 'description: shipped') });
    await library.write({ ...doubler, description: 'mine' }, { root: 'user' });
    expect((await library.list()).skills.map(({ description }) => description)).toEqual(['mine']);
    await putFiles(join(project, 'double-number'), { 'SKILL.md': skillMd('name: double-number', 'description: of the project') });
    expect((await library.list()).skills.map(({ description, root }) => [description, root])).toEqual([['of the project', 'project']]);
    await library.remove('double-number');
    expect((await library.read('double-number'))?.description).toBe('mine');
    await library.remove('double-number');
    await expect(library.remove('double-number')).rejects.toEqual(refusal('conflict', /shipped/u));
    await expect(library.remove('nothing-there')).rejects.toMatchObject({ code: 'not-found' });
  });

  it('of an untrusted project are not read and not written to', async () => {
    const { library, project } = await bench({ trusted: false });
    await putFiles(join(project, 'double-number'), { 'SKILL.md': skillMd('name: double-number', 'description: of the project') });
    expect(await library.read('double-number')).toBeNull();
    const { skills, problems } = await library.list();
    expect(skills).toEqual([]);
    expect(problems).toEqual([expect.objectContaining({ hint: expect.stringContaining('anneal skills trust') })]);
    expect(JSON.stringify(problems)).not.toContain('double-number');
    await expect(library.write(doubler, { root: 'project' })).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('of a project that lead out of it are refused', async () => {
    const { library, folder, project, user } = await bench();
    await library.write(doubler, { root: 'user' });
    await mkdir(join(project, '..'), { recursive: true });
    await symlink(user, project);
    const { skills, problems } = await library.list();
    expect(skills.map(({ root }) => root)).toEqual(['user']);
    expect(problems[0]?.reason).toContain('leads out of the project');
    await expect(library.write({ ...doubler, name: 'other' }, { root: 'project' })).rejects.toMatchObject({ code: 'bad-input' });
    expect(await readdir(user)).not.toContain('other');
    expect(folder).not.toBe('');
  });
});

describe('the list', () => {
  it('names a bad folder and goes on', async () => {
    const { library, user } = await bench();
    await library.write(doubler, { root: 'user' });
    await putFiles(join(user, 'no-skill'), { 'README.md': 'x' });
    await putFiles(join(user, 'Bad Name'), { 'SKILL.md': skillMd('name: Bad Name', 'description: x') });
    await putFiles(user, { 'notes.txt': 'not a folder' });
    const { skills, problems } = await library.list();
    expect(skills.map(({ name }) => name)).toEqual(['double-number']);
    expect(problems.map(({ folder }) => folder.split('/').at(-1)).sort()).toEqual(['Bad Name', 'no-skill']);
    for (const { hint } of problems) expect(hint).not.toBe('');
  });

  it('follows changes, removals and renames, in this process and the next', async () => {
    const { library, open, user } = await bench();
    await library.write(doubler, { root: 'user' });
    const names = async (of: SkillLibrary) => (await of.list()).skills.map(({ name, description }) => `${name}: ${description}`);
    expect(await names(library)).toEqual(['double-number: Doubles a number.']);
    await rename(join(user, 'double-number'), join(user, 'twice'));
    const text = await readFile(join(user, 'twice/SKILL.md'), 'utf8');
    await writeFile(join(user, 'twice/SKILL.md'), text.replace('name: double-number', 'name: twice').replace('Doubles', 'Twices'));
    expect(await names(library)).toEqual(['twice: Twices a number.']);
    expect(await names(open())).toEqual(['twice: Twices a number.']);
    await rm(join(user, 'twice'), { recursive: true });
    expect(await names(open())).toEqual([]);
  });

  it('sees a change that keeps size and modification time', async () => {
    const { library, user } = await bench();
    const { hash } = await library.write(doubler, { root: 'user' });
    const body = join(user, 'double-number/scripts/double_number.py');
    const old = new Date(Date.now() - 60_000);
    await utimes(body, old, old);
    expect((await library.list()).skills[0]?.hash).toBe(hash);
    await writeFile(body, 'def double(n):\n    return n * 3\n');
    await utimes(body, old, old);
    expect((await library.list()).skills[0]?.hash).not.toBe(hash);
  });

  it('lives without its index', async () => {
    const { library, folder } = await bench();
    await writeFile(join(folder, 'index.json'), '{"v":1,"entries":');
    await library.write(doubler, { root: 'user' });
    expect((await library.list()).skills).toHaveLength(1);
    await rm(join(folder, 'index.json'));
    await mkdir(join(folder, 'index.json'));
    expect((await library.list()).skills).toHaveLength(1);
  });
});

describe('categories', () => {
  it('are those described, those that skills name, and all above them', async () => {
    const { library } = await bench();
    await library.write(doubler, { root: 'user' });
    await library.addCategory({ path: 'text', description: 'Texts.' }, 'user');
    await library.addCategory({ path: 'math/arithmetic', description: 'Sums.' }, 'project');
    await library.addCategory({ path: 'math/arithmetic', description: 'Hidden.' }, 'user');
    expect(await library.categories()).toEqual([
      { path: 'math', description: '' },
      { path: 'math/arithmetic', description: 'Sums.' },
      { path: 'text', description: 'Texts.' },
    ]);
  });

  it.each(['../x', 'A', 'a//b', '', 'a/b/c/d/e/f'])('refuse the path %j', async (path) => {
    const { library } = await bench();
    await expect(library.addCategory({ path, description: 'x' }, 'user')).rejects.toMatchObject({ code: 'bad-input' });
  });
});
