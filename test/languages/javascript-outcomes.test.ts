import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Value } from '../../src/domain/value.ts';
import { type Bench, functionEntry, openBench } from './observing.ts';

const int = (value: number | string): Value => ({ type: 'int', value: String(value) });
const float = (value: string): Value => ({ type: 'float', value });
const text = (value: string): Value => ({ type: 'string', value });
const list = (...items: readonly Value[]): Value => ({ type: 'list', items });
const opaque = (kind: string): Value => ({ type: 'opaque', kind });
const object = (className: string, ...fields: readonly (readonly [string, Value])[]): Value => ({ type: 'object', className, fields });
const map = (...entries: readonly (readonly [Value, Value])[]): Value => ({ type: 'map', entries });

let bench: Bench;
beforeAll(async () => {
  bench = await openBench('javascript');
});
afterAll(async () => {
  await bench.close();
});

const values = async (sources: readonly string[], code = ''): Promise<unknown[]> =>
  (await bench.observe(code, sources)).map(({ outcome }) => (outcome.type === 'value' ? outcome.value : outcome));

describe('a value', () => {
  const cases: readonly (readonly [string, Value])[] = [
    ['null', { type: 'null' }],
    ['undefined', opaque('undefined')],
    ['(() => {})()', opaque('undefined')],
    ['true', { type: 'bool', value: true }],
    ['7.0', int(7)],
    ['-7', int(-7)],
    ['0.1 + 0.2', float('0.30000000000000004')],
    ['2 ** 53', float('9007199254740992')],
    ['1e300', float('1e+300')],
    ['-0', float('-0')],
    ['0 / 0', float('nan')],
    ['-1 / 0', float('-inf')],
    ['10n ** 20n', object('BigInt', ['value', int('100000000000000000000')])],
    ['"é\\n"', text('é\n')],
    ['"a\\ud800"', { type: 'bytes', hex: '61eda080' }],
    ['Symbol("s")', opaque('Symbol(s)')],
    ['[1, [2]]', list(int(1), list(int(2)))],
    ['[, 1, undefined]', list(opaque('hole'), int(1), opaque('undefined'))],
    ['{ a: 1, "b c": null }', map([text('a'), int(1)], [text('b c'), { type: 'null' }])],
    ['Object.create(null)', map()],
    ['{ a: undefined }', map([text('a'), opaque('undefined')])],
    ['new Map([[1, "a"]])', object('Map', ['entries', map([int(1), text('a')])])],
    ['new Set([1, 1])', { type: 'set', items: [int(1)] }],
    ['new Date(0)', object('Date', ['value', text('1970-01-01T00:00:00.000Z')])],
    ['new Date(NaN)', object('Date', ['value', text('Invalid Date')])],
    ['/a+/gi', object('RegExp', ['value', text('/a+/gi')])],
    ['new Uint8Array([1, 255])', object('Uint8Array', ['items', list(int(1), int(255))])],
    ['new Float64Array([0.5]).buffer', object('ArrayBuffer', ['size', int(8)], ['bytes', { type: 'bytes', hex: '000000000000e03f' }])],
    ['new TypeError("x")', object('TypeError', ['message', text('x')])],
    ['Object.assign(new Error("x"), { code: 3 })', object('Error', ['message', text('x')], ['code', int(3)])],
    ['new Number(3)', object('Number', ['value', int(3)])],
    ['(function* () { yield 1; yield 2; })()', object('Generator', ['items', list(int(1), int(2))])],
    ['new Map([[1, 2]]).keys()', object('Map Iterator', ['items', list(int(1))])],
    ['"ab"[Symbol.iterator]()', object('String Iterator', ['items', list(text('a'), text('b'))])],
    ['Math.max', opaque('function')],
    ['class A {}', opaque('class')],
    ['new (class Point { x = 1; #y = 2; get z() { return 3; } })()', object('Point', ['x', int(1)])],
    ['{ get a() { throw new Error("opened"); } }', map([text('a'), opaque('getter')])],
    ['new Proxy({ a: 1 }, { ownKeys() { throw new Error("opened"); } })', opaque('Proxy')],
    ['[new Promise(() => {})]', list(opaque('Promise'))],
    ['(() => { const a = { b: [] }; a.b.push(a); return a; })()', map([text('b'), list({ type: 'cycle', depth: 2 })])],
    ['await Promise.resolve(3)', int(3)],
    ['(async function* () { yield 1; yield 2; })()', list(int(1), int(2))],
    ['{ then: 3 }', map([text('then'), int(3)])],
  ];
  test('is seen for what it is', async () => {
    expect(await values(cases.map(([source]) => source))).toEqual(cases.map(([, value]) => value));
  });

  test('of any size is seen in bounded time and size, and different ones differ', async () => {
    const seen = await values([
      '"x".repeat(1e6)',
      '"x".repeat(1e6 - 1) + "y"',
      'Array.from({ length: 1e5 }, (_, i) => i)',
      'Array.from({ length: 1e5 }, (_, i) => (i === 99999 ? -1 : i))',
      'new Array(4294967295)',
      '(function* () { for (let i = 0; ; i += 1) yield i; })()',
    ]);
    const [long, other, items, changed, sparse, endless] = seen;
    for (const value of [long, other, items, changed, sparse]) expect(value).toMatchObject({ type: 'too-large' });
    expect(long).not.toEqual(other);
    expect(items).not.toEqual(changed);
    expect(endless).toMatchObject({ type: 'object', fields: [['items', { items: { length: 1000 } }]] });
  });
});

