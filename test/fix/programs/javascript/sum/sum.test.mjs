import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sum } from './sum.mjs';

test('case 1', () => {
  assert.deepEqual(sum([1, 2, 3]), 6);
});

test('case 2', () => {
  assert.deepEqual(sum([]), 0);
});

test('case 3', () => {
  assert.deepEqual(sum([5]), 5);
});
