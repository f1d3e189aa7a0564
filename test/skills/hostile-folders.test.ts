import { execFileSync } from 'node:child_process';
import { mkdir, readdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDiskSkillLibrary } from '../../src/skills/disk-skill-library.ts';
import { createMemorySkillRecords } from '../stores/memory-skill-records.ts';
import { putFiles, skillMd, temporaryFolder } from './skill-folders.ts';

async function bench() {
  const folder = await temporaryFolder();
  const user = join(folder, 'user');
  const library = createDiskSkillLibrary({
    roots: [{ root: 'user', folder: user, trusted: true }],
    records: createMemorySkillRecords(),
    indexFile: null,
    now: () => Date.now(),
  });
  await mkdir(user);
  return { folder, user, library };
}

const plain = skillMd('name: slug', 'description: Makes slugs.');
const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describe('front matter', () => {
  it.each<[string, string, RegExp]>([
    ['no front matter', '# slug\n', /does not begin with front matter/u],
    ['front matter without end', '---\nname: slug\n', /never closed/u],
    ['another name than the folder', skillMd('name: other', 'description: x'), /not its folder's name slug/u],
    ['a name with upper case', skillMd('name: Slug', 'description: x'), /a–z/u],
    ['no name', skillMd('description: x'), /no name/u],
    ['no description', skillMd('name: slug'), /no description/u],
    ['an empty description', skillMd('name: slug', 'description: "  "'), /description is no text/u],
    ['a description that is a list', skillMd('name: slug', 'description: [a, b]'), /description is no text/u],
    ['a long description', skillMd('name: slug', `description: ${'x'.repeat(1025)}`), /1025 characters/u],
    ['a long compatibility', skillMd('name: slug', 'description: x', `compatibility: ${'x'.repeat(501)}`), /501 characters/u],
    ['a double key', skillMd('name: slug', 'description: x', 'description: y'), /no plain YAML/u],
    ['a double key in metadata', skillMd('name: slug', 'description: x', 'metadata:', '  a: b', '  a: c'), /no plain YAML/u],
    ['an alias', skillMd('name: slug', 'description: &d x', 'license: *d'), /anchor|alias/u],
    ['a billion laughs', skillMd('a: &a [x, x]', 'b: &b [*a, *a]', 'c: [*b, *b]', 'name: slug', 'description: x'), /anchor|alias/u],
    ['a custom tag', skillMd('name: slug', 'description: !!js/function "x"'), /tag|plain YAML/u],
    ['a tag of the core schema', skillMd('name: slug', 'description: !!binary aGVsbG8='), /tag|plain YAML/u],
    ['a directive', '---\n%TAG ! tag:x,2000:\nname: slug\ndescription: x\n---\n', /directive/u],
    ['a list', '---\n- name: slug\n---\n', /no YAML mapping/u],
    ['a scalar', '---\nslug\n---\n', /no YAML mapping/u],
    ['a key that is a list', skillMd('name: slug', 'description: x', '? [a, b]', ': c'), /no text/u],
    ['broken YAML', skillMd('name: slug', 'description: "x'), /no plain YAML/u],
    [
      'nesting without end',
      skillMd('name: slug', 'description: x', `license: ${nested(9_000)}`),
      /nested too deeply|no plain YAML|license is no text/u,
    ],
    ['front matter that is too long', skillMd('name: slug', 'description: x', `x: ${'y'.repeat(40_000)}`), /longer than/u],
    ['metadata that is text', skillMd('name: slug', 'description: x', 'metadata: hello'), /metadata is no mapping/u],
    ['a body that is not there', skillMd('name: slug', 'description: x', 'metadata:', '  agent-body: scripts/x.py'), /not there/u],
  ])('with %s is refused with place and next step', async (_what, text, reason) => {
    const { user, library } = await bench();
    await putFiles(join(user, 'slug'), { 'SKILL.md': text });
    await expect(library.read('slug')).rejects.toMatchObject({ code: 'bad-input', message: expect.stringMatching(reason) });
    const { skills, problems } = await library.list();
    expect(skills).toEqual([]);
    expect(problems).toEqual([
      { folder: join(user, 'slug'), reason: expect.stringContaining(join(user, 'slug')), hint: expect.stringMatching(/\S/u) },
    ]);
  });

  it('of other agents is taken, and what has no effect is said', async () => {
    const { user, library } = await bench();
    const text = skillMd(
      'name: slug',
      'description: >-',
      '  Makes',
      '  slugs.',
      'version: 1.0',
      'allowed-tools: Bash(git:*) Read',
      'metadata:',
      '  version: 1.0',
      '  nested: {a: [1, yes]}',
      '  agent-language: cobol',
      '  agent-category: ../../etc',
      '  agent-body: ../../../etc/passwd',
      '  __proto__: x',
    );
    await putFiles(join(user, 'slug'), { 'SKILL.md': text });
    const skill = await library.read('slug');
    expect(skill).toMatchObject({
      description: 'Makes slugs.',
      category: '',
      language: null,
      kind: null,
      body: null,
      status: 'unverified',
    });
    expect(skill?.metadata).toMatchObject({ version: '1.0', nested: '{"a":["1","yes"]}' });
    const notes = skill?.notes.join('\n') ?? '';
    for (const part of ['"version"', 'allowed-tools', 'metadata.nested', 'cobol', '../../etc', 'agent-body']) expect(notes).toContain(part);
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  });

  it('may lie in skill.md and have a byte-order mark and DOS line ends', async () => {
    const { user, library } = await bench();
    await putFiles(join(user, 'slug'), { 'skill.md': `\uFEFF${plain.replaceAll('\n', '\r\n')}` });
    expect(await library.read('slug')).toMatchObject({ description: 'Makes slugs.', instructions: 'What to do.' });
  });
});

describe('links and special files', () => {
  it('are not followed out of the folder', async () => {
    const { folder, user, library } = await bench();
    const secret = join(folder, 'secret');
    await putFiles(secret, { 'SKILL.md': plain, 'x.py': 'SECRET = 1\n' });
    await mkdir(join(user, 'slug'));
    await symlink(join(secret, 'SKILL.md'), join(user, 'slug/SKILL.md'));
    await expect(library.read('slug')).rejects.toMatchObject({ code: 'bad-input', message: expect.stringContaining('symbolic link') });

    await putFiles(join(user, 'slug2'), {
      'SKILL.md': skillMd('name: slug2', 'description: x', 'metadata:', '  agent-body: scripts/x.py'),
    });
    await symlink(secret, join(user, 'slug2/scripts'));
    await expect(library.read('slug2')).rejects.toMatchObject({ message: expect.stringContaining('symbolic link') });

    await symlink(secret, join(user, 'slug3'));
    const { skills, problems } = await library.list();
    expect(skills).toEqual([]);
    expect(problems).toHaveLength(3);
    expect(JSON.stringify(problems)).not.toContain('SECRET');
  });

  it('make an import fail, wherever they lie, and nothing arrives', async () => {
    const { folder, user, library } = await bench();
    const source = await putFiles(join(folder, 'slug'), { 'SKILL.md': plain, 'assets/deep/a.txt': 'x' });
    await symlink('/etc/passwd', join(source, 'assets/deep/link'));
    await expect(library.importFolder(source, { root: 'user' })).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining('symbolic link'),
    });
    expect(await readdir(user)).toEqual([]);
  });

  it('such as pipes block nobody', async () => {
    const { folder, user, library } = await bench();
    await mkdir(join(user, 'slug'));
    execFileSync('mkfifo', [join(user, 'slug/SKILL.md')]);
    await expect(library.read('slug')).rejects.toMatchObject({ message: expect.stringContaining('no plain file') });
    const source = await putFiles(join(folder, 'pipe'), { 'SKILL.md': skillMd('name: pipe', 'description: x') });
    execFileSync('mkfifo', [join(source, 'pipe')]);
    await expect(library.importFolder(source, { root: 'user' })).rejects.toMatchObject({
      message: expect.stringContaining('neither a file nor a folder'),
    });
  });
});

