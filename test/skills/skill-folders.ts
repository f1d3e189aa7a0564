import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { SkillDraft } from '../../src/domain/skill.ts';

/** A folder of its own for one test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'anneal-skills-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export async function putFiles(folder: string, files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  await mkdir(folder, { recursive: true });
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
}

/** SKILL.md with this front matter. */
export const skillMd = (...lines: readonly string[]): string => `---\n${lines.join('\n')}\n---\n\nWhat to do.\n`;

export const doubler: SkillDraft = {
  name: 'double-number',
  description: 'Doubles a number.',
  category: 'math/arithmetic',
  language: 'python',
  kind: 'function',
  profile: null,
  status: 'unverified',
  signature: 'def double(n)',
  entry: { kind: 'function', name: 'double', parameters: [{ name: 'n' }] },
  instructions: 'Call `double(n)`.',
  license: 'MIT',
  compatibility: null,
  metadata: {},
  body: { path: 'scripts/double_number.py', text: 'def double(n):\n    return n * 2\n' },
  tests: [
    { type: 'example', text: 'double(3) == 6' },
    { type: 'example', text: "double('ab') == 'abab'" },
  ],
};
