import assert from 'node:assert/strict';
import { test } from 'node:test';
import { initials } from './initials.mjs';

test('case 1', () => {
  assert.deepEqual(initials('ada lovelace'), 'AL');
});

test('case 2', () => {
  assert.deepEqual(initials(' grace  hopper '), 'GH');
});

test('case 3', () => {
  assert.deepEqual(initials('x'), 'X');
});
