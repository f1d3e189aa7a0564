import assert from 'node:assert/strict';
import { test } from 'node:test';
import { group } from './group.mjs';

test('case 1', () => {
  assert.deepEqual(group(['ab', 'ac', 'b']), { a: ['ab', 'ac'], b: ['b'] });
});

test('case 2', () => {
  assert.deepEqual(group([]), {});
});

test('case 3', () => {
  assert.deepEqual(group(['x']), { x: ['x'] });
});
