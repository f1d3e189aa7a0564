import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { applyFix, rememberFile } from '../../src/surfaces/cli/fix/apply-fix.ts';
import { inFormOf } from '../../src/surfaces/mend/in-form-of.ts';

test('a program that cannot be replaced stays as it was, without a backup of nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'anneal-apply-'));
  try {
    // Room for the name of a backup, none for that of the new text beside it.
    const name = `${'x'.repeat(247)}.py`;
    await writeFile(join(folder, name), 'old\n');
    const original = await rememberFile(join(folder, name));
    await expect(applyFix(original, 'new\n', name)).rejects.toThrow(/cannot be written/);
    expect(await readdir(folder)).toEqual([name]);
    expect(await readFile(join(folder, name), 'utf8')).toBe('old\n');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('a read-only program is left alone, though its folder would let it be replaced', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'anneal-apply-'));
  try {
    const file = join(folder, 'a.py');
    await writeFile(file, 'old\n');
    await chmod(file, 0o444);
    await expect(applyFix(await rememberFile(file), 'new\n', 'a.py')).rejects.toThrow(/a\.py is read-only/);
    expect([await readdir(folder), await readFile(file, 'utf8')]).toEqual([['a.py'], 'old\n']);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test.each([
  ['old', 'new\nline\n', 'new\nline'],
  ['old\n', 'new', 'new\n'],
  ['old\r\nold\r\n', 'new\nline\n', 'new\r\nline\r\n'],
  ['old\r\nold\nold\n', 'new\nline\n', 'new\nline\n'],
  ['\uFEFFold\r\n', 'new', '\uFEFFnew\r\n'],
])('the text that replaces %j keeps its form', (original, code, expected) => {
  expect(inFormOf(original, code)).toBe(expected);
});
