import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Value } from '../../src/domain/value.ts';
import { type Bench, openBench } from './observing.ts';

const int = (value: number | string): Value => ({ type: 'int', value: String(value) });
const text = (value: string): Value => ({ type: 'string', value });
const list = (...items: readonly Value[]): Value => ({ type: 'list', items });

let python: Bench;
beforeAll(async () => {
  python = await openBench('python');
});
afterAll(async () => {
  await python.close();
});

describe('a value', () => {
  const cases: readonly (readonly [string, Value])[] = [
    ['None', { type: 'null' }],
    ['True', { type: 'bool', value: true }],
    ['-7', int(-7)],
    ['10 ** 30', int(`1${'0'.repeat(30)}`)],
    ['0.1', { type: 'float', value: '0.1' }],
    ['1e300 * 1e10', { type: 'float', value: 'inf' }],
    ['float("nan")', { type: 'float', value: 'nan' }],
    ['-0.0', { type: 'float', value: '-0' }],
    ['"é\\n"', text('é\n')],
    ['"\\ud800"', { type: 'bytes', hex: 'eda080' }],
    ['b"\\x00\\xff"', { type: 'bytes', hex: '00ff' }],
    ['[1, [2]]', list(int(1), list(int(2)))],
    ['(1,)', { type: 'tuple', items: [int(1)] }],
    ['{"a": 1}', { type: 'map', entries: [[text('a'), int(1)]] }],
    ['{1: {2}}', { type: 'map', entries: [[int(1), { type: 'set', items: [int(2)] }]] }],
    ['frozenset()', { type: 'set', items: [] }],
    ['len', { type: 'opaque', kind: 'function' }],
    ['int', { type: 'opaque', kind: 'class' }],
    ['__import__("os")', { type: 'opaque', kind: 'module' }],
    [
      '3 + 4j',
      {
        type: 'object',
        className: 'complex',
        fields: [
          ['real', { type: 'float', value: '3.0' }],
          ['imag', { type: 'float', value: '4.0' }],
        ],
      },
    ],
    ['Counter("aa")', { type: 'map', entries: [[text('a'), int(2)]] }],
    ['Decimal("1.50")', { type: 'object', className: 'Decimal', fields: [['value', text("Decimal('1.50')")]] }],
    ['range(3)', { type: 'object', className: 'range', fields: [['items', list(int(0), int(1), int(2))]] }],
    ['{1: 2}.keys()', { type: 'object', className: 'dict_keys', fields: [['items', list(int(1))]] }],
    ['object()', { type: 'opaque', kind: 'object' }],
  ];
  test('is seen for what it is', async () => {
    const seen = await python.observe(
      '',
      cases.map(([source]) => source),
    );
    expect(seen.map(({ outcome }) => (outcome.type === 'value' ? outcome.value : outcome))).toEqual(cases.map(([, value]) => value));
  });

  test('of a class shows its name and fields', async () => {
    const code = [
      'from dataclasses import dataclass',
      'from collections import namedtuple',
      'from enum import Enum',
      '@dataclass',
      'class Point:',
      '    y: int',
      '    x: int',
      'class Slots:',
      '    __slots__ = ("a", "b")',
      '    def __init__(self): self.a = 1',
      'Pair = namedtuple("Pair", "l r")',
      'class Color(Enum):',
      '    RED = 1',
    ].join('\n');
    const seen = await python.observe(code, ['Point(2, 1)', 'Slots()', 'Pair(1, 2)', 'Color.RED', 'ValueError("x", 1)']);
    const values = seen.map(({ outcome }) => (outcome.type === 'value' ? outcome.value : outcome));
    expect(values[0]).toEqual({
      type: 'object',
      className: 'Point',
      fields: [
        ['x', int(1)],
        ['y', int(2)],
      ],
    });
    expect(values[1]).toEqual({ type: 'object', className: 'Slots', fields: [['a', int(1)]] });
    expect(values[2]).toEqual({ type: 'tuple', items: [int(1), int(2)] });
    expect(values[3]).toMatchObject({ type: 'object', className: 'Color' });
    expect(values[4]).toEqual({
      type: 'object',
      className: 'ValueError',
      fields: [['args', { type: 'tuple', items: [text('x'), int(1)] }]],
    });
  });

  test('that refers to itself ends in a cycle', async () => {
    const code = 'def f(x):\n    a = [1]\n    a.append({"back": a})\n    return a';
    expect(await python.outcome(code, 'f(0)')).toEqual({
      type: 'value',
      value: list(int(1), { type: 'map', entries: [[text('back'), { type: 'cycle', depth: 2 }]] }),
    });
  });

  test.each([
    ['a long list', 'def f(x): return list(range(1000000))'],
    ['a long text', 'def f(x): return "ab" * 1000000'],
    ['a long number', 'def f(x): return 7 ** 100000'],
    ['a wide nest', 'def f(x):\n    a = []\n    for _ in range(60): a = [a, a]\n    return a'],
  ])('that is too large is cut, with a hash: %s', async (_name, code) => {
    const [first, second] = [await python.outcome(code, 'f(0)'), await python.outcome(code, 'f(0)')];
    expect(first).toMatchObject({ type: 'value', value: { type: 'too-large' } });
    expect(second).toEqual(first);
    expect(JSON.stringify(first).length).toBeLessThan(1000);
  });

  test('that is nested deeply is cut where the depth ends', async () => {
    const code = 'def f(x):\n    a = []\n    for _ in range(5000): a = [a]\n    return a';
    const outcome = await python.outcome(code, 'f(0)');
    expect(JSON.stringify(outcome)).toContain('nested too deeply');
  });

  test('of a generator is read up to a bound', async () => {
    const code = 'import itertools\ndef f(x):\n    for i in itertools.count():\n        if x and i == x: return\n        yield i';
    expect(await python.outcome(code, 'f(2)')).toEqual({
      type: 'value',
      value: { type: 'object', className: 'generator', fields: [['items', list(int(0), int(1))]] },
    });
    expect(await python.outcome(code, 'f(0)')).toMatchObject({ type: 'value', value: { type: 'object', className: 'generator' } });
  });

  test('of a coroutine is awaited', async () => {
    const code = 'import asyncio\nasync def f(x):\n    await asyncio.sleep(0)\n    return x + 1';
    expect(await python.outcome(code, 'f(2)')).toEqual({ type: 'value', value: int(3) });
  });

  test('does not run the methods of its class', async () => {
    const code = [
      'class Loud(dict):',
      '    def __iter__(self): raise SystemExit',
      '    def items(self): raise SystemExit',
      '    def __repr__(self): raise SystemExit',
      '    def __len__(self): raise SystemExit',
      '    @property',
      '    def __class__(self): raise SystemExit',
      '    def __eq__(self, other): raise SystemExit',
      'class Odd:',
      '    def __getattribute__(self, name): raise SystemExit',
      '    def __eq__(self, other): return True',
      'def f(x): return Loud(a=1) if x else Odd()',
    ].join('\n');
    expect(await python.outcome(code, 'f(1)')).toEqual({
      type: 'value',
      value: { type: 'object', className: 'Loud', fields: [['value', { type: 'map', entries: [[text('a'), int(1)]] }]] },
    });
    expect(await python.outcome(code, 'f(0)')).toEqual({ type: 'value', value: { type: 'object', className: 'Odd', fields: [] } });
  });
});

