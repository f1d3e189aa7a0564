import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anneal, makePlace, type Place } from './anneal.ts';

let place: Place;
beforeAll(async () => {
  place = await makePlace();
  await writeFile(join(place.work, 'last.lua'), 'return wf.vars.orders[#wf.vars.orders].total\n');
  await writeFile(
    join(place.work, 'ex.json'),
    '{"context": {"wf": {"vars": {"orders": [{"total": 120}, {"total": 310}]}}}, "expected": 310}',
  );
});
afterAll(() => place.remove());

test('hosts are listed with the Lua that runs them, and one is shown with what prompts say of it', async () => {
  const all = await anneal(['profiles', '--json'], { place });
  expect(JSON.parse(all.stdout)).toContainEqual(expect.objectContaining({ name: 'wf-vars', runtime: expect.stringMatching(/^5\.4/) }));
  const one = await anneal(['profiles', 'wf-vars'], { place });
  expect(one.stdout).toContain('_utils.array.new()');
  const none = await anneal(['profiles', 'wfvars'], { place });
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('did you mean wf-vars?')]);
});

test('a program is observed as its host runs it, on data in a file or as it stands', async () => {
  const { code, stdout } = await anneal(
    ['observe', 'last.lua', '--profile', 'wf-vars', '-c', '@ex.json', '-c', '{"wf": {"vars": {"orders": [{"total": "}lua"}]}}}'],
    { place },
  );
  expect([code, stdout]).toEqual([0, '@ex.json -> 310\n{"wf": {"vars": {"orders": [{"total": "}lua"}]}}} -> "}lua"\n']);
});

test.each([
  [['observe', 'last.lua', '--profile', 'wf_vars', '-c', '@ex.json'], 'did you mean wf-vars?'],
  [['observe', 'last.lua', '--profile', 'wf-vars', '-c', '{bad'], 'give the data as JSON'],
  [['run', 'x', '--profile', 'rediss', '--no-input'], 'did you mean redis?'],
  [['run', 'x', '-l', 'python', '--profile', 'redis', '--no-input'], 'add --language lua'],
])('what cannot be meant is refused with the next step: %j', async (args, hint) => {
  const { code, stderr } = await anneal(args, { place });
  expect([code, stderr]).toEqual([2, expect.stringContaining(hint)]);
});
