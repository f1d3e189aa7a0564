import assert from 'node:assert/strict';
import { test } from 'node:test';
import { add, soon } from './candidate.mjs';

test('awaited', async (t) => {
  await t.test('one', () => assert.equal(add(1, 1), 2));
  await t.test('two', async (inner) => {
    await inner.test('deep', () => assert.equal(add(2, 1), 3));
  });
});
test('awaited and failing', async (t) => {
  await t.test('one', () => assert.equal(add(1, 1), 3));
});
test('awaited and failing deep', async (t) => {
  await t.test('one', async (inner) => {
    await inner.test('deep', () => assert.equal(add(1, 1), 3));
  });
});
test('the first fails and the second is run', async (t) => {
  await t.test('one', () => assert.equal(add(1, 1), 3));
  await t.test('two', () => assert.equal(add(1, 1), 2));
});
test('not awaited and failing', (t) => {
  t.test('one', () => assert.equal(add(1, 1), 3));
});
test('not awaited and waiting', (t) => {
  t.test('one', async () => assert.equal(await soon(1), 1));
});
test('all together', async (t) => {
  await Promise.all([t.test('one', async () => assert.equal(await soon(1), 1)), t.test('two', async () => assert.equal(await soon(2), 2))]);
});
test('skipped and marked inside', async (t) => {
  await t.test('one', { skip: true }, () => assert.equal(add(1, 1), 3));
  await t.test('two', { todo: true }, () => assert.equal(add(1, 1), 3));
  await t.test('three', (inner) => {
    inner.skip('not here');
  });
});
test('hooks inside', async (t) => {
  const seen = [];
  t.beforeEach(() => seen.push('before'));
  t.afterEach(() => seen.push('after'));
  await t.test('one', () => seen.push(add(1, 1)));
  await t.test('two', () => seen.push(add(1, 2)));
  assert.deepEqual(seen, ['before', 2, 'after', 'before', 3, 'after']);
});
test('a hook inside fails', async (t) => {
  t.beforeEach(() => {
    throw new Error('no');
  });
  await t.test('one', () => assert.equal(add(1, 1), 2));
});
