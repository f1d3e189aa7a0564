import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { add } from './candidate.mjs';

it('adds', () => expect(add(1, 2)).toBe(3));
describe('not made ready', () => {
  let calls = 0;
  beforeAll(() => {
    calls += 1;
    if (calls === 1) throw new Error('no database');
  });
  it('one', () => expect(add(1, 1)).toBe(2));
  describe('inner', () => {
    it('two', () => expect(add(1, 2)).toBe(3));
  });
});
describe('not made ready each time', () => {
  let calls = 0;
  beforeEach(() => {
    calls += 1;
    if (calls === 2) throw new Error('once');
  });
  it('one', () => expect(add(1, 1)).toBe(2));
  it('two', () => expect(add(1, 2)).toBe(3));
});
describe('not put away', () => {
  afterEach(() => {
    throw new Error('still open');
  });
  it('one', () => expect(add(1, 1)).toBe(2));
});
