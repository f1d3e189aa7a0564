import assert from 'node:assert/strict';
import { test } from 'node:test';
import { range } from './range.mjs';

test('case 1', () => {
  assert.deepEqual(range(1, 4), [1, 2, 3]);
});

test('case 2', () => {
  assert.deepEqual(range(0, 0), []);
});

test('case 3', () => {
  assert.deepEqual(range(-1, 1), [-1, 0]);
});
