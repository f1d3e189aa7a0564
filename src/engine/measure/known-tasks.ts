import type { LanguageId } from '../../domain/contract.ts';

/** A function whose right behaviour is known: `code` is it. None of them is among the shipped solved examples. */
export type KnownTask = {
  readonly name: string;
  readonly request: string;
  readonly signature: string;
  readonly code: string;
  /** Shown in prompts, as a person would type them. */
  readonly examples: readonly [string, string];
  /** Never shown; what decides whether a program is right. */
  readonly calls: readonly string[];
};

const python: readonly KnownTask[] = [
  {
    name: 'gcd',
    request: 'Return the greatest common divisor of two positive integers',
    signature: 'def gcd(a, b)',
    code: 'def gcd(a, b):\n    while b:\n        a, b = b, a % b\n    return a',
    examples: ['gcd(12, 18) == 6', 'gcd(7, 5) == 1'],
    calls: ['gcd(100, 75)', 'gcd(9, 9)', 'gcd(1, 8)', 'gcd(270, 192)'],
  },
  {
    name: 'count_vowels',
    request: 'Count the vowels (a, e, i, o, u) in a lower-case string',
    signature: 'def count_vowels(s)',
    code: "def count_vowels(s):\n    return sum(1 for c in s if c in 'aeiou')",
    examples: ["count_vowels('banana') == 3", "count_vowels('xyz') == 0"],
    calls: ["count_vowels('')", "count_vowels('queue')", "count_vowels('rhythm and blues')"],
  },
  {
    name: 'factorial',
    request: 'Return the factorial of n',
    signature: 'def factorial(n)',
    code: 'def factorial(n):\n    result = 1\n    for i in range(2, n + 1):\n        result *= i\n    return result',
    examples: ['factorial(5) == 120', 'factorial(3) == 6'],
    calls: ['factorial(0)', 'factorial(1)', 'factorial(7)', 'factorial(10)'],
  },
  {
    name: 'reverse_words',
    request: 'Reverse the order of the words in a sentence',
    signature: 'def reverse_words(s)',
    code: "def reverse_words(s):\n    return ' '.join(reversed(s.split()))",
    examples: ["reverse_words('one two three') == 'three two one'", "reverse_words('hello') == 'hello'"],
    calls: ["reverse_words('a b')", "reverse_words('the quick brown fox')", "reverse_words('x y x')"],
  },
  {
    name: 'is_palindrome',
    request: 'Return True if a string reads the same forwards and backwards',
    signature: 'def is_palindrome(s)',
    code: 'def is_palindrome(s):\n    return s == s[::-1]',
    examples: ["is_palindrome('level') == True", "is_palindrome('abc') == False"],
    calls: ["is_palindrome('')", "is_palindrome('abba')", "is_palindrome('ab')", "is_palindrome('racecar')"],
  },
  {
    name: 'running_maximum',
    request: 'Return a list with the largest number seen so far at each position of xs',
    signature: 'def running_maximum(xs)',
    code: 'def running_maximum(xs):\n    result = []\n    for x in xs:\n        result.append(x if not result else max(result[-1], x))\n    return result',
    examples: ['running_maximum([1, 3, 2, 5]) == [1, 3, 3, 5]', 'running_maximum([4]) == [4]'],
    calls: ['running_maximum([])', 'running_maximum([5, 4, 3])', 'running_maximum([-2, -1, -3])', 'running_maximum([1, 1, 2])'],
  },
  {
    name: 'remove_duplicates',
    request: 'Remove repeated items from a list and keep the first of each, in order',
    signature: 'def remove_duplicates(xs)',
    code: 'def remove_duplicates(xs):\n    result = []\n    for x in xs:\n        if x not in result:\n            result.append(x)\n    return result',
    examples: ['remove_duplicates([1, 2, 1, 3]) == [1, 2, 3]', 'remove_duplicates([5]) == [5]'],
    calls: ['remove_duplicates([])', 'remove_duplicates([3, 3, 3])', 'remove_duplicates([2, 1, 2, 1])'],
  },
  {
    name: 'sum_of_digits',
    request: 'Return the sum of the decimal digits of a non-negative integer',
    signature: 'def sum_of_digits(n)',
    code: 'def sum_of_digits(n):\n    return sum(int(d) for d in str(n))',
    examples: ['sum_of_digits(123) == 6', 'sum_of_digits(9) == 9'],
    calls: ['sum_of_digits(0)', 'sum_of_digits(1000)', 'sum_of_digits(999)'],
  },
  {
    name: 'flatten',
    request: 'Join a list of lists into one list',
    signature: 'def flatten(xss)',
    code: 'def flatten(xss):\n    return [x for xs in xss for x in xs]',
    examples: ['flatten([[1, 2], [3]]) == [1, 2, 3]', 'flatten([[7]]) == [7]'],
    calls: ['flatten([])', 'flatten([[], [1], []])', 'flatten([[1], [2, 3], [4]])'],
  },
  {
    name: 'clamp',
    request: 'Limit x to the range from low to high',
    signature: 'def clamp(x, low, high)',
    code: 'def clamp(x, low, high):\n    return max(low, min(high, x))',
    examples: ['clamp(5, 0, 3) == 3', 'clamp(2, 0, 3) == 2'],
    calls: ['clamp(-1, 0, 3)', 'clamp(0, 0, 3)', 'clamp(10, 5, 5)'],
  },
];

