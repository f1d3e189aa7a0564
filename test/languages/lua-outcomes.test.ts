import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Value } from '../../src/domain/value.ts';
import { type Bench, openBench } from './observing.ts';

const int = (value: number | string): Value => ({ type: 'int', value: String(value) });
const float = (value: string): Value => ({ type: 'float', value });
const text = (value: string): Value => ({ type: 'string', value });
const list = (...items: readonly Value[]): Value => ({ type: 'list', items });

let lua: Bench;
beforeAll(async () => {
  lua = await openBench('lua');
});
afterAll(async () => {
  await lua.close();
});

describe('a value', () => {
  const cases: readonly (readonly [string, Value])[] = [
    ['nil', { type: 'null' }],
    ['1 == 1', { type: 'bool', value: true }],
    ['7 // 2', int(3)],
    ['10 / 2', float('5.0')],
    ['math.mininteger', int('-9223372036854775808')],
    ['0.1', float('0.1')],
    ['2^53 + 1', float('9007199254740992.0')],
    ['1e300', float('1e+300')],
    ['0/0', float('nan')],
    ['-1/0', float('-inf')],
    ['-0.0', float('-0')],
    ['"é\\n\\0"', text('é\n\0')],
    ['"\\xff"', { type: 'bytes', hex: 'ff' }],
    ['"\\xed\\xa0\\x80"', { type: 'bytes', hex: 'eda080' }],
    ['{}', { type: 'empty-table' }],
    ['{1, {2}}', list(int(1), list(int(2)))],
    [
      '{1, nil, 3}',
      {
        type: 'map',
        entries: [
          [int(1), int(1)],
          [int(3), int(3)],
        ],
      },
    ],
    ['{a = 1}', { type: 'map', entries: [[text('a'), int(1)]] }],
    ['{[0] = 1}', { type: 'map', entries: [[int(0), int(1)]] }],
    ['{[1.5] = true}', { type: 'map', entries: [[float('1.5'), { type: 'bool', value: true }]] }],
    ['print', { type: 'opaque', kind: 'function' }],
    ['coroutine.create(print)', { type: 'opaque', kind: 'thread' }],
    ['io.stdin', { type: 'opaque', kind: 'userdata' }],
    ['("x"):rep(3)', text('xxx')],
  ];
  test('is seen for what it is', async () => {
    const seen = await lua.observe(
      '',
      cases.map(([source]) => source),
    );
    expect(seen.map(({ outcome }) => (outcome.type === 'value' ? outcome.value : outcome))).toEqual(cases.map(([, value]) => value));
  });

  test.each([
    ['return x:gsub("b", "b")', [int(2)]],
    ['return x, nil, {1}', [{ type: 'null' }, list(int(1))]],
    ['return x, nil, nil', undefined],
    ['return (x:gsub("b", "b"))', undefined],
  ] as const)('of several comes with all after it up to the last that is not nil: %s', async (body, more) => {
    const outcome = await lua.outcome(`function f(x) ${body} end`, 'f("bb")');
    expect(outcome).toEqual({ type: 'value', value: text('bb'), ...(more === undefined ? {} : { more }) });
  });

  test('that refers to itself ends in a cycle', async () => {
    const code = 'function f(x) local a = {1}; a[2] = {back = a}; return a end';
    expect(await lua.outcome(code, 'f(0)')).toEqual({
      type: 'value',
      value: list(int(1), { type: 'map', entries: [[text('back'), { type: 'cycle', depth: 2 }]] }),
    });
  });

  test.each([
    ['a long list', 'function f(x) local t = {} for i = 1, 100000 do t[i] = i end return t end'],
    ['a long text', 'function f(x) return ("ab"):rep(1000000) end'],
    ['a wide nest', 'function f(x) local a = {} for _ = 1, 60 do a = {a, a} end return a end'],
  ])('that is too large is cut, with a hash: %s', async (_name, code) => {
    const [first, second] = [await lua.outcome(code, 'f(0)'), await lua.outcome(code, 'f(0)')];
    expect(first).toMatchObject({ type: 'value', value: { type: 'too-large' } });
    expect(second).toEqual(first);
    expect(JSON.stringify(first).length).toBeLessThan(1000);
  });

  test('of the same large text has the same hash as anywhere', async () => {
    const outcome = await lua.outcome('function f(x) return ("abc"):rep(20000) end', 'f(0)');
    const { createHash } = await import('node:crypto');
    const hash = createHash('sha256').update('abc'.repeat(20000)).digest('hex');
    expect(outcome).toMatchObject({ value: { type: 'too-large', hash } });
  });

  test('that is nested deeply is cut where the depth ends', async () => {
    const code = 'function f(x) local a = {} for _ = 1, 5000 do a = {a} end return a end';
    expect(JSON.stringify(await lua.outcome(code, 'f(0)'))).toContain('nested too deeply');
  });

  test('does not run its metamethods', async () => {
    const code = [
      'local function bad() os.exit(0) end',
      'function f(x)',
      '  return setmetatable({1, 2}, {__index = bad, __pairs = bad, __len = bad, __tostring = bad, __eq = bad, __name = "T"})',
      'end',
    ].join('\n');
    expect(await lua.outcome(code, 'f(0)')).toEqual({ type: 'value', value: list(int(1), int(2)) });
  });
});