describe('a call', () => {
  test('that raises names the class, the message and the line', async () => {
    const code = 'def g(x):\n    raise ValueError("bad: %r" % x)\n\ndef f(x):\n    return g(x)';
    expect(await python.outcome(code, 'f("é")')).toEqual({
      type: 'raised',
      error: 'ValueError',
      message: "bad: 'é'",
      line: 2,
      bases: ['Exception'],
    });
  });

  test.each([
    ['raise SystemExit(0)', { type: 'raised', error: 'SystemExit', message: '0' }],
    ['import sys; sys.exit("no")', { type: 'raised', error: 'SystemExit', message: 'no' }],
    ['return f(x)', { type: 'raised', error: 'RecursionError' }],
    ['raise KeyboardInterrupt', { type: 'raised', error: 'KeyboardInterrupt' }],
    ['return bytearray(10 ** 10)', { type: 'limit', limit: 'memory' }],
    ['return input()', { type: 'raised', error: 'EOFError' }],
    ['return unknown', { type: 'raised', error: 'NameError' }],
  ])('that does `%s` has a defined outcome', async (body, outcome) => {
    expect(await python.outcome(`def f(x):\n    ${body}`, 'f(1)')).toMatchObject(outcome);
  });

  test('that prints keeps the text apart from the channel', async () => {
    const code = 'import sys\ndef f(x):\n    print("hi", x)\n    sys.stdout.write("é\\ud800\\x00")\n    return 1';
    const [first, second] = await python.observe(code, ['f(1)', 'f(2)']);
    expect(first).toMatchObject({ outcome: { type: 'value', value: int(1) }, stdout: expect.stringMatching(/^hi 1\né/) });
    expect(second?.stdout).toMatch(/^hi 2\n/);
  });

  test('that prints without end is cut and goes on', async () => {
    const [only] = await python.observe('def f(x):\n    for _ in range(100000): print("x" * 100)\n    return 1', ['f(1)']);
    expect(only?.outcome).toEqual({ type: 'value', value: int(1) });
    expect(only?.stdout?.length).toBeLessThan(40_000);
    expect(only?.stdout).toMatch(/cut$/);
  });

  test('that changes its arguments shows them afterwards', async () => {
    const code = 'def f(x):\n    if x: x.append(9)\n    return len(x)';
    const [changed, same] = await python.observe(code, ['f([1])', 'f([])']);
    expect(changed).toEqual({ call: 0, outcome: { type: 'value', value: int(2) }, argumentsAfter: [list(int(1), int(9))] });
    expect(same).toEqual({ call: 1, outcome: { type: 'value', value: int(0) } });
  });

  test('gets fresh arguments each time, and its own set-up', async () => {
    const code = 'def f(x):\n    x.append(len(x))\n    return x';
    const call = { type: 'expression', expression: 'f(xs)', setup: 'xs = [1]' } as const;
    const seen = await python.observe(code, [call, call, 'f([1])']);
    for (const { outcome } of seen) expect(outcome).toEqual({ type: 'value', value: list(int(1), int(1)) });
  });

  test('that hangs is limited, and the calls around it are kept', async () => {
    const code = 'def f(x):\n    while x == 2: pass\n    return x';
    const outcomes = (await python.observe(code, ['f(1)', 'f(2)', 'f(3)'])).map(({ outcome }) => outcome);
    expect(outcomes).toEqual([
      { type: 'value', value: int(1) },
      { type: 'limit', limit: 'cpu' },
      { type: 'value', value: int(3) },
    ]);
  });

  test('that hangs and cannot be stopped keeps the earlier calls', async () => {
    const code =
      'def spin():\n    while True: pass\ndef f(x):\n    while x == 2:\n        try: spin()\n        except BaseException: pass\n    return x';
    const outcomes = (await python.observe(code, ['f(1)', 'f(2)', 'f(3)'])).map(({ outcome }) => outcome);
    expect(outcomes[0]).toEqual({ type: 'value', value: int(1) });
    expect(outcomes[1]).toMatchObject({ type: 'limit' });
    expect(outcomes[2]).toMatchObject({ type: 'missing', reason: expect.stringContaining('not reached') });
  });

  test('that ends the process is missing, and so are those after it', async () => {
    const code = 'import os\ndef f(x):\n    if x == 2: os._exit(0)\n    return x';
    const outcomes = (await python.observe(code, ['f(1)', 'f(2)', 'f(3)'])).map(({ outcome }) => outcome);
    expect(outcomes[0]).toEqual({ type: 'value', value: int(1) });
    expect(outcomes[1]).toEqual({ type: 'missing', reason: 'the program ended with exit code 0' });
    expect(outcomes[2]).toEqual({ type: 'missing', reason: 'not reached: the program ended with exit code 0 in call 2' });
  });

  test('that is not deterministic shows different values in different runs', async () => {
    const code = 'import random\ndef f(x): return random.random()';
    expect(await python.outcome(code, 'f(1)')).not.toEqual(await python.outcome(code, 'f(1)'));
  });
});