describe('a program', () => {
  const forms: readonly (readonly [string, string])[] = [
    ['a declaration', 'function f(n) { return n + 1; }'],
    ['a constant', 'const f = (n) => n + 1;'],
    ['an export', 'export function f(n) { return n + 1; }'],
    ['an exported constant with an import', 'import { inspect as show } from "node:util";\nexport const f = (n) => show && n + 1;'],
    ['a default export', 'export default function (n) { return n + 1; }'],
    ['a default export of an arrow', 'export default (n) => n + 1;'],
    ['a list of exports', 'const plus = (n) => n + 1;\nexport { plus as f };'],
    ['a module that waits', 'const one = await Promise.resolve(1);\nexport const f = (n) => n + one;'],
    ['a module that looks at itself', 'export const f = (n) => (import.meta.url ? n + 1 : 0);'],
    ['module.exports', 'module.exports = (n) => n + 1;'],
    ['a property of exports', 'exports.f = function (n) { return n + 1; };'],
    ['an object of exports', 'const os = require("node:os");\nmodule.exports = { f(n) { return os && n + 1; } };'],
    ['a strict program', '"use strict";\nfunction f(n) { return this === undefined ? n + 1 : 0; }'],
    ['a script with a first line for the shell', '#!/usr/bin/env node\nconst f = (n) => n + 1'],
    ['an asynchronous function', 'async function f(n) { await null; return n + 1; }'],
    ['a class behind a function', 'class A { #n = 1; plus(n) { return n + this.#n; } }\nfunction f(n) { return new A().plus(n); }'],
  ];
  test.each(forms)('is entered when it is %s', async (_, code) => {
    expect(await values(['f(1)', 'await f(2)', 'f(3)'], code)).toEqual([int(2), int(3), int(4)]);
  });

  test('is strict and alone in its scope exactly when it is a module', async () => {
    expect(await values(['f()'], 'export function f() { return [typeof require, typeof module, this === undefined]; }')).toEqual([
      list(text('undefined'), text('undefined'), { type: 'bool', value: true }),
    ]);
    expect(await values(['f()'], 'function f() { return [typeof require, typeof module, this === undefined]; }')).toEqual([
      list(text('function'), text('object'), { type: 'bool', value: false }),
    ]);
  });

  test('that throws while it loads has not thrown on any input', async () => {
    expect(await values(['f(1)', 'f(2)'], 'const f = (n) => n;\n\nthrow new RangeError("early");')).toEqual([
      { type: 'missing', reason: 'does not load: RangeError: early (line 3)' },
      { type: 'missing', reason: 'does not load: RangeError: early (line 3)' },
    ]);
    expect(await values(['f(1)'], 'import x from "left-pad";\nexport const f = x;')).toMatchObject([
      { type: 'missing', reason: expect.stringContaining("Cannot find package 'left-pad'") },
    ]);
  });

  test('that never ends loading reaches the limit on every call', async () => {
    expect(await values(['f(1)', 'f(2)'], 'export const f = 1;\nfor (;;);')).toEqual([
      { type: 'limit', limit: 'cpu' },
      { type: 'limit', limit: 'cpu' },
    ]);
  });
});

