import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSuiteBench, outcomes, type SuiteBench } from './running.ts';

describe('Python', () => {
  let bench: SuiteBench;
  beforeAll(async () => {
    bench = await openSuiteBench('python');
  });
  afterAll(() => bench.close());

  const shop = `
class OutOfStock(Exception): pass
LIMIT = 3
def price(x, *, rate=2): return x * rate
def take(stock, name):
    if stock.get(name, 0) == 0: raise OutOfStock(name)
    stock[name] -= 1
    print("took", name)
    return stock[name]
def evens(n):
    yield from range(0, n, 2)
async def later(x): return x + 1
class Cart:
    def __init__(self): self.items = []
    def add(self, x): self.items.append(x)
    def total(self): return sum(self.items)
`;

  test('pytest: fixtures, parameters, raised errors, changed arguments, captured output, approximate values', async () => {
    const tests = `
import pytest
from candidate import price, take, OutOfStock, Cart, evens, LIMIT
@pytest.fixture
def stock(): return {"a": 2}
@pytest.mark.parametrize("x,y", [(1, 2), (2, 5)])
def test_many(x, y): assert price(x) == y
def test_keyword(): assert price(3, rate=3) == 9
def test_take(stock, capsys):
    assert take(stock, "a") == 1
    assert stock == {"a": 1}
    assert capsys.readouterr().out == "took a\\n"
def test_raises(stock):
    with pytest.raises(OutOfStock, match="b"): take(stock, "b")
def test_evens(): assert list(evens(5)) == [0, 2, 4]
def test_limit(): assert LIMIT == 3
def test_cart():
    cart = Cart()
    cart.add(2)
    assert cart.total() == 2
def test_approx(): assert price(0.1) == pytest.approx(0.2)
@pytest.mark.skip(reason="not here")
def test_skip(): assert False
`;
    const run = await bench.run({ program: shop, tests });
    expect(outcomes(run)).toEqual({
      'test_many[1-2]': 'passed',
      'test_many[2-5]': 'failed',
      test_keyword: 'passed',
      test_take: 'passed',
      test_raises: 'passed',
      test_evens: 'passed',
      test_limit: 'passed',
      test_cart: 'passed, shared',
      test_approx: 'passed',
      test_skip: 'skipped',
    });
    expect([run.passed, run.total, run.integrity]).toEqual([8, 9, 'shared']);
    expect(run.tests[1]?.message).toContain('4 == 5');
  });

  test('a program that imports the modules beside it, when it is asked from outside and when it shares a process', async () => {
    const program =
      'from helper import double\nfrom shapes.square import area\ndef quad(x): return double(double(x))\nclass Box:\n    def size(self): return area(2)\n';
    const tests =
      'from candidate import quad, Box\ndef test_quad(): assert quad(2) == 8\ndef test_wrong(): assert quad(2) == 9\ndef test_box(): assert Box().size() == 4\n';
    const siblings = {
      'helper.py': 'def double(x): return 2 * x\n',
      'shapes/__init__.py': '',
      'shapes/square.py': 'from helper import double\ndef area(x): return double(x)\n',
    };
    const run = await bench.run({ program, tests, siblings });
    expect(outcomes(run), JSON.stringify(run.tests)).toEqual({ test_quad: 'passed', test_wrong: 'failed', test_box: 'passed, shared' });
  });

  test('unittest and plain functions need no framework', async () => {
    const tests = `
import asyncio, unittest
from candidate import *
class Prices(unittest.TestCase):
    def setUp(self): self.stock = {"a": 1}
    def test_right(self): self.assertEqual(price(2), 4)
    def test_wrong(self): self.assertEqual(price(2), 5)
    def test_later(self): self.assertEqual(asyncio.run(later(1)), 2)
    def test_stock(self):
        take(self.stock, "a")
        self.assertEqual(self.stock, {"a": 0})
        with self.assertRaises(OutOfStock): take(self.stock, "a")
def test_plain():
    for x, y in [(1, 2), (2, 4), (3, 6)]:
        assert price(x) == y
`;
    const run = await bench.run({ program: shop, tests });
    expect(outcomes(run)).toEqual({
      'Prices::test_right': 'passed',
      'Prices::test_wrong': 'failed',
      'Prices::test_later': 'passed',
      'Prices::test_stock': 'passed',
      test_plain: 'passed',
    });
    expect(run.tests.find(({ id }) => id === 'Prices::test_wrong')).toMatchObject({ message: '4 != 5', line: 7 });
  });

  test('a program under another name than the tests import is taken for it, and that is said', async () => {
    const run = await bench.run({ program: 'def f(x): return x\n', tests: 'from other import f\ndef test_f(): assert f(1) == 1\n' });
    expect([run.outcome, run.assumed]).toEqual(['passed', 'other']);
  });

  test('a function may have the name of its file', async () => {
    const tests = 'from total import total\ndef test_total(): assert total(1) == 1\n';
    const run = await bench.run({ program: 'def total(x): return x\n', tests, names: ['total.py', 'test_total.py'] });
    expect(run.outcome).toBe('passed');
  });

  test('a package around the program and files beside the tests are there', async () => {
    const tests = 'from helpers import twice\nfrom shop.prices import price\ndef test_price(): assert price(2) == twice(2)\n';
    const siblings = { 'helpers.py': 'def twice(x): return 2 * x\n' };
    const run = await bench.run({ program: shop, tests, siblings, names: ['prices.py', 'test_prices.py'] });
    expect(run.outcome).toBe('passed');
  });

  test('a program that loops, and one that does not parse, are results', async () => {
    const tests = 'from candidate import f\ndef test_one(): assert f(1) == 1\ndef test_two(): assert f(2) == 2\n';
    const slow = await bench.run({ program: 'def f(x):\n    while x == 1: pass\n    return x\n', tests, timeoutSeconds: 1 });
    expect(outcomes(slow)).toEqual({ test_one: 'failed', test_two: 'passed' });
    expect(slow.tests[0]?.message).toContain('cpu limit');
    const broken = await bench.run({ program: 'def f(x:\n', tests });
    expect([broken.outcome, broken.passed, broken.total]).toEqual(['broken', 0, 2]);
    expect(broken.tests[0]?.message).toContain('SyntaxError');
  });

  test.each([
    ['no test', 'x = 1\n', /has no test/],
    ['no framework', 'import nowhere\ndef test_a(): pass\nfrom candidate import f\n', /imports something that is not there: .*nowhere/],
    ['a loop', 'from candidate import f\nwhile True: pass\n', /did not come to an end within 1 s/],
    [
      'an error at its top',
      'from candidate import f\n1 / 0\ndef test_a(): pass\n',
      /test_candidate.py:2 cannot be loaded: ZeroDivisionError/,
    ],
  ])('a test file with %s is an error that says what to do', async (_what, tests, message) => {
    await expect(bench.run({ program: 'def f(x): return x\n', tests, timeoutSeconds: 1 })).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringMatching(message),
      hint: expect.stringMatching(/\w/),
    });
  });

  test('a test that prints 100 MB is only slow', async () => {
    const tests = 'from candidate import f\ndef test_a():\n    for _ in range(100): print("x" * 1000000)\n    assert f(1) == 1\n';
    expect((await bench.run({ program: 'def f(x): return x\n', tests })).outcome).toBe('passed');
  });
});

