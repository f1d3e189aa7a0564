import { expect, test } from 'vitest';
import { createTurns } from '../../src/surfaces/in-turn.ts';

const goesOn = new AbortController().signal;

/** Work that ends when it is told to. */
function held() {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const begun: string[] = [];
  const work = (name: string) => async (): Promise<void> => {
    begun.push(name);
    await released;
  };
  return { begun, release, work };
}

test('lets so many go on at once, and the others in order', async () => {
  const inTurn = createTurns({ atOnce: 1 });
  const { begun, release, work } = held();
  const all = ['first', 'second', 'third'].map((name) => inTurn(work(name), goesOn));
  await Promise.resolve();
  expect(begun).toEqual(['first']);
  release();
  await Promise.all(all);
  expect(begun).toEqual(['first', 'second', 'third']);
});

test('one that is aborted while it waits gives its place to others at once', async () => {
  const inTurn = createTurns({ atOnce: 1, mostWaiting: 1 });
  const { begun, release, work } = held();
  const first = inTurn(work('first'), goesOn);
  const gone = new AbortController();
  const second = inTurn(work('second'), gone.signal);
  await expect(inTurn(work('one too many'), goesOn)).rejects.toMatchObject({ code: 'busy' });
  gone.abort(new Error('went away'));
  await expect(second).rejects.toThrow('went away');
  const third = inTurn(work('third'), goesOn);
  release();
  await Promise.all([first, third]);
  expect(begun).toEqual(['first', 'third']);
});

test('work that fails hands its turn on', async () => {
  const inTurn = createTurns({ atOnce: 1 });
  await expect(inTurn(() => Promise.reject(new Error('broken')), goesOn)).rejects.toThrow('broken');
  expect(await inTurn(async () => 'done', goesOn)).toBe('done');
});