describe('a candidate', () => {
  test.each([
    ['raise ValueError("no")', 'does not load: ValueError: no (line 1)'],
    ['x = 1\nimport numpy_is_not_here', "does not load: ModuleNotFoundError: No module named 'numpy_is_not_here' (line 2)"],
    ['def f(x:', /^does not load: SyntaxError: .*\(line 1\)$/],
    ['import os; os._exit(0)', 'the program ended with exit code 0'],
  ])('that does not load has raised on no input: %s', async (code, reason) => {
    const outcome = await python.outcome(code, 'f(1)');
    expect(outcome).toEqual({ type: 'missing', reason: typeof reason === 'string' ? reason : expect.stringMatching(reason) });
  });

  test('does not run its own main part', async () => {
    const code = 'def f(x): return __name__\nif __name__ == "__main__":\n    raise SystemExit(1)';
    expect(await python.outcome(code, 'f(1)')).toEqual({ type: 'value', value: text('candidate') });
  });

  test.each([
    ['os.write(3, b"junk\\n")'],
    ['os.write(3, b"0123 0 {}\\n")'],
    ['os.write(3, (sys._getframe(1).f_back is not None and b"x") or b"y")'],
  ])('that writes to the channel is believed nothing: %s', async (statement) => {
    const code = `import os, sys\ndef f(x):\n    ${statement}\n    return x`;
    for (const { outcome } of await python.observe(code, ['f(1)', 'f(2)'])) {
      expect(outcome).toMatchObject({ type: 'missing', tampered: true });
    }
  });

  test('that replaces what the probe works with changes nothing', async () => {
    const code = [
      'import builtins, json, io, os, sys, time, signal',
      'def bad(*a, **k): raise SystemExit(0)',
      'f = lambda x: x + 1',
      'for module in (json, io, os, time, signal):',
      '    for name in dir(module):',
      '        if not name.startswith("__"):',
      '            try: setattr(module, name, bad)',
      '            except Exception: pass',
      'sys.exit = sys.stdout = sys.stderr = None',
      'for name in ("len", "type", "str", "repr", "isinstance", "getattr", "sorted", "range", "dict", "list", "compile", "eval", "exec", "open"):',
      '    setattr(builtins, name, bad)',
    ].join('\n');
    expect(await python.outcome(code, 'f(1)')).toEqual({ type: 'value', value: int(2) });
  });
});

