import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fizzbuzz } from './fizzbuzz.mjs';

test('case 1', () => {
  assert.deepEqual(fizzbuzz(15), 'FizzBuzz');
});

test('case 2', () => {
  assert.deepEqual(fizzbuzz(9), 'Fizz');
});

test('case 3', () => {
  assert.deepEqual(fizzbuzz(7), '7');
});
