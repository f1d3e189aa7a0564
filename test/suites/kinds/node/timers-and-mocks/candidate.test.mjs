import assert from 'node:assert/strict';
import { afterEach, mock, test } from 'node:test';
import { api, later, title, tooLate } from './candidate.mjs';

afterEach(() => mock.restoreAll());
test('ticks', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const f = mock.fn();
  later(f);
  mock.timers.tick(999);
  assert.equal(f.mock.callCount(), 0);
  mock.timers.tick(1);
  assert.equal(f.mock.callCount(), 1);
  mock.timers.reset();
});
test('ticks too little', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const f = t.mock.fn();
  tooLate(f);
  t.mock.timers.tick(1000);
  assert.equal(f.mock.callCount(), 1);
});
test('has the real clock again', async () => {
  await new Promise((resolve) => setTimeout(resolve, 1));
  assert.equal(title(1), 'REAL 1');
});
test('replaces a method', (t) => {
  t.mock.method(api, 'load', () => 'fake');
  assert.equal(title(1), 'FAKE');
  assert.equal(api.load.mock.calls.length, 1);
});
test('a method is back', () => {
  assert.equal(title(2), 'REAL 2');
});
