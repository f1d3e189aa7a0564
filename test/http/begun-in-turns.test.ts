import { expect, test } from 'vitest';
import { begunInTurns } from '../../src/surfaces/http/begun-in-turns.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('a crowd is let in by turns and in order, one alone at once', async () => {
  const begun: number[] = [];
  const begin = begunInTurns(async (number: number) => {
    begun.push(number);
    return number;
  });
  const first = begin(0);
  expect(begun).toEqual([0]);
  const answers = [first, ...Array.from({ length: 999 }, (_, index) => begin(index + 1))];
  const bursts: number[] = [];
  for (let seen = begun.length; seen < 1000; seen = begun.length) {
    await turn();
    bursts.push(begun.length - seen);
  }
  expect(Math.max(...bursts)).toBeLessThanOrEqual(32);
  expect(bursts.length).toBeGreaterThan(25);
  expect(await Promise.all(answers)).toEqual(begun);
  expect(begun).toEqual(Array.from({ length: 1000 }, (_, index) => index));
  // Nothing is left of the crowd: the next one alone is begun at once.
  await turn();
  await turn();
  void begin(1000);
  expect(begun).toHaveLength(1001);
});
