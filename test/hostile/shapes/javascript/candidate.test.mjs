import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { apply, Stack } from './candidate.mjs';

describe('Stack', () => {
  let stack;
  beforeEach(() => {
    stack = new Stack();
    for (const item of [3, 1, 2]) stack.push(item);
  });

  it('pops', () => {
    assert.equal(stack.pop(), 2);
    assert.equal(stack.pop(), 1);
    assert.equal(stack.size(), 1);
  });

  for (const [items, wanted] of [
    [[], 0],
    [[4, 5], 9],
  ]) {
    it(`totals ${items.length}`, () => {
      const made = new Stack();
      for (const item of items) made.push(item);
      assert.equal(made.total(), wanted);
    });
  }

  it('orders', () => {
    const expected = [3, 1, 2].sort();
    assert.deepEqual(stack.ordered(), expected);
  });

  it('holds', () => {
    assert.ok(stack.size() > 2);
    assert.ok(!stack.isEmpty());
  });

  it('raises', () => {
    assert.throws(() => new Stack().pop(), RangeError);
  });
});

it('applies', async () => {
  assert.deepEqual(await apply(async (x) => x + 1, [1, 2]), [2, 3]);
});
