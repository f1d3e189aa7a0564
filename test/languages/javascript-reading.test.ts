import { beforeAll, describe, expect, test } from 'vitest';
import type { Contract } from '../../src/domain/contract.ts';
import { loadJavaScript } from '../../src/languages/javascript/javascript-language.ts';
import type { Language } from '../../src/ports/language.ts';
import { functionEntry } from './observing.ts';

let language: Language;
beforeAll(async () => {
  language = await loadJavaScript();
});

const entry = functionEntry('f', 'x');
const contract: Contract = { language: 'javascript', entry };

describe('a signature', () => {
  test.each([
    ['function f(a, b)', 'function f(a, b)'],
    ['function f(a, b) {', 'function f(a, b)'],
    ['function f({ a, b }, [c] = []) { }', 'function f({ a, b }, [c] = [])'],
    ['async function f(url)', 'async function f(url)'],
    ['export default async function f(url) {', 'async function f(url)'],
    ['const f = (a) =>', 'function f(a)'],
    ['const f = a => a * 2;', 'function f(a)'],
    ['const f = async (a, b = "x)") => {', 'async function f(a, b = "x)")'],
    ['let f = function (a) {', 'function f(a)'],
    ['f(a, ...rest)', 'function f(a, ...rest)'],
  ])('%s', (given, formatted) => {
    const read = language.parseSignature(given);
    expect(read.ok && language.formatSignature(read.value)).toBe(formatted);
  });

  test('is found in a request, the last one first', () => {
    const found = (request: string): unknown => {
      const read = language.findSignature(request);
      return read === null ? null : language.formatSignature(read);
    };
    expect(found('Write function first(xs) that …, then\nconst second = async (a, b = [1]) => {\n}')).toBe(
      'async function second(a, b = [1])',
    );
    expect(found('Given a function (any), call it')).toBeNull();
  });
});

describe('an example', () => {
  const read = (text: string): unknown => {
    const result = language.parseExample(text, entry);
    if (!result.ok) return result.reason;
    const { call, expected } = result.value;
    return [call.type === 'expression' ? call.expression : call, expected.type === 'value' ? expected.source : expected];
  };
  test.each([
    ['f(3) === 6', 'f(3)', '6'],
    ['f(2) == 4;', 'f(2)', '4'],
    ['await f(2) === 4', 'await f(2)', '4'],
    ['f(2) -> { a: [1] }', 'f(2)', '{ a: [1] }'],
    ['f({ a: 1 }) => undefined', 'f({ a: 1 })', 'undefined'],
    ['f(1) === undefined', 'f(1)', 'undefined'],
    ['f([1]) returns new Set([1])', 'f([1])', 'new Set([1])'],
    ['assert.deepStrictEqual(f([1]), [2])', 'f([1])', '[2]'],
    ['expect(f(1)).toEqual({ a: 1 })', 'f(1)', '{ a: 1 }'],
    ['isDeepStrictEqual(f(1), [1])', 'f(1)', '[1]'],
    ['Object.is(f(0), -0)', 'f(0)', '-0'],
    ['JSON.stringify(f([2, 1])) === "[1,2]"', 'JSON.stringify(f([2, 1]))', '"[1,2]"'],
    ['f(2).length > 3', 'f(2).length > 3', 'true'],
    ['!f("")', '!f("")', 'true'],
  ])('%s', (text, call, expected) => {
    expect(read(text)).toEqual([call, expected]);
  });

  test('of an error', () => {
    expect(read('f([]) throws TypeError')).toEqual(['f([])', { type: 'raises', error: 'TypeError' }]);
    expect(read('f([]) throws')).toEqual(['f([])', { type: 'raises' }]);
    expect(read('f([]) throws Error')).toEqual(['f([])', { type: 'raises' }]);
    expect(read('f([]) throws an error')).toEqual(['f([])', { type: 'raises' }]);
  });

  test('in a request, in sentences, in doctests and behind comments', () => {
    const request = [
      'Doubles. f(2) returns 4 and f("ab") → "abab"; f(null) throws TypeError.',
      '```js',
      'f(3); // 6',
      'console.log(f([1])); // => [1, 1]',
      'f(4) // two times four',
      '```',
      '> f(5)',
      '10',
    ].join('\n');
    expect(language.findExamples(request, entry).map(({ call, expected, origin }) => [call, expected, origin])).toEqual([
      [{ type: 'expression', expression: 'f(5)' }, { type: 'value', source: '10' }, 'docstring'],
      [{ type: 'expression', expression: 'f(2)' }, { type: 'value', source: '4' }, 'prose'],
      [{ type: 'expression', expression: 'f("ab")' }, { type: 'value', source: '"abab"' }, 'prose'],
      [{ type: 'expression', expression: 'f(null)' }, { type: 'raises', error: 'TypeError' }, 'prose'],
      [{ type: 'expression', expression: 'f(3)' }, { type: 'value', source: '6' }, 'prose'],
      [{ type: 'expression', expression: 'f([1])' }, { type: 'value', source: '[1, 1]' }, 'prose'],
    ]);
  });
});

