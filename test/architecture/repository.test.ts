import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { referencePages } from '../../scripts/write-reference.mjs';
import { backendNames } from '../../src/composition/backends.ts';
import { allowedValues, settingKeys, settingNames } from '../../src/config/setting-keys.ts';
import { errorTable } from '../../src/domain/app-error.ts';
import { systemCode } from '../../src/domain/system-error.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const pages = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'web/README.md', ...pagesBelow('docs')];
function pagesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => join(folder, path));
}
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

describe('documentation', () => {
  test.each(Object.entries(referencePages({ errorTable, settingKeys, settingNames, allowedValues, backendNames })))(
    'docs/guide/%s agrees with the source (npm run build && node scripts/write-reference.mjs)',
    (name, expected) => {
      expect(read(`docs/guide/${name}`)).toBe(expected);
    },
  );

  test.each(pages)('%s names only files that exist', (page) => {
    const text = read(page);
    const inCode = [...text.matchAll(/`((?:src|docs|scripts|test|bin|web|docker)\/[\w./-]+)`/g)].map((match) => match[1] ?? '');
    const linked = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map((match) => join(dirname(page), match[1] ?? ''));
    const missing = [...inCode, ...linked].filter((path) => !path.includes('NAME') && !existsSync(join(root, path)));
    expect(missing).toEqual([]);
  });

  test('every picture is shown on a page', () => {
    const texts = pages.map(read).join('\n');
    expect(readdirSync(join(root, 'docs/images')).filter((name) => !texts.includes(`images/${name})`))).toEqual([]);
  });

  test('every flag of `anneal run` is in the guide', async () => {
    const { createProgram } = await import('../../src/surfaces/cli/program.ts');
    const run = createProgram(async () => undefined, '0', []).commands.find((command) => command.name() === 'run');
    const guide = read('docs/guide/command-line.md');
    const hidden = new Set(['--task', '--quiet', '--verbose']);
    const missing = (run?.options ?? [])
      .map(({ long }) => long ?? '')
      .filter((flag) => !hidden.has(flag) && !guide.includes(`\`${flag}`) && !guide.includes(`, ${flag}`));
    expect(missing).toEqual([]);
  });
});

const tracked = trackedFiles();

// A machine without git can have the repository too: copied, mounted or unpacked.
test.skipIf(tracked === null)('every tracked file has line feeds only', () => {
  expect((tracked ?? []).length).toBeGreaterThan(100);
  expect((tracked ?? []).filter((line) => /i\/(crlf|mixed)/.test(line))).toEqual([]);
});

function trackedFiles(): string[] | null {
  if (!existsSync(join(root, '.git'))) return null;
  try {
    return execFileSync('git', ['ls-files', '--eol'], { cwd: root, encoding: 'utf8' }).split('\n');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  }
}