describe('a call', () => {
  test('that raises has the message and the line', async () => {
    const code = 'local function g(x)\n  error("bad " .. x)\nend\nfunction f(x) return g(x) end';
    expect(await lua.outcome(code, 'f("é")')).toEqual({ type: 'raised', error: 'error', message: 'bad é', line: 2 });
  });

  test.each([
    ['error({code = 3})', { type: 'raised', message: '(error object is a table value)', line: 1 }],
    ['error({message = "m"})', { type: 'raised', message: 'm' }],
    ['error(setmetatable({}, {__tostring = function() os.exit(0) end}))', { type: 'raised', message: '(error object is a table value)' }],
    ['error("no place", 0)', { type: 'raised', message: 'no place', line: 1 }],
    ['error()', { type: 'raised', message: 'nil' }],
    ['return 1 + f(x)', { type: 'raised', message: 'stack overflow', line: 1 }],
    ['return x.y.z', { type: 'raised', message: "attempt to index a number value (local 'x')", line: 1 }],
    ['return ("x"):rep(10 ^ 9 // 1)', { type: 'limit', limit: 'memory' }],
    ['return io.read()', { type: 'value', value: { type: 'null' } }],
  ])('that does `%s` has a defined outcome', async (body, outcome) => {
    expect(await lua.outcome(`function f(x) ${body} end`, 'f(1)')).toMatchObject(outcome);
  });

  test('on a name that does not exist says so', async () => {
    expect(await lua.outcome('function g() end', 'f(1)')).toEqual({
      type: 'raised',
      error: 'error',
      message: 'attempt to call a nil value (f)',
    });
  });

  test('that prints keeps the text apart from the channel', async () => {
    const code = 'function f(x) print("hi", x) io.write("é", 1.5) io.stdout:write("\\xff"):write("!") return 1 end';
    expect(await lua.observe(code, ['f(1)', 'f(nil)'])).toEqual([
      { call: 0, outcome: { type: 'value', value: int(1) }, stdout: 'hi\t1\n??1.5?!' },
      { call: 1, outcome: { type: 'value', value: int(1) }, stdout: 'hi\tnil\n??1.5?!' },
    ]);
  });

  test('that changes its arguments shows them afterwards', async () => {
    const code = 'function f(x) if #x > 0 then x[#x + 1] = 9 end return #x end';
    const [changed, same] = await lua.observe(code, ['f({1})', 'f({})']);
    expect(changed).toEqual({ call: 0, outcome: { type: 'value', value: int(2) }, argumentsAfter: [list(int(1), int(9))] });
    expect(same).toEqual({ call: 1, outcome: { type: 'value', value: int(0) } });
  });

  test('takes its own set-up', async () => {
    const call = { type: 'expression', expression: 'f(xs)', setup: 'local xs = {1}' } as const;
    const seen = await lua.observe('function f(x) x[#x + 1] = #x return #x end', [call, call]);
    for (const { outcome } of seen) expect(outcome).toEqual({ type: 'value', value: int(2) });
  });

  test.each([
    ['in a loop', 'while x == 2 do end'],
    ['in a coroutine', 'if x == 2 then coroutine.wrap(function() while true do end end)() end'],
  ])('that hangs %s is limited, and the calls around it are kept', async (_name, body) => {
    const outcomes = (await lua.observe(`function f(x) ${body} return x end`, ['f(1)', 'f(2)', 'f(3)'])).map(({ outcome }) => outcome);
    expect(outcomes).toEqual([
      { type: 'value', value: int(1) },
      { type: 'limit', limit: 'cpu' },
      { type: 'value', value: int(3) },
    ]);
  });

  test('that hangs and cannot be stopped keeps the earlier calls', async () => {
    const code = 'function f(x) while x == 2 do pcall(function() while true do end end) end return x end';
    const outcomes = (await lua.observe(code, ['f(1)', 'f(2)', 'f(3)'])).map(({ outcome }) => outcome);
    expect(outcomes[0]).toEqual({ type: 'value', value: int(1) });
    expect(outcomes[1]).toMatchObject({ type: 'limit' });
    expect(outcomes[2]).toMatchObject({ type: 'missing' });
  });

  test('that ends the process is missing, and so are those after it', async () => {
    const outcomes = (await lua.observe('function f(x) if x == 2 then os.exit(0) end return x end', ['f(1)', 'f(2)', 'f(3)'])).map(
      ({ outcome }) => outcome,
    );
    expect(outcomes[0]).toEqual({ type: 'value', value: int(1) });
    expect(outcomes[1]).toEqual({ type: 'missing', reason: 'the program ended with exit code 0' });
    expect(outcomes[2]).toMatchObject({ type: 'missing', reason: expect.stringContaining('not reached') });
  });
});

