import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openServiceBench } from '../skill-service/service-bench.ts';

const folder = fileURLToPath(new URL('../../src/skills/shipped', import.meta.url));

let bench: Awaited<ReturnType<typeof openServiceBench>>;
beforeEach(async () => {
  bench = await openServiceBench({ roots: [{ root: 'shipped', folder, trusted: true }] });
});
afterEach(() => bench.close());

test('the shipped functions are sound, filed in described categories, and of three languages', async () => {
  const { skills, problems } = await bench.service.list();
  expect(problems).toEqual([]);
  const functions = skills.filter(({ kind }) => kind === 'function');
  expect(functions).toHaveLength(8);
  expect(new Set(functions.map(({ language }) => language))).toEqual(new Set(['python', 'lua', 'javascript']));
  const described = new Map((await bench.service.categories()).map(({ path, description }) => [path, description]));
  for (const { category } of skills) expect(described.get(category)).toMatch(/\S/u);
});

test('the shipped functions pass their tests in the sandbox', async () => {
  const functions = (await bench.service.list()).skills.filter(({ kind }) => kind === 'function').map(({ name }) => name);
  for (const check of await bench.service.verify({ names: functions })) {
    expect(check).toMatchObject({ result: 'verified', detail: '', failures: [] });
    expect(check.verification?.total).toBeGreaterThanOrEqual(7);
  }
});

/** Slips that a person would make, each in one skill: its tests must notice. */
const slips: Readonly<Record<string, readonly [from: string, to: string]>> = {
  slugify: ['[a-z0-9]+', '[a-z0-9_]+'],
  'roman-to-int': ['V?I{0,3}', 'V?I{0,4}'],
  'merge-intervals': ['start <= merged', 'start < merged'],
  'parse-duration': ['if rest ~= "" then return nil end', ''],
  'split-csv-line': ["parts[#parts + 1] = '\"'", ''],
  'days-in-month': ['or year % 400 == 0', ''],
  'edit-distance': ['[...a]', "a.split('')"],
  'chunk-list': ['size < 1', 'size < 0'],
};

test.each(Object.entries(slips))('the tests of %s notice a slip', async (name, [from, to]) => {
  const { root: _root, hash: _hash, notes: _notes, markdown: _markdown, status: _status, ...skill } = await bench.service.show(name);
  const body = skill.body;
  if (body === null) throw new Error('it has a body');
  const changed = body.text.replace(from, () => to);
  expect(changed).not.toBe(body.text);
  const spoiled = await openServiceBench();
  try {
    await spoiled.library.write({ ...skill, status: 'unverified', body: { ...body, text: changed } }, { root: 'user' });
    expect(await spoiled.service.verify({ names: [name] })).toMatchObject([{ result: 'quarantined' }]);
  } finally {
    await spoiled.close();
  }
});