const lua: readonly KnownTask[] = [
  {
    name: 'gcd',
    request: 'Return the greatest common divisor of two positive integers',
    signature: 'function gcd(a, b)',
    code: 'function gcd(a, b)\n  while b ~= 0 do\n    a, b = b, a % b\n  end\n  return a\nend',
    examples: ['gcd(12, 18) == 6', 'gcd(7, 5) == 1'],
    calls: ['gcd(100, 75)', 'gcd(9, 9)', 'gcd(1, 8)', 'gcd(270, 192)'],
  },
  {
    name: 'factorial',
    request: 'Return the factorial of n',
    signature: 'function factorial(n)',
    code: 'function factorial(n)\n  local result = 1\n  for i = 2, n do\n    result = result * i\n  end\n  return result\nend',
    examples: ['factorial(5) == 120', 'factorial(3) == 6'],
    calls: ['factorial(0)', 'factorial(1)', 'factorial(7)', 'factorial(10)'],
  },
  {
    name: 'count_vowels',
    request: 'Count the vowels (a, e, i, o, u) in a lower-case string',
    signature: 'function count_vowels(s)',
    code: 'function count_vowels(s)\n  local _, n = s:gsub("[aeiou]", "")\n  return n\nend',
    examples: ['count_vowels("banana") == 3', 'count_vowels("xyz") == 0'],
    calls: ['count_vowels("")', 'count_vowels("queue")', 'count_vowels("rhythm and blues")'],
  },
  {
    name: 'is_even',
    request: 'Return true if n is even',
    signature: 'function is_even(n)',
    code: 'function is_even(n)\n  return n % 2 == 0\nend',
    examples: ['is_even(4) == true', 'is_even(3) == false'],
    calls: ['is_even(0)', 'is_even(1)', 'is_even(-2)', 'is_even(-7)'],
  },
  {
    name: 'reverse_string',
    request: 'Reverse a string',
    signature: 'function reverse_string(s)',
    code: 'function reverse_string(s)\n  return s:reverse()\nend',
    examples: ['reverse_string("abc") == "cba"', 'reverse_string("x") == "x"'],
    calls: ['reverse_string("")', 'reverse_string("hello world")', 'reverse_string("aab")'],
  },
  {
    name: 'sum_of_digits',
    request: 'Return the sum of the decimal digits of a non-negative integer',
    signature: 'function sum_of_digits(n)',
    code: 'function sum_of_digits(n)\n  local sum = 0\n  while n > 0 do\n    sum = sum + n % 10\n    n = n // 10\n  end\n  return sum\nend',
    examples: ['sum_of_digits(123) == 6', 'sum_of_digits(9) == 9'],
    calls: ['sum_of_digits(0)', 'sum_of_digits(1000)', 'sum_of_digits(999)'],
  },
  {
    name: 'clamp',
    request: 'Limit x to the range from low to high',
    signature: 'function clamp(x, low, high)',
    code: 'function clamp(x, low, high)\n  return math.max(low, math.min(high, x))\nend',
    examples: ['clamp(5, 0, 3) == 3', 'clamp(2, 0, 3) == 2'],
    calls: ['clamp(-1, 0, 3)', 'clamp(0, 0, 3)', 'clamp(10, 5, 5)'],
  },
  {
    name: 'filter_even',
    request: 'Return a list of the even numbers of xs, in order',
    signature: 'function filter_even(xs)',
    code: 'function filter_even(xs)\n  local result = {}\n  for _, x in ipairs(xs) do\n    if x % 2 == 0 then\n      result[#result + 1] = x\n    end\n  end\n  return result\nend',
    examples: ['filter_even({1, 2, 3, 4}) == {2, 4}', 'filter_even({2}) == {2}'],
    calls: ['filter_even({})', 'filter_even({1, 3})', 'filter_even({6, 5, 4})'],
  },
];

