import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deep } from './deep.mjs';

test('case 1', () => {
  assert.deepEqual(deep([1, [2, [3]]]), 6);
});

test('case 2', () => {
  assert.deepEqual(deep([]), 0);
});

test('case 3', () => {
  assert.deepEqual(deep([[4]]), 4);
});
