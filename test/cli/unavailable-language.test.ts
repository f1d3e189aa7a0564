import { expect, test } from 'vitest';
import { unavailableLanguage } from '../../src/surfaces/unavailable-language.ts';

test.each([
  ['a function in Rust that sums a list', 'Rust'],
  ['sum a list in rust', 'Rust'],
  ['Write a Ruby function that reverses a string', 'Ruby'],
  ['Rust code for a stack', 'Rust'],
  ['sum of a list, using Go', 'Go'],
  ['a Go program: sum of a list', 'Go'],
  ['golang: reverse a string', 'Go'],
  ['Sum a list in C++.', 'C++'],
  ['напиши на Rust сумму списка', 'Rust'],
  ['функция на языке C, которая складывает', 'C'],
  ['напиши функцию на C# для сортировки', 'C#'],
  ['Java function: add two numbers', 'Java'],
  ['Please write me a short C function that adds', 'C'],
  ['factorial in the R language', 'R'],
])('%s: %s', (task, language) => {
  expect(unavailableLanguage(task)).toBe(language);
});

test.each([
  'Go through the list and sum it',
  'the temperature in C',
  'degrees Fahrenheit in C',
  'Swift codes are checked',
  'the share of iron in rust samples',
  'whether a name is a keyword used in Rust',
  'count the words in Java code',
  'a function that counts lines of C code',
  'Translate this Rust code to Python',
  'in JavaScript, not in Java',
  'a Lua function as in Go',
  'distance from R to C',
  'how many times to go: f(3) == 2',
  'let a dart go in dart order',
  'расти на один',
  'the crystal in Scheme order',
  'a grade of C',
])('%s: none', (task) => {
  expect(unavailableLanguage(task)).toBeNull();
});