describe('a candidate', () => {
  test.each([
    ['as a global', 'function f(x) return x end'],
    ['as a local', 'local function f(x) return x end'],
    ['as what the chunk returns', 'return function(x) return x end'],
    ['in a table that the chunk returns', 'local M = {}\nfunction M.f(x) return x end\nreturn M'],
    ['behind a line for the shell', '#!/usr/bin/lua\nfunction f(x) return x end'],
  ])('offers its function %s', async (_name, code) => {
    expect(await lua.outcome(code, 'f(7)')).toEqual({ type: 'value', value: int(7) });
  });

  test('that is a module offers its fields', async () => {
    const entry = { kind: 'module', exports: ['sum'] } as const;
    const code = 'local M = {}\nfunction M.sum(a, b) return a + b end\nreturn M';
    expect(await lua.outcome(code, 'sum(1, 2)', { entry })).toEqual({ type: 'value', value: int(3) });
    expect(await lua.outcome(code, 'M.sum(1, 2)', { entry })).toEqual({ type: 'value', value: int(3) });
  });

  test.each([
    ['error("no")', 'does not load: no (line 1)'],
    ['function f(x', /^does not load: .*expected.*\(line 1\)$/],
    ['os.exit(0)', 'the program ended with exit code 0'],
    ['while true do end', null],
  ])('that does not load has raised on no input: %s', async (code, reason) => {
    const outcome = await lua.outcome(code, 'f(1)');
    if (reason === null) expect(outcome).toEqual({ type: 'limit', limit: 'cpu' });
    else expect(outcome).toEqual({ type: 'missing', reason: typeof reason === 'string' ? reason : expect.stringMatching(reason) });
  });

  test('that writes to the channel is believed nothing', async () => {
    const code = 'local out = io.open("/proc/self/fd/3", "w")\nfunction f(x) out:write("junk\\n") out:flush() return x end';
    for (const { outcome } of await lua.observe(code, ['f(1)', 'f(2)'])) {
      expect(outcome).toMatchObject({ type: 'missing', tampered: true });
    }
  });

  test('that replaces what the probe works with changes nothing', async () => {
    const code = [
      'local function bad() os.exit(0) end',
      'local keep = { os = true }',
      'for name, value in pairs(_G) do',
      '  if type(value) == "table" and name ~= "_G" and name ~= "os" then for key in pairs(value) do value[key] = bad end end',
      'end',
      'local G = _G',
      'for _, name in ipairs({}) do end',
      'function f(x) return x + 1 end',
      'G.tostring, G.type, G.pcall, G.select, G.next, G.rawget = bad, bad, bad, bad, bad, bad',
    ].join('\n');
    expect(await lua.outcome(code, 'f(1)')).toEqual({ type: 'value', value: int(2) });
  });

  test('cannot reach the channel or stop the clock through debug', async () => {
    const code =
      'function f(x) local names = {} for name in pairs(debug) do names[#names + 1] = name end table.sort(names) return names end';
    expect(await lua.outcome(code, 'f(1)')).toEqual({ type: 'value', value: list(text('getinfo'), text('traceback')) });
  });
});

