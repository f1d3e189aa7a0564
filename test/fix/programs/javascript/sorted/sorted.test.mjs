import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sorted } from './sorted.mjs';

test('case 1', () => {
  assert.deepEqual(sorted([10, 9, 1]), [1, 9, 10]);
});

test('case 2', () => {
  assert.deepEqual(sorted([]), []);
});

test('case 3', () => {
  assert.deepEqual(sorted([2, 1]), [1, 2]);
});