describe('a call', () => {
  test('that throws says what and where', async () => {
    const code = [
      'class ValidationError extends RangeError {}',
      'function f(kind) {',
      '  if (kind === 1) throw new ValidationError("own");',
      '  if (kind === 2) return null.x;',
      '  if (kind === 3) throw "text";',
      '  if (kind === 4) { const e = new Error("named"); e.name = "Named"; throw e; }',
      '  if (kind === 5) return f(5);',
      '  if (kind === 6) return Promise.reject(new SyntaxError("later"));',
      '  throw { code: 1 };',
      '}',
    ].join('\n');
    expect(
      await values(
        [1, 2, 3, 4, 5, 6, 7].map((kind) => `f(${kind})`),
        code,
      ),
    ).toMatchObject([
      { type: 'raised', error: 'ValidationError', bases: ['RangeError', 'Error'], message: 'own', line: 3 },
      { type: 'raised', error: 'TypeError', message: expect.stringContaining('null'), line: 4 },
      { type: 'raised', error: 'string', message: 'text' },
      { type: 'raised', error: 'Named', message: 'named', line: 6 },
      { type: 'raised', error: 'RangeError', message: expect.stringContaining('call stack') },
      { type: 'raised', error: 'SyntaxError', message: 'later', line: 8 },
      { type: 'raised', error: 'Object', message: '' },
    ]);
  });

  test('keeps what it prints and what it changes to itself', async () => {
    const code = 'function f(a, say) { console.log(say, a); if (say) a.push(9); return a.length; }';
    const [first, second] = await bench.observe(code, ['f([1], "x")', 'f([1], "")']);
    expect(first).toMatchObject({ outcome: { value: int(2) }, stdout: 'x [ 1 ]\n', argumentsAfter: [list(int(1), int(9)), text('x')] });
    expect(second).toEqual({ call: 1, outcome: { type: 'value', value: int(1) }, stdout: ' [ 1 ]\n' });
  });

  test('that hangs reaches its limit and leaves time for the next', async () => {
    const code = [
      'async function f(n) {',
      '  if (n === 1) for (;;);',
      '  if (n === 2) await new Promise(() => {});',
      '  if (n === 3) { setTimeout(() => { throw new RangeError("stray"); }, 1); await new Promise(() => {}); }',
      '  return n;',
      '}',
    ].join('\n');
    expect(await values(['f(1)', 'f(2)', 'f(3)', 'f(4)'], code)).toMatchObject([
      { type: 'limit', limit: 'cpu' },
      { type: 'limit', limit: 'wall' },
      { type: 'raised', error: 'RangeError', message: 'stray', line: 4 },
      int(4),
    ]);
  });

  test('that leaves the program is no value', async () => {
    const code = 'function f(n) { if (n === 1) process.exit(3); if (n === 2) try { process.exit(0); } catch { return 5; } return n; }';
    expect(await values(['f(1)', 'f(2)', 'f(3)'], code)).toEqual([
      { type: 'raised', error: 'exit', message: '3' },
      { type: 'raised', error: 'exit', message: '0' },
      int(3),
    ]);
    expect(await values(['f(1)', 'f(2)'], 'function f(n) { if (n === 2) process.reallyExit(4); return n; }')).toEqual([
      int(1),
      { type: 'missing', reason: 'the program ended with exit code 4' },
    ]);
  });

  test('uses names that its set-up defines, and waits inside an expression', async () => {
    const entry = functionEntry('f', 'x');
    const seen = await bench.observe(
      'export const f = async (x) => [x];',
      [
        { type: 'expression', expression: 'f(x)', setup: 'const x = 2;' },
        { type: 'expression', expression: '(await f(1)).length' },
      ],
      { entry },
    );
    expect(seen.map(({ outcome }) => outcome)).toEqual([
      { type: 'value', value: list(int(2)) },
      { type: 'value', value: int(1) },
    ]);
  });
});

