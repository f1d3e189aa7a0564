import { describe, expect, it } from 'vitest';
import { nearestByShape } from '../../../src/engine/prompts/nearest-by-shape.ts';
import { nearestExamples } from '../../../src/engine/prompts/nearest-examples.ts';
import { requestWords } from '../../../src/engine/prompts/request-words.ts';
import { callShape, checkShape } from '../../../src/engine/prompts/value-shape.ts';
import { loadSolvedExamples } from '../../../src/few-shot/load-solved-examples.ts';

const pools = {
  python: await loadSolvedExamples('python'),
  lua: await loadSolvedExamples('lua'),
  javascript: await loadSolvedExamples('javascript'),
};

/** Names of the functions of the four nearest examples. */
const names = (examples: readonly { readonly code: string }[]): readonly (string | undefined)[] =>
  examples.map(({ code }) => /(?:def|function)\s+(\w+)/u.exec(code)?.[1]);

describe('nearest by words', () => {
  it.each([
    ['python', 'Count how many digits are in a number', 'def f(n):', 'digit_count'],
    ['python', 'Найди все делители числа', 'def f(n):', 'divisors_of'],
    ['lua', 'Сумма значений таблицы', 'function f(t)', 'total_of_values'],
    ['lua', 'Remove every dash of the text', 'function undash(s)', 'remove_dashes'],
    ['javascript', 'Sort the keys of an object', 'function keysInOrder(obj) {', 'sortedKeys'],
    // Notions that no example names are near to what they are made of.
    ['lua', 'Returns the factorial of n', 'function factorial(n)', 'product_between'],
    ['python', 'Is this number even?', 'def is_even(n):', 'divides'],
    // The request says nothing; the name does.
    ['python', 'Do it', 'def format_minutes(m):', 'format_minutes'],
  ] as const)('%s: %s', (language, request, signature, wanted) => {
    expect(names(nearestExamples(request, signature, pools[language], 4))).toContain(wanted);
  });

  it('finds the same examples for a request in Russian and in English', () => {
    const english = names(nearestExamples('Count the words of every length', '', pools.python, 3));
    const russian = names(nearestExamples('Посчитай слова каждой длины', '', pools.python, 3));
    expect(russian[0]).toBe('count_lengths');
    expect(english[0]).toBe('count_lengths');
  });

  it('falls back on the order of the pool, and gives no more than there are', () => {
    expect(nearestExamples('', '', pools.lua, 2)).toEqual(pools.lua.slice(0, 2));
    expect(nearestExamples('sum', '', pools.lua.slice(0, 3), 10)).toHaveLength(3);
    expect(nearestExamples('sum', '', [], 4)).toEqual([]);
  });

  it('splits names, cuts endings and translates', () => {
    expect([...requestWords('countWords of some_words')]).toEqual(['count', 'word', 'of', 'som']);
    expect([...requestWords('Counting counted counts')]).toEqual(['count']);
    expect([...requestWords('строки строку')]).toEqual(['string']);
    expect([...requestWords('string strings')]).toEqual(['string']);
  });
});

describe('nearest by shape', () => {
  it.each([
    ['f([1, 2], 1) == [2]', { parameters: ['list-of-numbers', 'number'], result: 'list-of-numbers' }],
    ['f("a, b") -> True', { parameters: ['text'], result: 'flag' }],
    ['f({1, {2}}, nil) == {a = 1}', { parameters: ['list-of-numbers', 'nothing'], result: 'map' }],
    ['f({"x": [1]}) == {}', { parameters: ['map'], result: 'list' }],
    ['table.concat(f({"a"}), ",") == "a,b"', { parameters: ['list-of-texts'], result: 'list-of-texts' }],
    ['JSON.stringify(f([[1], []])) === "[[1],[]]"', { parameters: ['list-of-lists'], result: 'list-of-lists' }],
    ['f().total == 3', { parameters: [], result: 'map' }],
    ['f(2) returns 4', { parameters: ['number'], result: 'number' }],
    ['f("=="") == ', null],
    ['f(0) raises ValueError', null],
    ['f(1) + f(2) == 3', null],
  ] as const)('reads %s', (check, shape) => {
    expect(checkShape(check)).toEqual(shape);
  });

  it('is not fooled by brackets in text', () => {
    expect(callShape('f(")", \'(\')', '"["')).toEqual({ parameters: ['text', 'text'], result: 'text' });
  });

  it.each([
    ['python', ['f([3, 1], 2) == [3]'], ['list', 'number', 'list']],
    ['lua', ['f("ab") == "ba"', 'f("") == ""'], ['text', 'text']],
    ['javascript', ['f(["a"]) === 1', 'f([]) === 0'], ['list', 'number']],
  ] as const)('%s: examples for %j take and give such values', (language, sources, wanted) => {
    const found = nearestByShape(sources, pools[language], 2);
    expect(found).toHaveLength(2);
    for (const { checks } of found) {
      const shape = checkShape(checks?.[0] ?? '');
      const kinds = [...(shape?.parameters ?? []), shape?.result ?? ''].map((kind) => kind.replace(/^list.*/u, 'list'));
      expect(kinds).toEqual(wanted);
    }
  });

  it('without any shape gives the first of the pool', () => {
    expect(nearestByShape([], pools.lua, 2)).toEqual(pools.lua.slice(0, 2));
  });
});