describe('a program', () => {
  const script = { entry: { kind: 'script' } } as const;
  const run = (stdin: string, ...args: readonly string[]) => ({ type: 'program', stdin, args }) as const;

  test('is given input and arguments, and starts afresh each time', async () => {
    const code = 'import sys, os\nopen("left", "a").write("x")\nprint(int(input()) * 2, sys.argv[1:], os.path.getsize("left"), __name__)';
    const seen = await python.observe(code, [run('4\n'), run('5\n', 'a b')], script);
    expect(seen).toEqual([
      { call: 0, outcome: { type: 'value', value: text('8 [] 1 __main__\n') }, stdout: '8 [] 1 __main__\n' },
      { call: 1, outcome: { type: 'value', value: text("10 ['a b'] 1 __main__\n") }, stdout: "10 ['a b'] 1 __main__\n" },
    ]);
  });

  test('that leaves early, fails or hangs has its own outcome', async () => {
    const code =
      'import sys, os\nn = int(sys.stdin.read())\nprint("n", n, flush=True)\nif n == 1: sys.exit(0)\nif n == 2: sys.exit(3)\nif n == 3: os._exit(4)\nif n == 4: os.abort()\nwhile n == 5: pass\n1 / 0';
    const seen = await python.observe(
      code,
      ['1', '2', '3', '4', '5', '6', 'x'].map((stdin) => run(stdin)),
      script,
    );
    expect(seen.map(({ outcome }) => outcome)).toMatchObject([
      { type: 'value', value: text('n 1\n') },
      { type: 'raised', error: 'SystemExit', message: '3' },
      { type: 'raised', error: 'SystemExit', message: '4' },
      { type: 'missing', reason: expect.stringContaining('signal') },
      { type: 'limit', limit: 'cpu' },
      { type: 'raised', error: 'ZeroDivisionError', line: 9 },
      { type: 'raised', error: 'ValueError', line: 2 },
    ]);
    expect(seen[1]?.stdout).toBe('n 2\n');
  });
});

