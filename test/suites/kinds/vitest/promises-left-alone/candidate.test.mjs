import { expect, it } from 'vitest';
import { add, later } from './candidate.mjs';

it('waits', async () => expect(await later(1)).toBe(1));
it('does not wait for what fails', () => {
  void Promise.resolve().then(() => expect(add(1, 1)).toBe(3));
});
