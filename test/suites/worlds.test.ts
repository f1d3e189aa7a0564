import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSuiteBench, outcomes, type SuiteBench } from './running.ts';

let benches: { readonly python: SuiteBench; readonly lua: SuiteBench; readonly typescript: SuiteBench };
beforeAll(async () => {
  const [python, lua, typescript] = await Promise.all([openSuiteBench('python'), openSuiteBench('lua'), openSuiteBench('typescript')]);
  benches = { python, lua, typescript };
});
afterAll(() => Promise.all(Object.values(benches).map((bench) => bench.close())));

describe('tests that change the world around the program', () => {
  test('Python: environment, replaced functions, files, processes, standard input, seeds', async () => {
    const program = `import os, random, sys
from helper import load

def rate(): return int(os.environ.get("RATE", "1"))
def get(key): return load(key)
def read(path):
    with open(path) as file: return file.read()
def ask(): return input()
def roll(): return random.randint(1, 10**9)
if __name__ == "__main__": print("ran", *sys.argv[1:])
`;
    const tests = `import io, os, random, subprocess, sys
from unittest.mock import patch
import candidate
from candidate import ask, get, rate, read, roll

def test_environment(monkeypatch):
    monkeypatch.setenv("RATE", "3")
    assert rate() == 3
def test_environment_itself():
    os.environ["RATE"] = "4"
    try: assert rate() == 4
    finally: del os.environ["RATE"]
@patch("candidate.load", return_value=7)
def test_replaced(fake): assert get("x") == 7
def test_file(tmp_path):
    path = str(tmp_path / "a.txt")
    with open(path, "w") as file: file.write("hello")
    assert read(path) == "hello"
def test_input():
    sys.stdin = io.StringIO("typed\\n")
    assert ask() == "typed"
def test_seed():
    random.seed(5)
    first = roll()
    random.seed(5)
    assert roll() == first
def test_random_inputs():
    key = "k%d" % random.SystemRandom().randint(0, 10**9)
    assert get(key) == key
def test_process():
    run = subprocess.run([sys.executable, candidate.__file__, "now"], capture_output=True, text=True)
    assert run.stdout == "ran now\\n"
def test_wrong(monkeypatch):
    monkeypatch.setenv("RATE", "3")
    assert rate() == 4
`.replaceAll('\\\\', '\\');
    const run = await benches.python.run({ program, tests, siblings: { 'helper.py': 'def load(key): return key\n' } });
    const failed = Object.entries(outcomes(run)).filter(([, outcome]) => !outcome.startsWith('passed'));
    expect(failed).toEqual([['test_wrong', 'failed, shared']]);
  });

  test('Lua: spies, globals, results with metatables and errors that are tables', async () => {
    const program = `local M = { version = "1.2", limits = { most = 3 } }
local Point = { __tostring = function(p) return p.x .. "," .. p.y end, __eq = function(a, b) return a.x == b.x end }
function M.point(x, y) return setmetatable({ x = x, y = y }, Point) end
function M.each(items, f) for _, item in ipairs(items) do f(item) end end
function M.fail() error({ code = 5 }) end
function M.host() return host.name end
function M.now() return os.time() end
return M
`;
    const tests = `local c = require("candidate")
describe("c", function()
  it("lacks a name", function() assert.is_function(c.nothing) end)
  it("has values", function() assert.equal("1.2", c.version) assert(c.version == "1.2") assert.equal(3, c.limits.most) end)
  it("shows", function() assert.equal("3,4", tostring(c.point(3, 4))) end)
  it("compares", function() assert.equal(c.point(1, 2), c.point(1, 3)) end)
  it("raises a table", function() assert.has_error(function() c.fail() end, { code = 5 }) end)
  it("calls", function() local s = spy.new(function() end) c.each({ 1, 2 }, s) assert.spy(s).was.called(2) assert.spy(s).was_called_with(2) end)
  it("is replaced", function() stub(c, "fail") c.fail() assert.stub(c.fail).was_called() c.fail:revert() end)
  it("sees a global", function() _G.host = { name = "x" } assert.equal("x", c.host()) _G.host = nil end)
  it("sees the time", function() local real = os.time os.time = function() return 7 end local now = c.now() os.time = real assert.equal(7, now) end)
end)
`;
    const run = await benches.lua.run({ program, tests });
    const failed = Object.entries(outcomes(run)).filter(([, outcome]) => !outcome.startsWith('passed'));
    expect(failed).toEqual([['c lacks a name', 'failed']]);
  });

  test('TypeScript: modules without an extension, imports of types, vitest with tables, counted assertions and only', async () => {
    const siblings = {
      'src/types.ts': 'export type Pair = [number, number];\n',
      'src/errors.ts':
        'export class TooSmall extends Error { constructor(readonly least: number) { super(String(least)); this.name = "TooSmall"; } }\n',
      'src/deep/index.ts': 'export const one: number = 1;\n',
    };
    const program = `import { Pair } from './types';
import { one } from './deep';
import { TooSmall } from './errors';
export const swap = ([a, b]: Pair): Pair => [b, a];
export function add(a: number, b: number) { if (a < 0) throw new TooSmall(0); return a + b * one }
export const settings = { depth: 2 };
`;
    const tests = `import { describe, expect, it, vi } from 'vitest';
import { add, settings, swap } from '../src/calc';
import { TooSmall } from '../src/errors';
it.each\`
  a    | b    | sum
  \${1} | \${2} | \${3}
  \${2} | \${2} | \${4}
\`('$a and $b', ({ a, b, sum }) => { expect(add(a, b)).toBe(sum) });
describe.each([[1, 2], [2, 3]])('%i', (a, b) => { it('next', () => { expect(add(a, 1)).toBe(b) }) });
it('swaps', () => { expect(swap([1, 2])).toEqual([2, 1]) });
it('raises', () => { expect(() => add(-1, 1)).toThrow(TooSmall) });
it('raises with a field', () => { try { add(-1, 1) } catch (error) { expect(error.least).toBe(0) } });
it('offers a value', () => { expect(settings).toEqual({ depth: 2 }) });
it('replaces', () => { const now = vi.spyOn(Date, 'now').mockReturnValue(5); expect(add(Date.now(), 1)).toBe(6); now.mockRestore() });
it('inline', () => { expect(swap([1, 2])).toMatchInlineSnapshot('[\\n  2,\\n  1,\\n]') });
it('asserts too little', () => { expect.assertions(2); expect(add(1, 1)).toBe(2) });
it('asserts nothing', () => { expect.hasAssertions(); add(1, 1) });
`;
    const names = ['src/calc.ts', 'test/calc.test.ts'] as const;
    const run = await benches.typescript.run({ program, tests, names, siblings });
    expect(run.tests).toHaveLength(12);
    const failed = Object.entries(outcomes(run)).filter(([, outcome]) => !outcome.startsWith('passed'));
    expect(failed).toEqual([
      // A test that was stopped beside its stand-ins has not put the clock back.
      ['asserts too little', 'failed, shared'],
      ['asserts nothing', 'failed, shared'],
    ]);
    const only = `import { expect, it } from 'vitest';\nimport { add } from './calc';\nit.only('a', () => { expect(add(1, 1)).toBe(2) });\nit('b', () => { expect(add(1, 1)).toBe(3) });\n`;
    expect(
      outcomes(
        await benches.typescript.run({
          program: 'export const add = (a: number, b: number) => a + b;\n',
          tests: only,
          names: ['calc.ts', 'calc.test.ts'],
        }),
      ),
    ).toEqual({ a: 'passed', b: 'skipped' });
  });
});