describe('Lua', () => {
  let bench: SuiteBench;
  beforeAll(async () => {
    bench = await openSuiteBench('lua');
  });
  afterAll(() => bench.close());

  const program = `
local M = { VERSION = "1.2" }
function M.reverse(t) local r = {} for i = #t, 1, -1 do r[#r + 1] = t[i] end return r end
function M.sort(t) table.sort(t) end
function M.parse(s) local n = tonumber(s) if not n then return nil, "bad number: " .. s end return n end
function M.check(n) if n < 0 then error("negative") end return true end
local Stack = {} Stack.__index = Stack
function M.new() return setmetatable({ items = {} }, Stack) end
function Stack:push(x) self.items[#self.items + 1] = x end
function Stack:pop() return table.remove(self.items) end
return M
`;

  test('busted: tables, several results, errors, changed arguments, objects', async () => {
    const tests = `
local c = require("candidate")
describe("candidate", function()
  local calls = 0
  before_each(function() calls = calls + 1 end)
  it("reverses", function() assert.are.same({ 2, 1 }, c.reverse({ 1, 2 })) assert.same({}, c.reverse({})) end)
  it("sorts in place", function() local t = { 3, 1 } c.sort(t) assert.same({ 1, 3 }, t) end)
  it("gives two results", function()
    local n, problem = c.parse("x")
    assert.is_nil(n)
    assert.equal("bad number: x", problem)
  end)
  it("raises", function()
    assert.has_error(function() c.check(-1) end, "negative")
    assert.has_no.errors(function() c.check(1) end)
  end)
  it("has a version", function() assert.equal("1.2", c.VERSION) end)
  it("pops", function() local s = c.new() s:push(1) s:push(2) assert.equal(2, s:pop()) end)
  it("fails", function() assert.equal(4, c.parse("5")) end)
  pending("later")
end)
`;
    const run = await bench.run({ program, tests });
    expect(outcomes(run)).toEqual({
      'candidate reverses': 'passed',
      'candidate sorts in place': 'passed',
      'candidate gives two results': 'passed',
      'candidate raises': 'passed',
      'candidate has a version': 'passed',
      'candidate pops': 'passed, shared',
      'candidate fails': 'failed',
      'candidate later': 'skipped',
    });
    expect(run.tests[6]).toMatchObject({ message: 'got 5, expected 4', line: 19 });
  });

  test('luaunit: classes of tests, without luaunit being installed', async () => {
    const tests = `
local lu = require("luaunit")
local c = require("candidate")
TestAll = {}
function TestAll:setUp() self.items = { 1, 2 } end
function TestAll:testReverse() lu.assertEquals(c.reverse(self.items), { 2, 1 }) end
function TestAll:testWrong() lu.assertEquals(c.parse("7"), 8) end
function TestAll:testError() lu.assertErrorMsgContains("nega", c.check, -1) end
os.exit(lu.LuaUnit.run())
`;
    const run = await bench.run({ program, tests, names: ['candidate.lua', 'test_candidate.lua'] });
    expect(outcomes(run)).toEqual({ 'TestAll.testError': 'passed', 'TestAll.testReverse': 'passed', 'TestAll.testWrong': 'failed' });
  });

  test('a script that asks the program nothing is no test', async () => {
    const program = 'local M = {}\nfunction M.f(x) return x end\nreturn M\n';
    const head = 'local p = require("candidate")\n';
    await expect(bench.run({ program, tests: `${head}local n = 1\n` })).rejects.toMatchObject({
      message: expect.stringMatching(/has no test/),
    });
    expect((await bench.run({ program, tests: `${head}assert(p.f(2) == 2)\n` })).outcome).toBe('passed');
  });
});

