import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { add, never } from './candidate.mjs';

it('skips itself', (context) => {
  context.skip();
  expect(add(1, 1)).toBe(3);
});
it('takes expect from its context', ({ expect: own }) => own(add(1, 1)).toBe(2));
it('takes expect from its context, wrongly', ({ expect: own }) => own(add(1, 1)).toBe(3));
it('takes too long', async () => await never(), 300);
it('takes too long, by its options', { timeout: 300 }, async () => await never());
it('finishes badly', () => {
  onTestFinished(() => {
    throw new Error('late');
  });
  expect(add(1, 1)).toBe(2);
});
it('stubs a global', () => {
  vi.stubGlobal('host', { n: 5 });
  expect(add(globalThis.host.n, 1)).toBe(6);
  vi.unstubAllGlobals();
  expect(globalThis.host).toBeUndefined();
});
describe('values', () => {
  it('are equal', () => {
    expect(new Map([[{ a: 1 }, [add(1, 1)]]])).toEqual(new Map([[{ a: 1 }, [2]]]));
    expect([undefined, add(1, 1)]).toStrictEqual([undefined, 2]);
  });
  it('are not strictly equal', () => expect({ a: add(1, 1), b: undefined }).toStrictEqual({ a: 2 }));
  it('are not the same', () => expect({ a: add(1, 1) }).toBe({ a: 2 }));
  it('are numbers', () => expect(add(0.1, 0.2)).toBe(0.3));
  it('are zero', () => expect(add(-0, -0)).toBe(0));
  it('are zero, loosely', () => expect([add(-0, -0)]).toEqual([0]));
});
