import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const page = read('docs/user-reports.md').split('\n');

/** Rows of the page: the name that titles of tests begin with, and the files that hold them. */
const rows = page.flatMap((line) => {
  const name = /^\| (pain \d+) \|/.exec(line)?.[1] ?? /^\| \[([\w-]+#\d+)\]\(https:\/\/github\.com\//.exec(line)?.[1];
  if (name === undefined) return [];
  return [
    [name.startsWith('pain') ? name : `report ${name}`, [...line.matchAll(/`(test\/[\w./-]+)`/g)].map(([, file]) => file ?? '')] as const,
  ];
});

test.each(rows)('%s is shown by tests of that name', (name, files) => {
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) expect(read(file), file).toContain(`'${name}: `);
});

test('no test of such a name is missing on the page', () => {
  const files = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const named = files.flatMap((file) =>
    [...read(join('test', file)).matchAll(/'((?:pain \d+|report [\w-]+#\d+)): /g)].map(([, name]) => `${name} test/${file}`),
  );
  const listed = new Set(rows.flatMap(([name, all]) => all.map((file) => `${name} ${file}`)));
  expect(named.length).toBeGreaterThan(40);
  expect([...new Set(named)].filter((one) => !listed.has(one))).toEqual([]);
});