describe('JavaScript and TypeScript', () => {
  let bench: SuiteBench;
  beforeAll(async () => {
    bench = await openSuiteBench('javascript');
  });
  afterAll(() => bench.close());

  const program = `
export const MAX = 10;
export function add(a, b) { return a + b; }
export async function later(x) { if (x < 0) throw new RangeError('negative'); return 2 * x; }
export function sort(xs) { xs.sort((a, b) => a - b); }
export function each(xs, f) { return xs.map(f); }
export class ParseError extends Error {}
export function parse(s) { if (s === '') throw new ParseError('empty'); return { s, n: [1, null, undefined] }; }
export class Stack { #items = []; push(x) { this.#items.push(x); } pop() { return this.#items.pop(); } }
export default function main(x) { return x + 1; }
`;

  test('node:test: promises, changed arguments, classes of errors, subtests, callbacks and objects', async () => {
    const tests = `
import assert from 'node:assert/strict';
import test, { beforeEach, describe, it } from 'node:test';
import main, { add, each, later, MAX, parse, ParseError, sort, Stack } from './candidate.mjs';
test('add', () => { assert.equal(add(1, 2), 3); assert.equal(main(1), 2); assert.equal(MAX, 10); });
describe('group', () => {
  let list;
  beforeEach(() => { list = [3, 1]; });
  it('waits', async () => { assert.equal(await later(4), 8); await assert.rejects(later(-1), RangeError); });
  it('sorts', () => { sort(list); assert.deepEqual(list, [1, 3]); });
  it('parses', () => { assert.deepEqual(parse('x'), { s: 'x', n: [1, null, undefined] }); assert.throws(() => parse(''), ParseError); });
  it('calls back', () => { assert.deepEqual(each([1, 2], (x) => 2 * x), [2, 4]); });
  it('pops', () => { const s = new Stack(); s.push(5); assert.equal(s.pop(), 5); });
  it('has parts', async (t) => { await t.test('inner', () => { assert.equal(add(5, 5), 11); }); });
  it.skip('later', () => {});
});
`;
    const run = await bench.run({ program, tests });
    expect(outcomes(run)).toEqual({
      add: 'passed',
      'group > waits': 'passed',
      'group > sorts': 'passed',
      'group > parses': 'passed',
      'group > calls back': 'passed, shared',
      'group > pops': 'passed, shared',
      'group > has parts': 'failed',
      'group > later': 'skipped',
    });
    expect(run.tests[6]).toMatchObject({ message: 'got 10, expected 11' });
  });

  test('CommonJS, and a module that is a function', async () => {
    const tests = `
const { test } = require('node:test');
const assert = require('assert');
const double = require('./candidate');
test('both', () => { assert.strictEqual(double(2), 4); assert(double.twice(1) === 2); });
`;
    const code = 'const double = (n) => 2 * n;\nmodule.exports = double;\nmodule.exports.twice = double;\n';
    const run = await bench.run({ program: code, tests, names: ['candidate.cjs', 'candidate.test.cjs'] });
    expect(run.outcome).toBe('passed');
  });

  test('vitest with types', async () => {
    const typed = await openSuiteBench('typescript');
    try {
      const tests = `
import { describe, expect, it, test } from 'vitest';
import { add, type Sum } from './candidate';
describe('add', () => {
  it('adds', () => { expect(add(1, 2)).toBe(3); expect(add(0.1, 0.2)).toBeCloseTo(0.3); expect(add(1, 1)).not.toBe(3); });
  test.each([[1, 2, 3], [2, 2, 5]])('%i and %i', (a: number, b: number, c: Sum) => { expect(add(a, b)).toBe(c); });
});
`;
      const code = 'export type Sum = number;\nexport function add(a: number, b: number): Sum { return a + b; }\n';
      const run = await typed.run({ program: code, tests });
      expect(outcomes(run)).toEqual({ 'add > adds': 'passed', 'add > 1 and 2': 'passed', 'add > 2 and 2': 'failed' });
    } finally {
      await typed.close();
    }
  });
});

test('a name that is not exported is missing, even where the program itself has it', async () => {
  const bench = await openSuiteBench('javascript');
  try {
    const tests = `
import assert from 'node:assert';
import { test } from 'node:test';
import { add } from './candidate.mjs';
test('adds', () => { assert.equal(add(1, 2), 3); });
`;
    const run = await bench.run({ program: 'export const one = 1;\nfunction add(a, b) { return a + b; }\n', tests });
    expect(run.tests).toMatchObject([{ outcome: 'failed', message: 'add is not offered by candidate.mjs' }]);
  } finally {
    await bench.close();
  }
});
