import { expect, test } from 'vitest';
import { closeAll } from '../../src/composition/close-all.ts';

test('one that cannot be closed leaves no other open, and its failure is told in the end', async () => {
  const closed: string[] = [];
  const close = (name: string, failure?: Error) => async () => {
    closed.push(name);
    if (failure !== undefined) throw failure;
  };
  const failure = new Error('the first');
  await expect(closeAll([close('a', failure), close('b', new Error('the second')), close('c')])).rejects.toBe(failure);
  expect(closed).toEqual(['a', 'b', 'c']);
});