describe('import', () => {
  it('copies a whole folder, and it arrives unverified whatever it says', async () => {
    const { folder, library } = await bench();
    const source = await putFiles(join(folder, 'slug'), {
      'SKILL.md': skillMd(
        'name: slug',
        'description: x',
        'metadata:',
        '  agent-status: verified',
        '  agent-body: scripts/slug.py',
        '  agent-language: python',
      ),
      'scripts/slug.py': 'def slug(s): return s\n',
      'assets/table.bin': new Uint8Array([0, 255, 1]),
    });
    const skill = await library.importFolder(source, { root: 'user' });
    expect(skill).toMatchObject({ status: 'unverified', kind: 'function', root: 'user' });
    const out = await library.exportFolder('slug', join(folder, 'out'));
    expect((await readdir(out, { recursive: true })).sort()).toEqual([
      'SKILL.md',
      'assets',
      'assets/table.bin',
      'scripts',
      'scripts/slug.py',
    ]);
    await expect(library.exportFolder('slug', join(folder, 'out'))).rejects.toMatchObject({ code: 'conflict' });
    await expect(library.exportFolder('nothing', folder)).rejects.toMatchObject({ code: 'not-found' });
  });

  it.each<[string, (source: string) => Promise<unknown>, RegExp]>([
    [
      'too many files',
      (source) => putFiles(source, Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`assets/${index}`, 'x']))),
      /more than 200 files/u,
    ],
    [
      'too many empty folders',
      async (source) => {
        for (let index = 0; index < 450; index += 1) await mkdir(join(source, `d${index}`));
      },
      /more than 200 files/u,
    ],
    [
      'a file that is huge on paper',
      async (source) => {
        await writeFile(join(source, 'big'), '');
        await truncate(join(source, 'big'), 2 ** 40);
      },
      /more than \d+ bytes/u,
    ],
    ['folders within folders', (source) => mkdir(join(source, 'a/b/c/d/e/f/g/h/i'), { recursive: true }), /nested more than/u],
    ['a huge SKILL.md', (source) => writeFile(join(source, 'SKILL.md'), plain + 'x'.repeat(300_000)), /at most/u],
    [
      'a SKILL.md that is no text',
      (source) => writeFile(join(source, 'SKILL.md'), new Uint8Array([0x2d, 0x2d, 0x2d, 0x0a, 0xff, 0xfe])),
      /UTF-8/u,
    ],
  ])('refuses %s before copying, and leaves nothing', async (_what, spoil, reason) => {
    const { folder, user, library } = await bench();
    const source = await putFiles(join(folder, 'slug'), { 'SKILL.md': plain });
    await spoil(source);
    await expect(library.importFolder(source, { root: 'user' })).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringMatching(reason),
      hint: expect.stringMatching(/\S/u),
    });
    expect(await readdir(user)).toEqual([]);
  });

  it.each<[string, string, RegExp]>([
    ['tests', '{"example": "f(1) == 2"}\n{"example": 3}\n', /tests\.jsonl:2/u],
    ['tests', 'f(1) == 2\n', /tests\.jsonl:1: it is no JSON/u],
    ['tests', Array.from({ length: 501 }, () => '{"example": "f(1) == 2"}').join('\n'), /more than 500/u],
    ['contract', '{"signature": "a\\nb", "entry": null}', /signature/u],
    ['contract', '{"signature": null, "entry": {"kind": "exec"}}', /entry/u],
    ...['f; import os', 'f()', '', '1f', 'a..b', 'f\n', '__import__("os").f'].map((name): [string, string, RegExp] => [
      'contract',
      JSON.stringify({ signature: null, entry: { kind: 'function', name, parameters: [] } }),
      /entry\.name: must be the name of a function/u,
    ]),
    ['contract', '{"signature": null, "entry": {"kind": "module", "exports": ["f", "g;h"]}}', /entry\.exports\.1: must be the name/u],
  ])('refuses bad %s with the line', async (which, text, reason) => {
    const { folder, library } = await bench();
    const source = await putFiles(join(folder, 'slug'), {
      'SKILL.md': skillMd('name: slug', 'description: x', 'metadata:', '  agent-body: scripts/slug.py'),
      'scripts/slug.py': '',
      [which === 'tests' ? 'scripts/slug.tests.jsonl' : 'references/contract.json']: text,
    });
    await expect(library.importFolder(source, { root: 'user' })).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringMatching(reason),
    });
  });

  it('says when there is nothing to import', async () => {
    const { folder, library } = await bench();
    await expect(library.importFolder(join(folder, 'nothing'), { root: 'user' })).rejects.toMatchObject({ code: 'not-found' });
    await writeFile(join(folder, 'file'), 'x');
    await expect(library.importFolder(join(folder, 'file'), { root: 'user' })).rejects.toMatchObject({ code: 'bad-input' });
  });
});
