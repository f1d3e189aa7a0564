import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clamp } from './clamp.mjs';

test('case 1', () => {
  assert.deepEqual(clamp(5, 0, 10), 5);
});

test('case 2', () => {
  assert.deepEqual(clamp(-3, 0, 10), 0);
});

test('case 3', () => {
  assert.deepEqual(clamp(42, 0, 10), 10);
});
