import { expect, test } from 'vitest';
import { add } from './candidate.mjs';

const extended = test.extend({
  // biome-ignore lint/correctness/noEmptyPattern: asked for by vitest
  base: async ({}, use) => {
    await use(10);
  },
  more: async ({ base }, use) => {
    await use(base + 1);
  },
});
extended('has what it extends', ({ more }) => expect(add(more, 1)).toBe(12));
extended('has what it extends, wrongly', ({ more }) => expect(add(more, 1)).toBe(13));
