import { expect, test } from 'vitest';
import { inferLanguage } from '../../src/surfaces/infer-language.ts';

type Case = {
  readonly task: string;
  readonly signature?: string;
  readonly examples?: readonly string[];
  readonly is: ReturnType<typeof inferLanguage>;
};

test.each<Case>([
  { task: 'Write a Lua function that reverses a string', is: 'lua' },
  { task: 'Напиши функцию на Lua, которая переворачивает строку', is: 'lua' },
  { task: 'напиши на луа факториал', is: 'lua' },
  { task: 'Write it in Python, not in Lua', is: 'python' },
  { task: 'функция на питоне для факториала', is: 'python' },
  { task: 'sum two numbers in TypeScript', is: 'typescript' },
  { task: 'JavaScript debounce', is: 'javascript' },
  { task: 'js function: sum of a list', is: 'javascript' },
  { task: 'a ts function that sums a list', is: 'typescript' },
  { task: 'JS: debounce', is: 'javascript' },
  { task: 'sum a list in TS', is: 'typescript' },
  { task: 'Write in js, please', is: 'javascript' },
  { task: 'напиши на js сумму списка', is: 'javascript' },
  { task: 'напиши функцию на js', is: 'javascript' },
  { task: 'функция на ts, которая суммирует список', is: 'typescript' },
  { task: 'ts debounce', is: 'typescript' },
  { task: 'the largest ts of a list of records', is: null },
  { task: 'ts is a list of numbers; sum it', is: null },
  { task: 'the name of main.js without its extension', is: null },
  { task: 'sort records in ts order', is: null },
  { task: 'evaluate a polynomial', is: null },
  { task: 'исполуавтомат', is: null },
  { task: 'add', signature: 'def add(a, b)', is: 'python' },
  { task: 'add', signature: 'function add(a, b)', is: 'lua' },
  { task: 'add', signature: 'local function add(a, b)', is: 'lua' },
  { task: 'add', signature: 'function add(a, b) {', is: 'javascript' },
  { task: 'add', signature: 'function add(a: number, b: number): number', is: 'typescript' },
  { task: 'add, in JavaScript', signature: 'function add(a, b)', is: 'javascript' },
  { task: 'add', signature: 'async function add(a, b)', is: 'javascript' },
  { task: 'add', signature: 'const add = (a, b) =>', is: 'javascript' },
  { task: 'first', signature: 'function first<T>(xs: T[]): T', is: 'typescript' },
  { task: 'now', signature: 'function now(): number', is: 'typescript' },
  { task: 'first element', examples: ['f([]) === undefined'], is: 'javascript' },
  { task: 'a Python programmer asks', signature: 'function f(n)', is: 'lua' },
  { task: 'complete:\ndef f(xs):\n    """Doubles."""', is: 'python' },
  { task: 'first element', examples: ['f({}) == nil'], is: 'lua' },
  { task: 'first element', examples: ['f([]) == None'], is: 'python' },
  { task: 'say "nil"', examples: ['f("nil") == "None"'], is: null },
])('$task $signature $examples: $is', ({ is, ...request }) => {
  expect(inferLanguage(request)).toBe(is);
});
