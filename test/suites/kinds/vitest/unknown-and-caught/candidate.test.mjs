import { expect, it, vi } from 'vitest';
import { add } from './candidate.mjs';

it('adds', () => expect(add(1, 2)).toBe(3));
it('waits', async () => {
  await vi.waitFor(() => expect(add(1, 2)).toBe(3));
});
it('catches what is not known', () => {
  try {
    vi.setConfig({ testTimeout: 10 });
  } catch {}
  expect(add(1, 1)).toBe(2);
});
it('takes what is not known for what it expects', () => {
  expect(() => expect(add(1, 1)).toBeAThing()).toThrow();
});
