import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Contract } from '../../src/domain/contract.ts';
import type { Value } from '../../src/domain/value.ts';
import { loadSolvedExamples } from '../../src/few-shot/load-solved-examples.ts';
import { type Bench, functionEntry, openBench } from './observing.ts';

const int = (value: number): Value => ({ type: 'int', value: String(value) });

let bench: Bench;
beforeAll(async () => {
  bench = await openBench('typescript');
});
afterAll(async () => {
  await bench.close();
});

const values = async (sources: readonly string[], code: string): Promise<unknown[]> =>
  (await bench.observe(code, sources)).map(({ outcome }) => (outcome.type === 'value' ? outcome.value : outcome));

const contract: Contract = { language: 'typescript', entry: functionEntry('f', 'x') };

describe('a program with types', () => {
  const forms: readonly (readonly [string, string])[] = [
    ['annotations and generics', 'function f<T extends number>(x: T, ...more: T[]): number { return (x as number)! + 1; }'],
    [
      'interfaces and type aliases',
      'interface A { n: number }\ntype B<T> = T | null;\nexport const f = (n: number): B<number> => ({ n } satisfies A).n + 1;',
    ],
    ['overloads', 'function f(n: number): number;\nfunction f(n: string): string;\nfunction f(n: any): any { return n + 1; }'],
    ['an enum', 'enum Step { One = 1 }\nfunction f(n: number): number { return n + Step.One; }'],
    [
      'parameter properties',
      'class A { constructor(private readonly n: number) {}\n get next(): number { return this.n + 1; } }\nfunction f(n: number): number { return new A(n).next; }',
    ],
    ['a namespace', 'namespace N { export const one = 1; }\nfunction f(n: number): number { return n + N.one; }'],
    ['an assertion in angle brackets', 'function f(n: unknown): number { return <number>n + 1; }'],
    [
      'imports of types only',
      'import type { Stats } from "node:fs";\nimport { type URL, inspect } from "node:util";\nexport function f(n: number): number { const s: Stats | null = null; return inspect(s) ? n + 1 : 0; }',
    ],
    ['no types at all', 'module.exports = { f: (n) => n + 1 };'],
  ];
  test.each(forms)('runs when it has %s', async (_, code) => {
    expect(bench.language.check(code, contract)).toEqual([]);
    expect(await values(['f(1)', 'f(2 as number)', 'f(3)'], code)).toEqual([int(2), int(3), int(4)]);
  });

  test('shows the line of a failure where it stands in the text', async () => {
    const code = 'interface A {\n  n: number;\n}\n\nfunction f(a: A | null): number {\n  return a.n;\n}\n';
    expect(await values(['f(null)'], code)).toMatchObject([{ type: 'raised', error: 'TypeError', line: 6 }]);
  });

  test('is refused for what its compiler cannot read, and for nothing else', () => {
    const rules = (code: string): string[] => bench.language.check(code, contract).map(({ rule, line }) => `${rule} ${line}`);
    expect(rules('function f(n: number {\n  return n;\n}')).toEqual(['syntax 1']);
    expect(rules('const f = 1;\nconst f = 2;')).toEqual(['syntax 2']);
    expect(rules('function f(n: string): number { return n; }')).toEqual([]);
    expect(rules('import { add } from "lodash";\nexport const f = (n: number): number => add(n, 1);')).toEqual(['import-missing 1']);
    expect(rules('import type { A } from "lodash";\nexport const f = (n: A): A => n;')).toEqual([]);
  });
});

describe('a signature with types', () => {
  test.each([
    ['function f(xs: number[], n = 2): Map<string, number>', 'function f(xs: number[], n = 2): Map<string, number>'],
    ['export async function f(id: string): Promise<number[]> {', 'async function f(id: string): Promise<number[]>'],
    ['const f = (a: number, b?: string): string =>', 'function f(a: number, b?: string): string'],
    ['f(a: number): string', 'function f(a: number): string'],
    ['function f({ a, b }: { a: number; b: number }): number', 'function f({ a, b }: { a: number; b: number }): number'],
    ['function f(cmp: (a: number, b: number) => boolean): void', 'function f(cmp: (a: number, b: number) => boolean): void'],
  ])('%s', (given, formatted) => {
    const read = bench.language.parseSignature(given);
    expect(read.ok && bench.language.formatSignature(read.value)).toBe(formatted);
  });
});

describe('the shipped examples', () => {
  test('hold on the real interpreter', async () => {
    const examples = await loadSolvedExamples('typescript');
    expect(examples.length).toBeGreaterThanOrEqual(20);
    for (const { code, checks = [] } of examples) {
      const name = /function (\w+)/.exec(code)?.[1] ?? '';
      expect(bench.language.check(code, { language: 'typescript', entry: functionEntry(name) })).toEqual([]);
      expect(code).toMatch(/\): /);
      const seen = await values(checks, code);
      expect([name, ...seen]).toEqual([name, ...checks.map(() => ({ type: 'bool', value: true }))]);
    }
  });
});
