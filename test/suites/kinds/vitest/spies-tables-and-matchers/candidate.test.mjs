import { afterEach, describe, expect, it, test, vi } from 'vitest';
import { api, fails, isEven, title, total } from './candidate.mjs';

expect.extend({
  toBeWithin(received, low, high) {
    const pass = received >= low && received <= high;
    return { pass, message: () => `expected ${received} ${pass ? 'not ' : ''}within ${low} and ${high}` };
  },
});
afterEach(() => vi.restoreAllMocks());

it('spies', () => {
  const spy = vi.spyOn(api, 'load').mockReturnValue('fake');
  expect(title(1)).toBe('FAKE');
  expect(spy).toHaveBeenCalledWith(1);
  expect(spy.mock.calls).toEqual([[1]]);
});
it('is put back', () => expect(title(1)).toBe('REAL 1'));
it('spies wrongly', () => {
  const spy = vi.spyOn(api, 'load');
  title(2);
  expect(spy).toHaveBeenCalledTimes(2);
});
test.each([
  [2, true],
  [3, false],
  [4, false],
])('isEven(%i) is %s', (n, wanted) => expect(isEven(n)).toBe(wanted));
test.each([{ n: 1, wanted: 5 }])('$n gives $wanted', ({ n, wanted }) => expect(total([{ price: n }])).toBe(wanted));
it('is within', () => {
  expect(total([{ price: 2 }, { price: 3 }])).toBeWithin(1, 5);
  expect(total([])).not.toBeWithin(1, 5);
});
it('is not within', () => expect(total([{ price: 9 }])).toBeWithin(1, 5));
it('rejects', async () => {
  await expect(fails('no')).rejects.toThrow(RangeError);
  await expect(fails('no')).rejects.toThrow('no');
  await expect(fails('no')).rejects.toMatchObject({ message: 'no' });
});
it('rejects otherwise', async () => {
  await expect(fails('no')).rejects.toThrow('yes');
});
it('is not rejected', async () => {
  await expect(Promise.resolve(total([]))).rejects.toThrow();
});
it('counts assertions', () => {
  expect.assertions(2);
  expect(total([])).toBe(0);
});
it('counts assertions after all', async () => {
  expect.assertions(1);
  await fails('x').catch((error) => expect(error.message).toBe('x'));
});
it.skip('is skipped', () => expect(total([])).toBe(1));
it.todo('is to be written');
it.fails('is known to fail', () => expect(total([])).toBe(1));
it.fails('is wrongly known to fail', () => expect(total([])).toBe(0));
describe.skip('all of them', () => {
  it('skipped too', () => expect(total([])).toBe(1));
});
it('is soft', () => {
  expect.soft(total([])).toBe(1);
  expect(total([])).toBe(0);
});
it('has what it contains', () => {
  expect({ a: total([]), b: [1, 2] }).toEqual(expect.objectContaining({ b: expect.arrayContaining([2]) }));
  expect({ a: total([]) }).toEqual({ a: expect.not.stringContaining('x') });
});
