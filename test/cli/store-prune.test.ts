import { afterAll, beforeAll, expect, test } from 'vitest';
import { anneal, makePlace, type Place } from './anneal.ts';

let place: Place;
beforeAll(async () => {
  place = await makePlace();
});
afterAll(() => place.remove());

test('keeps so many megabytes of runs, by a setting or by a flag', async () => {
  const demo = ['run', 'the second largest number of a list', '--backend', 'mock', '-l', 'python'];
  // Whatever comes of it, it is stored.
  await anneal(demo, { place });
  const pruned = async (...flags: string[]): Promise<unknown> =>
    JSON.parse((await anneal(['store', 'prune', '--json', ...flags], { place })).stdout);
  expect(await pruned()).toEqual({ removed: 0 });
  const none = await anneal(['store', 'prune', '--max-megabytes', 'none'], { place });
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('--max-megabytes')]);
  expect(await pruned('--max-megabytes', '0')).toEqual({ removed: 1 });
});
