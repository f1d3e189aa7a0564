import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Contract } from '../../src/domain/contract.ts';
import type { Diagnostic } from '../../src/domain/diagnostic.ts';
import { type Bench, functionEntry, openBench } from './observing.ts';

const benches = new Map<string, Bench>();
const ids = ['python', 'javascript', 'typescript'] as const;
type Id = (typeof ids)[number];
beforeAll(async () => {
  for (const id of ids) benches.set(id, await openBench(id));
});
afterAll(async () => {
  for (const bench of benches.values()) await bench.close();
});

function benchOf(id: Id): Bench {
  const bench = benches.get(id);
  if (bench === undefined) throw new Error(id);
  return bench;
}

const contractOf = (id: Id, ...parameters: readonly string[]): Contract => ({ language: id, entry: functionEntry('f', ...parameters) });
const check = (id: Id, code: string, ...parameters: readonly string[]): readonly Diagnostic[] =>
  benchOf(id).language.check(code, contractOf(id, ...parameters));

describe('a program is told before it runs', () => {
  test.each([
    ['python', 'def f(xs):\n    return lenn(xs)\n', 'undefined-name', 2, 'Did you mean len?'],
    ['python', 'def f(items):\n    return sum(item)\n', 'undefined-name', 2, 'Did you mean items?'],
    ['python', 'def f(x):\n    return null\n', 'undefined-name', 2, 'Use None.'],
    ['python', 'def f(x):\n    x++\n    return x\n', 'syntax', 3, 'Write x += 1'],
    ['javascript', 'function f(x) {\n  return None;\n}', 'undefined-name', 2, 'Use null.'],
    ['javascript', 'function f(x) {\n  return len(x);\n}', 'undefined-name', 2, 'Use value.length.'],
    ['javascript', 'function f(x) {\n  retrun x;\n}', 'syntax', 2, 'Did you mean return?'],
    ['typescript', 'export function f(x: number) number {\n  return x;\n}\n', 'syntax', 1, 'Write a colon before the type'],
    ['python', 'def f(x):\n    return math.sqrt(x)\n', 'undefined-name', 2, 'Add: import math.'],
    ['python', 'def f(x):\n    return defaultdict(int)\n', 'undefined-name', 2, 'Add: from collections import defaultdict.'],
    ['python', 'def f(x):\n    return g(x, 1)\n\ndef g(a):\n    return a\n', 'argument-count', 2, 'It is defined as g(a).'],
    ['python', 'def f():\n    return 1\n', 'argument-count', 1, 'Define it as f(x).'],
    [
      'python',
      'import asyncio\nasync def g(x):\n    return x\nasync def f(x):\n    return g(x) + 1\n',
      'not-awaited',
      5,
      'Write await g(…), inside an async function.',
    ],
    ['python', 'def f(x):\n    if x > 1\n        return 1\n', 'syntax', undefined, 'with a colon.'],
    ['python', 'def f(x):\nreturn x\n', 'syntax', undefined, 'Indent'],
    ['python', 'def f(x):\n    print x\n', 'syntax', 2, 'parentheses'],
    [
      'javascript',
      'function f(xs) { return xs.lenght + totl(xs); }\nfunction total(a) { return a; }',
      'undefined-name',
      1,
      'Did you mean total?',
    ],
    ['javascript', 'function f(x) { return _.uniq(x); }', 'undefined-name', 1, 'Define _, or pass it as a parameter.'],
    [
      'javascript',
      "import _ from 'lodash';\nexport function f(x) { return _.uniq(x); }",
      'import-missing',
      1,
      "Only Node's own modules are there: write it without lodash.",
    ],
    ['javascript', 'function g(a, b) { return a + b; }\nfunction f(x) { return g(x); }', 'argument-count', 2, 'It is defined as g(a, b).'],
    [
      'javascript',
      'async function g(x) { return [x]; }\nasync function f(x) { return g(x).length; }',
      'not-awaited',
      2,
      'Write await g(…)',
    ],
    [
      'javascript',
      'function f(x) { const y = await g(x); return y; }\nasync function g(x) { return x; }',
      'syntax',
      1,
      'Mark the function around it async.',
    ],
    ['javascript', 'function f(x) { let x1 = 1; let x1 = 2; return x1; }', 'syntax', 1, 'Declare x1 once, and assign to it afterwards.'],
    ['typescript', 'function f(xs: number[]): number { return sum(xs); }', 'undefined-name', 1, 'Define sum, or pass it as a parameter.'],
    [
      'typescript',
      'function g(a: number, b: number): number { return a + b; }\nfunction f(x: number): number { return g(x); }',
      'argument-count',
      2,
      'It is defined as g(a: number, b: number).',
    ],
    [
      'typescript',
      'async function g(x: number): Promise<number[]> { return [x]; }\nasync function f(x: number) { return (await g(x)).length + g(x).length; }',
      'not-awaited',
      2,
      'Write await g(…)',
    ],
  ] as const)('in %s: `%s`', (id, code, rule, line, hint) => {
    const found = check(id, code, 'x').find((diagnostic) => diagnostic.rule === rule);
    expect(found).toMatchObject({ rule, hint: expect.stringContaining(hint) });
    if (line !== undefined) expect(found?.line).toBe(line);
  });

  test.each([
    ['python', 'from collections import *\ndef f(x):\n    return Counter(x)\n'],
    ['python', 'def f(x):\n    return [y for y in x if (z := y)] + [z for z, *_ in x]\n'],
    [
      'python',
      'class A:\n    n = 1\n    def m(self): return self.n\ndef f(x, *args, key=None, **kw):\n    try:\n        return A().m()\n    except ValueError as error:\n        return str(error)\n',
    ],
    [
      'python',
      'import os.path as p\ndef f(x):\n    def inner(a, b=2): return a\n    match x:\n        case [first, *rest]: return first, rest\n        case {"k": v}: return v\n    return inner(1), p, __name__\n',
    ],
    [
      'javascript',
      'const f = ({ a, b: { c = 1 } = {} }, [d, ...e] = []) => { for (const g of e) { label: while (true) break label; } return typeof unknown === "undefined" ? { a, c, d } : e; };',
    ],
    [
      'javascript',
      'class A { #x = 1; static y = 2; get x() { return this.#x; } }\nfunction f(x) { try { return new A().x + arguments.length; } catch { return process.argv; } }',
    ],
    [
      'javascript',
      'async function g(x) { return x; }\nasync function f(x) { const p = g(x); g(x).then(console.log); await Promise.all([g(1)]); return p; }',
    ],
    [
      'typescript',
      'type T<K> = { a: K };\ninterface I { m(p: string): void }\nenum E { A = 1, B }\nabstract class C<X> implements I { constructor(private readonly x: X) {} m(p: string): void { console.log(p, this.x); } }\nfunction f<A>(x: A, y?: number, ...z: string[]): x is A { const q = <B,>(b: B): B => b; return E.A === 1 && q(x) === x && y === z.length; }\ndeclare const ambient: number;',
    ],
    [
      'typescript',
      'namespace N { export const v = 1; }\nfunction f(x: N.T): typeof N { return N as unknown as typeof N; }\nfunction g(x: number): number;\nfunction g(x: string): string;\nfunction g(x: unknown) { return x; }',
    ],
  ] as const)('nothing when it is right, in %s: `%s`', (id, code) => {
    expect(check(id, code).filter(({ rule }) => rule !== 'entry-missing' && rule !== 'syntax')).toEqual([]);
  });
});

