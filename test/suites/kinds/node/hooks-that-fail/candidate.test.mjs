import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { add } from './candidate.mjs';

describe('not made ready', () => {
  let calls = 0;
  before(() => {
    calls += 1;
    if (calls === 1) throw new Error('no database');
  });
  it('one', () => assert.equal(add(1, 1), 2));
  it('two', () => assert.equal(add(1, 2), 3));
});
describe('not made ready each time', () => {
  let calls = 0;
  beforeEach(() => {
    calls += 1;
    if (calls === 2) throw new Error('once');
  });
  it('one', () => assert.equal(add(1, 1), 2));
  it('two', () => assert.equal(add(1, 2), 3));
});
describe('not put away each time', () => {
  afterEach(() => {
    throw new Error('still open');
  });
  it('one', () => assert.equal(add(1, 1), 2));
});
describe('not put away', () => {
  after(() => {
    throw new Error('still open');
  });
  it('one', () => assert.equal(add(1, 1), 2));
});
describe('fine', () => {
  const seen = [];
  before(() => seen.push('before'));
  after(() => assert.deepEqual(seen, ['before', 2]));
  it('one', () => {
    seen.push(add(1, 1));
  });
});
