import { describe, expect, it } from 'vitest';
import { card, drifting, shout } from './candidate.mjs';

describe('cards', () => {
  it('is kept', () => {
    expect(card('x')).toMatchSnapshot();
    expect(shout('ab')).toMatchSnapshot();
  });
  it('is kept under a name', () => expect(card('y').tags).toMatchSnapshot('tags'));
  it('has changed', () => expect(drifting()).toMatchSnapshot());
});
it('inline', () => {
  expect(card('z')).toMatchInlineSnapshot(`
    {
      "name": "z",
      "nested": {
        "f": null,
        "n": 1,
      },
      "tags": [
        "a",
        "b",
      ],
    }
  `);
});
it('inline, changed', () => expect(drifting()).toMatchInlineSnapshot(`{"n": 1}`));
it('throws', () => {
  expect(() => {
    throw new TypeError('no');
  }).toThrowErrorMatchingInlineSnapshot(`[TypeError: no]`);
});
