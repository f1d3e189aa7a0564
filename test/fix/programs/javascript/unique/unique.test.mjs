import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unique } from './unique.mjs';

test('case 1', () => {
  assert.deepEqual(unique([1, 2, 1, 3]), [1, 2, 3]);
});

test('case 2', () => {
  assert.deepEqual(unique([]), []);
});

test('case 3', () => {
  assert.deepEqual(unique(['a', 'a']), ['a']);
});