test('a Python file that only asserts is one test, and a name that a program lacks is no function', async () => {
  const program = 'def add(a, b): return a + b\n';
  const script = 'from candidate import add\nassert add(1, 2) == 3\nfor n in range(3):\n    assert add(n, n) == 2 * n, n\n';
  expect(outcomes(await benches.python.run({ program, tests: script }))).toEqual({ script: 'passed' });
  const wrong = await benches.python.run({ program, tests: `${script}assert add(1, 1) == 3, "one"\n` });
  expect(wrong.tests.map(({ outcome, message }) => [outcome, message])).toEqual([['failed', 'one: add(1, 1) == 3: got 2, expected 3']]);
  const lacks = 'import candidate\ndef test_a(): assert callable(candidate.add)\ndef test_b(): assert callable(candidate.nothing)\n';
  expect(outcomes(await benches.python.run({ program, tests: lacks }))).toEqual({ test_a: 'passed', test_b: 'failed' });
});

test('each version of the tests beside a program meets its state as it was loaded, and values that it offers may change', async () => {
  const program = `registry = {}
class Count: pass
def register(key): registry[key] = len(registry)
`;
  const tests = `from candidate import Count, registry, register
def test_register():
    assert Count is not None and Count()
    register("a")
    assert registry == {"a": 0}
`;
  expect(outcomes(await benches.python.run({ program, tests }))).toEqual({ test_register: 'passed, shared' });
  const script = `export const registry = new Map<string, number>();
export const version = '1.2';
export class Point { constructor(public x: number) {} }
export const register = (key: string) => registry.set(key, registry.size);
`;
  const spec = `import { expect, it } from 'vitest';
import { Point, register, registry, version } from './candidate';
it('registers', () => { expect(new Point(1)).toEqual({ x: 1 }); register('a'); expect(registry.get('a')).toBe(0) });
it('has a version', () => { expect(version).toBe('1.2') });
it('is strict', () => { expect(new Point(1)).not.toStrictEqual({ x: 1 }) });
`;
  const run = await benches.typescript.run({ program: script, tests: spec });
  expect(outcomes(run)).toEqual({ registers: 'passed, shared', 'has a version': 'passed', 'is strict': 'passed, shared' });
});