const javascript: readonly KnownTask[] = [
  {
    name: 'gcd',
    request: 'Return the greatest common divisor of two positive integers',
    signature: 'function gcd(a, b)',
    code: 'function gcd(a, b) {\n  while (b) [a, b] = [b, a % b];\n  return a;\n}',
    examples: ['gcd(12, 18) === 6', 'gcd(7, 5) === 1'],
    calls: ['gcd(100, 75)', 'gcd(9, 9)', 'gcd(1, 8)', 'gcd(270, 192)'],
  },
  {
    name: 'factorial',
    request: 'Return the factorial of n',
    signature: 'function factorial(n)',
    code: 'function factorial(n) {\n  let result = 1;\n  for (let i = 2; i <= n; i++) result *= i;\n  return result;\n}',
    examples: ['factorial(5) === 120', 'factorial(3) === 6'],
    calls: ['factorial(0)', 'factorial(1)', 'factorial(7)', 'factorial(10)'],
  },
  {
    name: 'countVowels',
    request: 'Count the vowels (a, e, i, o, u) in a lower-case string',
    signature: 'function countVowels(s)',
    code: "function countVowels(s) {\n  return [...s].filter((c) => 'aeiou'.includes(c)).length;\n}",
    examples: ["countVowels('banana') === 3", "countVowels('xyz') === 0"],
    calls: ["countVowels('')", "countVowels('queue')", "countVowels('rhythm and blues')"],
  },
  {
    name: 'isPalindrome',
    request: 'Return true if a string reads the same forwards and backwards',
    signature: 'function isPalindrome(s)',
    code: "function isPalindrome(s) {\n  return s === [...s].reverse().join('');\n}",
    examples: ["isPalindrome('level') === true", "isPalindrome('abc') === false"],
    calls: ["isPalindrome('')", "isPalindrome('abba')", "isPalindrome('ab')"],
  },
  {
    name: 'removeDuplicates',
    request: 'Remove repeated items from an array and keep the first of each, in order',
    signature: 'function removeDuplicates(xs)',
    code: 'function removeDuplicates(xs) {\n  return [...new Set(xs)];\n}',
    examples: ['removeDuplicates([1, 2, 1, 3]) === [1, 2, 3]', 'removeDuplicates([5]) === [5]'],
    calls: ['removeDuplicates([])', 'removeDuplicates([3, 3, 3])', 'removeDuplicates([2, 1, 2, 1])'],
  },
  {
    name: 'sumOfDigits',
    request: 'Return the sum of the decimal digits of a non-negative integer',
    signature: 'function sumOfDigits(n)',
    code: 'function sumOfDigits(n) {\n  return [...String(n)].reduce((sum, d) => sum + Number(d), 0);\n}',
    examples: ['sumOfDigits(123) === 6', 'sumOfDigits(9) === 9'],
    calls: ['sumOfDigits(0)', 'sumOfDigits(1000)', 'sumOfDigits(999)'],
  },
  {
    name: 'clamp',
    request: 'Limit x to the range from low to high',
    signature: 'function clamp(x, low, high)',
    code: 'function clamp(x, low, high) {\n  return Math.max(low, Math.min(high, x));\n}',
    examples: ['clamp(5, 0, 3) === 3', 'clamp(2, 0, 3) === 2'],
    calls: ['clamp(-1, 0, 3)', 'clamp(0, 0, 3)', 'clamp(10, 5, 5)'],
  },
  {
    name: 'runningMaximum',
    request: 'Return an array with the largest number seen so far at each position of xs',
    signature: 'function runningMaximum(xs)',
    code: 'function runningMaximum(xs) {\n  let best = -Infinity;\n  return xs.map((x) => (best = Math.max(best, x)));\n}',
    examples: ['runningMaximum([1, 3, 2, 5]) === [1, 3, 3, 5]', 'runningMaximum([4]) === [4]'],
    calls: ['runningMaximum([])', 'runningMaximum([5, 4, 3])', 'runningMaximum([1, 1, 2])'],
  },
];

const typescript: readonly KnownTask[] = [];

/** Tasks by language, the easier ones first; none where a language is measured through another one. */
export const knownTasks: Readonly<Record<LanguageId, readonly KnownTask[]>> = { python, lua, javascript, typescript };