describe('what is known without running', () => {
  const typed = (signature: string) => {
    const read = python.language.parseSignature(signature);
    if (!read.ok) throw new Error(read.reason);
    return read.value;
  };

  test.each([
    ['Write a function add(a, b) that adds', 'def add(a, b)'],
    ['Напиши функцию `add(a, b=2)`, которая складывает', 'def add(a, b=2)'],
    ['def helper(x): ...\n\ndef add(a: int, b: int) -> int:\n    """Adds."""', 'def add(a: int, b: int) -> int'],
  ])('a signature is found in: %s', (request, signature) => {
    const entry = python.language.findSignature(request);
    expect(entry && python.language.formatSignature(entry)).toBe(signature);
  });

  test.each(['Call the function add(1, 2) and print it', 'The function (see above) adds'])('no signature is found in: %s', (request) => {
    expect(python.language.findSignature(request)).toBeNull();
  });

  test('an answer begins with the imports of its annotations', () => {
    expect(python.language.prefill(typed('def f(xs: List[int], y: Optional[str] = None) -> int'))).toBe(
      '```python\nfrom typing import List, Optional\ndef f(xs: List[int], y: Optional[str] = None) -> int:',
    );
  });

  test.each([
    ['def f(x: List[int]): return x', ['import-missing']],
    ['from typing import List\ndef f(x: List[int]): return x', []],
    ['from __future__ import annotations\ndef f(x: List[int]): return x', []],
    ['class List: pass\ndef f(x: List): return x', []],
    ['def f(x: list[int]) -> "Later": return x', []],
    ['def f(x):\n    if x:\n    return 1', ['syntax']],
    ['def f(x):\n    return 1\n  return 2', ['syntax']],
    ['return 1', ['syntax']],
    ['def f(x):\n    raise NotImplementedError', ['stub']],
    ['def f(x):\n    """Doc."""\n    ...', ['stub']],
    ['def f(x):\n    return None', []],
  ])('%s', (code, rules) => {
    const contract = { language: 'python', entry: typed('f(x)') } as const;
    expect(python.language.check(code, contract).map(({ rule }) => rule)).toEqual(rules);
  });
});

test('code that begins on the line of its fence, or whose line end was trimmed, is taken whole', () => {
  const contract = { language: 'python', entry: { kind: 'function', name: 'f', parameters: [] } } as const;
  const code = 'def f(x):\n    if x:\n        return 1\n    return 2\n';
  expect(python.language.extract({ text: `\`\`\`python ${code}\`\`\``, finish: 'stop' }, contract)).toMatchObject({ code });
  const body = code.slice('def f(x):\n'.length);
  expect(python.language.extract({ text: body, finish: 'stop', prefill: '```python\ndef f(x):' }, contract)).toMatchObject({ code });
});

test('addresses in printed text are no difference', async () => {
  const [only] = await python.observe('def f(x):\n    print(object())', ['f(1)']);
  expect(only?.stdout).toBe('<object object at 0x0>\n');
});