describe('what was raised is explained with its line, its neighbours and one way out', () => {
  test.each([
    ['python', 'import numpy as np\ndef f(x):\n    return np.sum(x)\n', 'load', 'numpy is not installed here'],
    ['python', 'from math import cube\ndef f(x):\n    return x\n', 'load', 'math has no cube'],
    ['python', 'def f(x):\n    return totl\n\ntotal = 1\n', 'runtime', 'Did you mean total?'],
    ['python', 'def f(x):\n    return g(1, 2)\ndef g(a):\n    return a\n', 'runtime', 'It is defined as g(a).'],
    ['python', 'def f(x):\n    xs = []\n    xs.push(x)\n    return xs\n', 'runtime', 'Use append(value).'],
    ['python', 'def f(x):\n    return "a".uper()\n', 'runtime', 'Did you mean upper?'],
    ['python', 'def f(x):\n    return None + 1\n', 'runtime', 'None here'],
    ['python', 'async def g():\n    return 1\nasync def f(x):\n    return g() + 1\n', 'runtime', 'await'],
    ['python', 'def f(x):\n    return "n: " + x\n', 'runtime', 'str(x)'],
    ['javascript', 'function f(x) { return totl; }\nconst total = 1;', 'runtime', 'Did you mean total?'],
    ['javascript', 'function f(x) { const xs = []; xs.append(x); return xs; }', 'runtime', 'Use push(value).'],
    ['javascript', 'function f(x) { return "a".toUppercase(); }', 'runtime', 'Did you mean toUpperCase?'],
    ['javascript', 'function f(x) { return x.missing.deep; }', 'runtime', 'What stands before .deep is undefined'],
    ['javascript', 'function f(x) { const a = 1; a = 2; return a; }', 'runtime', 'Declare it with let'],
    [
      'javascript',
      'async function g(x) { return [x]; }\nasync function f(x) { const r = []; for (const y of g(x)) r.push(y); return r; }',
      'runtime',
      'await',
    ],
  ] as const)('in %s: `%s`', async (id, code, rule, hint) => {
    const bench = benchOf(id);
    const [observation] = await bench.observe(code, ['f(1)']);
    if (observation === undefined) throw new Error('no observation');
    const found = bench.language.explainFailure(code, observation, '');
    expect(found).toMatchObject({ severity: 'error', rule, line: expect.any(Number), hint: expect.stringContaining(hint) });
    expect(found?.message).toMatch(/^> *\d+ \| /m);
  });
});
