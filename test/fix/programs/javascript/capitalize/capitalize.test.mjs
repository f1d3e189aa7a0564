import assert from 'node:assert/strict';
import { test } from 'node:test';
import { capitalize } from './capitalize.mjs';

test('case 1', () => {
  assert.deepEqual(capitalize('hello'), 'Hello');
});

test('case 2', () => {
  assert.deepEqual(capitalize(''), '');
});

test('case 3', () => {
  assert.deepEqual(capitalize('x'), 'X');
});