test('tests of a reply are read in the forms that people write', () => {
  const text = [
    '```javascript',
    'assert.strictEqual(f(1), 2);',
    'assert.deepEqual(f([1]), [1, 1]);',
    'expect(f(3)).toBe(6);',
    'console.assert(f(4) === 8, "four");',
    'console.log(f(5)); // 10',
    '{"args": [6], "expected": {"a": null}}',
    'f(7) === 14',
    'f(1, 2) === 3',
    'other(8) === 16',
    'console.assert(f(9) === ',
    '```',
  ].join('\n');
  expect(language.extractTests({ text, finish: 'stop' }, contract).map(({ call, expected }) => [call, expected])).toEqual(
    [
      ['f(1)', '2'],
      ['f([1])', '[1, 1]'],
      ['f(3)', '6'],
      ['f(4)', '8'],
      ['f(5)', '10'],
      ['f(6)', '{"a":null}'],
      ['f(7)', '14'],
    ].map(([expression, source]) => [
      { type: 'expression', expression },
      { type: 'value', source },
    ]),
  );
});

describe('code is taken out of a reply', () => {
  const take = (text: string, more: { readonly finish?: 'stop' | 'length'; readonly prefill?: string } = {}): unknown => {
    const found = language.extract({ text, finish: 'stop', ...more }, contract);
    return found.type === 'code' ? found.code : found.reason;
  };
  const code = 'function f(x) {\n  return `\\n` + x + "```".length;\n}\n';
  const forms: readonly (readonly [string, string, string])[] = [
    ['a fenced block', `Here:\n\`\`\`js\n${code}\`\`\`\nDone.`, code],
    ['a bare answer', `${code}`, code],
    ['prose around it', `Sure, this works:\n\n${code}\nIt calls nothing else.`, code],
    ['an arrow', '```\nconst f = (x) => x / 2 / 3;\n```', 'const f = (x) => x / 2 / 3;\n'],
    ['JSON', JSON.stringify({ code }), code],
    [
      'a class and a default export',
      '```js\nclass A {}\nexport default function (x) { return new A(x); }\n```',
      'class A {}\nexport default function (x) { return new A(x); }\n',
    ],
  ];
  test.each(forms)('%s', (_, text, expected) => {
    expect(take(text)).toBe(expected);
  });

  test('or refused with a reason', () => {
    expect(take('```js\nconst g = 1;\n```')).toBe('entry-missing');
    expect(take('```python\ndef f(x):\n    return x\n```')).toBe('wrong-language');
    expect(take('```js\nconst f = 1;\nconst f = 2;\n```')).toBe('syntax');
    expect(take('```js\nfunction f(x) {\n  return', { finish: 'length' })).toBe('truncated');
    expect(take('I cannot help with that.')).toBe('refusal');
  });
});

test('a program is checked for what would keep it from loading', () => {
  const rules = (code: string): string[] => language.check(code, contract).map(({ rule, message }) => `${rule}: ${message}`);
  expect(rules('const f = (x) => x;')).toEqual([]);
  expect(rules('const _ = require("lodash");\nconst f = (x) => _(x);')).toEqual(['import-missing: the package lodash is not there']);
  expect(rules('import fs from "fs";\nimport p from "node:path";\nexport const f = (x) => fs && p && x;')).toEqual([]);
  expect(rules('function f(x) { throw new Error("Not implemented"); }')).toEqual(['stub: f has no body yet']);
  expect(rules('let a = 1;\nlet a = 2;')[0]).toContain("identifier 'a' has already been declared");
  expect(rules('const f = (x) => await x;')[0]).toContain('syntax');
});

test('equal programs have equal texts, and a line end after return counts', () => {
  const { normalise } = language;
  expect(normalise('const f = (x) => {\n  return x / 2; // half\n};')).toBe(normalise('const f = (x) => { return x/2 }'));
  expect(normalise('function f() {\n  return\n  1;\n}')).not.toBe(normalise('function f() {\n  return 1;\n}'));
  expect(normalise('f(/a b/)')).not.toBe(normalise('f(/a  b/)'));
});
