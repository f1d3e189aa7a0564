import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { applyFix, rememberFile } from '../../src/surfaces/cli/fix/apply-fix.ts';

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
