import assert from 'node:assert/strict';
import { test } from 'node:test';
import { add, later } from './candidate.mjs';

test('waits', async () => assert.equal(await later(2), 2));
test('does not wait for what is rejected', () => {
  assert.rejects(async () => add(1, 1));
});
