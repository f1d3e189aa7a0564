import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { add, never } from './candidate.mjs';

test('plans', (t) => {
  t.plan(2);
  t.assert.strictEqual(add(1, 1), 2);
  t.assert.strictEqual(add(1, 2), 3);
});
test('plans more than it asserts', (t) => {
  t.plan(2);
  t.assert.strictEqual(add(1, 1), 2);
});
test('skips itself and holds', (t) => {
  t.skip('not here');
});
test('skips itself and goes on', (t) => {
  t.skip('not here');
  assert.equal(add(1, 1), 3);
});
test('is to be done and fails', { todo: true }, () => assert.equal(add(1, 1), 3));
test('takes too long', { timeout: 200 }, async () => never());
test('calls back', (_t, done) => {
  setTimeout(() => done(add(1, 1) === 2 ? undefined : new Error('no')), 1);
});
test('calls back with an error', (_t, done) => {
  setTimeout(() => done(add(1, 1) === 3 ? undefined : new Error('no')), 1);
});
test('does not wait for what is thrown', async () => {
  setTimeout(() => assert.equal(add(1, 1), 3), 1);
  await new Promise((resolve) => setTimeout(resolve, 20));
});
describe('a block that waits', async () => {
  await null;
  it('one', () => assert.equal(add(1, 1), 2));
  it('two', () => assert.equal(add(1, 1), 3));
});
describe('a block that is skipped', { skip: true }, () => {
  it('one', () => assert.equal(add(1, 1), 3));
});
