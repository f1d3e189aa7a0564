import { expect, test } from 'vitest';
import { isRussian } from '../../src/engine/task-text.ts';

test.each([
  'Напиши функцию factorial(n), factorial(5) == 120',
  'сортировка списка',
  'исправь',
  'Удали дубли',
  'сумма чисел в wf.vars.items',
  'Сделай reverse("abc") == "cba"',
  'А теперь по убыванию',
])('%j is Russian', (text) => {
  expect(isRussian(text)).toBe(true);
});

test.each([
  'Sort a list',
  'fix it',
  'gcd of two ints',
  'parse CSV',
  'is_prime(n)',
  'Replace "привет" by "hello"',
  'Count the letters of «слово»',
  'Explain:\n```python\n# сумма чисел\nsum(xs)\n```',
  'Sortiere eine Liste',
  'Trier une liste',
  'リストを並べ替える',
])('%j is worded in English', (text) => {
  expect(isRussian(text)).toBe(false);
});
