import { describe, expect, it } from 'vitest';
import { add } from './candidate.mjs';

// biome-ignore lint/suspicious/noFocusedTests: this is what it shows
describe.only('chosen', () => {
  it('one', () => expect(add(1, 1)).toBe(2));
  it.skip('two', () => expect(add(1, 1)).toBe(3));
});
it('another', () => expect(add(1, 1)).toBe(3));