describe('a program', () => {
  const script = { entry: { kind: 'script' } } as const;
  const run = (stdin: string, ...args: readonly string[]) => ({ type: 'program', stdin, args }) as const;

  test('is given input and arguments, and starts afresh each time', async () => {
    const code =
      'count = (count or 0) + 1\nlocal n = io.read("n")\nio.write(n * 2, " ", tostring(arg[1]), " ", count, "\\n")\nfor line in io.lines() do print("[" .. line .. "]") end';
    const seen = await lua.observe(code, [run('4\nab\n'), run('5', 'a b')], script);
    expect(seen).toEqual([
      { call: 0, outcome: { type: 'value', value: text('8 nil 1\n[]\n[ab]\n') }, stdout: '8 nil 1\n[]\n[ab]\n' },
      { call: 1, outcome: { type: 'value', value: text('10 a b 1\n') }, stdout: '10 a b 1\n' },
    ]);
  });

  test('that leaves early, fails or hangs has its own outcome', async () => {
    const code =
      'local n = tonumber(io.read("a"))\nprint("n", n)\nif n == 1 then os.exit(0) end\nif n == 2 then os.exit(3) end\nif n == 3 then os.exit(false) end\nwhile n == 4 do end\nerror("end")';
    const seen = await lua.observe(
      code,
      ['1', '2', '3', '4', '5'].map((stdin) => run(stdin)),
      script,
    );
    expect(seen.map(({ outcome }) => outcome)).toMatchObject([
      { type: 'value', value: text('n\t1\n') },
      { type: 'raised', error: 'exit', message: '3' },
      { type: 'raised', error: 'exit', message: '1' },
      { type: 'limit', limit: 'cpu' },
      { type: 'raised', error: 'error', message: 'end', line: 7 },
    ]);
    expect(seen[1]?.stdout).toBe('n\t2\n');
  });
});

describe('a chunk with a context', () => {
  test('is given the data as globals and answers with what it returns', async () => {
    const entry = { kind: 'chunk-return' } as const;
    const call = { type: 'context', context: { wf: { vars: { names: ['Анна', 'b'], 'odd key': 1.5, none: null } } } } as const;
    const code = 'seen = (seen or 0) + 1\nreturn { wf.vars.names[1], #wf.vars.names, wf.vars["odd key"], seen }';
    const value = list(text('Анна'), int(2), float('1.5'), int(1));
    expect(await lua.observe(code, [call, call], { entry })).toMatchObject([{ outcome: { value } }, { outcome: { value } }]);
  });
});