describe('a script', () => {
  const run = (code: string, stdin: string, args: readonly string[] = []): Promise<unknown> =>
    bench.outcome(code, { type: 'program', stdin, args }, { entry: { kind: 'script' } });

  test('reads its input and arguments, and prints', async () => {
    const sum =
      'const fs = require("fs");\nconst [a, b] = fs.readFileSync(0, "utf8").split(" ").map(Number);\nconsole.log(a + b, process.argv.slice(2));\n';
    expect(await run(sum, '3 4\n', ['x'])).toEqual({ type: 'value', value: text("7 [ 'x' ]\n") });
    const lines =
      'import readline from "node:readline";\nfor await (const line of readline.createInterface({ input: process.stdin })) console.log(line.length);\n';
    expect(await run(lines, 'ab\nc\n')).toEqual({ type: 'value', value: text('2\n1\n') });
  });

  test('that fails says how', async () => {
    expect(await run('console.log(1);\nnull.x;', '')).toMatchObject({ type: 'raised', error: 'TypeError', line: 2 });
    expect(await run('process.exit(3)', '')).toEqual({ type: 'raised', error: 'exit', message: '3' });
    expect(await run('for (;;);', '')).toEqual({ type: 'limit', limit: 'cpu' });
  });

  test('finds nothing of the run before it', async () => {
    const code =
      'const fs = require("fs");\nconsole.log(fs.existsSync("left"), fs.existsSync("../run-0/left"));\nfs.writeFileSync("left", "");';
    const calls = [1, 2].map(() => ({ type: 'program', stdin: '', args: [] }) as const);
    const seen = await bench.observe(code, calls, { entry: { kind: 'script' } });
    expect(seen[0]?.stdout).toBe('false false\n');
    expect(seen[1]?.stdout).toBe('false true\n');
  });
});

describe('a hostile candidate', () => {
  const honest = 'function f(xs) { return xs.reduce((a, b) => a + b, 0); }';
  const attacks: readonly (readonly [string, string])[] = [
    ['replaces JSON', 'JSON.stringify = () => "6"; JSON.parse = () => 6;'],
    [
      'replaces methods of all arrays and texts',
      'const { ownKeys } = Reflect; const ps = [Array.prototype, String.prototype, Map.prototype, RegExp.prototype]; for (let i = 0; i < ps.length; i += 1) { const ks = ownKeys(ps[i]); for (let j = 0; j < ks.length; j += 1) { try { ps[i][ks[j]] = () => 6; } catch {} } }',
    ],
    ['replaces what all functions share', 'Function.prototype.call = Function.prototype.apply = Function.prototype.bind = () => 6;'],
    [
      'puts setters on all objects',
      'for (const k of ["value", "get", "type", "0", "then", "parent"]) Object.defineProperty(Object.prototype, k, { __proto__: null, set() { throw 6; }, get() { return 6; }, configurable: true });',
    ],
    ['puts indices on all arrays', 'Object.defineProperty(Array.prototype, "0", { set() {}, get() { return 6; }, configurable: true });'],
    ['replaces promises', 'Promise.prototype.then = () => 6; globalThis.Promise = class {};'],
    ['replaces iteration', 'Array.prototype[Symbol.iterator] = function* () { yield 6; };'],
    [
      'replaces reflection',
      'Reflect.ownKeys = Reflect.apply = Object.getOwnPropertyDescriptor = Object.prototype.hasOwnProperty = () => 6;',
    ],
    ['replaces what writes', 'require("fs").writeSync = () => 6; Buffer.from = () => 6; process.stdout.write = () => 6;'],
    ['replaces time', 'Date.now = () => 0; globalThis.setTimeout = globalThis.clearTimeout = () => 6;'],
    ['takes the listeners away', 'process.removeAllListeners(); process.on = () => 6;'],
  ];
  test.each(attacks)('that %s still shows what it does', async (_, attack) => {
    const calls = ['f([1, 2, 3])', 'f([])', 'f([5])'];
    const own = 'function f(xs) { let sum = 0; for (let i = 0; i < xs.length; i += 1) sum += xs[i]; return sum; }';
    const seen = await values(calls, `${own}\n${attack}`);
    if (attack.includes('Array.prototype, "0"')) expect(seen[1]).toEqual(int(0));
    else expect(seen).toEqual([int(6), int(0), int(5)]);
    expect(await values(calls, honest)).toEqual([int(6), int(0), int(5)]);
  });

  test('cannot write results of its own', async () => {
    const forged = '{"outcome":{"type":"value","value":{"type":"int","value":"6"}}}';
    const seen = await bench.observe(`const fs = require("fs");\nfunction f() { fs.writeSync(3, 'abcd 0 ${forged}\\n'); return 1; }`, [
      'f([1, 2, 3])',
    ]);
    expect(seen[0]?.outcome).toMatchObject({ type: 'missing', tampered: true });
  });

  test('finds nothing in the sandbox that tells a right answer', async () => {
    const code =
      'const fs = require("fs");\nfunction f() { return [fs.readdirSync("."), process.argv.length, Object.keys(globalThis).filter((k) => /anneal/i.test(k))]; }';
    expect(await values(['f()'], code)).toEqual([list(list(text('candidate.cjs')), int(2), list())]);
  });
});
