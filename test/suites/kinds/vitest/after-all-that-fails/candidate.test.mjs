import { afterAll, describe, expect, it } from 'vitest';
import { add } from './candidate.mjs';

describe('sums', () => {
  const seen = [];
  afterAll(() => expect(seen).toEqual([3]));
  it('one', () => seen.push(add(1, 2)));
  it('two', () => seen.push(add(2, 2)));
});
