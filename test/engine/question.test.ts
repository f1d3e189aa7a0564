import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadLua } from '../../src/languages/lua/lua-language.ts';
import { loadPython } from '../../src/languages/python/python-language.ts';
import type { Sandbox } from '../../src/ports/sandbox.ts';
import { findLuaRuntime } from '../../src/runtimes/find-lua.ts';
import { findPythonRuntime } from '../../src/runtimes/find-python.ts';
import { openBubblewrapSandbox } from '../../src/sandboxes/bubblewrap/bubblewrap-sandbox.ts';
import { type Bench, runSearch } from './run-search.ts';

/** A request that leaves something open, and two programs that read it differently. */
type Ambiguous = {
  readonly open: string;
  readonly task: string;
  readonly signature: string;
  readonly example?: string;
  readonly language?: 'lua';
  readonly readings: readonly [string, string];
  /** Longest call that still counts as minimal, e.g. the only short inputs on which the readings differ. */
  readonly minimal: RegExp;
};

const requests: readonly Ambiguous[] = [
  {
    open: 'rounding',
    task: 'Half of a whole number',
    signature: 'def half(n)',
    example: 'half(4) == 2',
    readings: ['return n // 2', 'return n / 2'],
    minimal: /^half\(1\)$/,
  },
  {
    open: 'rounding of ties',
    task: 'Round to the nearest whole number',
    signature: 'def nearest(x)',
    example: 'nearest(2.4) == 2',
    readings: ['return round(x)', 'import math\n    return math.floor(x + 0.5)'],
    minimal: /^nearest\(\d\.5\)$/,
  },
  {
    open: 'empty input',
    task: 'Largest number of a list',
    signature: 'def largest(xs)',
    example: 'largest([3, 1]) == 3',
    readings: ['return max(xs) if xs else None', 'return max(xs) if xs else 0'],
    minimal: /^largest\(\[\]\)$/,
  },
  {
    open: 'empty text',
    task: 'Join the first letters of the words',
    signature: 'def initials(s)',
    example: 'initials("ab cd") == "ac"',
    readings: ['return "".join(w[0] for w in s.split())', 'return "".join(w[0] for w in s.split()) or "?"'],
    minimal: /^initials\(['"]['"]\)$/,
  },
  {
    open: 'ties',
    task: 'The most common item',
    signature: 'def most_common(xs)',
    example: 'most_common([2, 2, 1]) == 2',
    readings: ['return max(xs, key=xs.count) if xs else None', 'return max(reversed(xs), key=xs.count) if xs else None'],
    minimal: /^most_common\(\[\d, \d\]\)$/,
  },
  {
    open: 'case',
    task: 'Count the letter a',
    signature: 'def count_a(s)',
    example: 'count_a("banana") == 3',
    readings: ['return s.count("a")', 'return s.lower().count("a")'],
    minimal: /^count_a\(['"]A['"]\)$/,
  },
  {
    open: 'order',
    task: 'Remove duplicates',
    signature: 'def unique(xs)',
    example: 'unique([1, 1, 2]) == [1, 2]',
    readings: ['return list(dict.fromkeys(xs))', 'return sorted(set(xs))'],
    minimal: /^unique\(\[\d, \d\]\)$/,
  },
  {
    open: 'whether the end counts',
    task: 'Sum of the numbers from 0 to n',
    signature: 'def sum_to(n)',
    readings: ['return sum(range(n))', 'return sum(range(n + 1))'],
    minimal: /^sum_to\(1\)$/,
  },
  {
    open: 'the middle of an even number of items',
    task: 'Median of a list',
    signature: 'def median(xs)',
    example: 'median([1, 2, 3]) == 2',
    readings: [
      's = sorted(xs)\n    return s[len(s) // 2] if s else None',
      's = sorted(xs)\n    return s[(len(s) - 1) // 2] if s else None',
    ],
    minimal: /^median\(\[\d, \d\]\)$/,
  },
  {
    open: 'case (Russian request)',
    task: 'Является ли строка палиндромом',
    signature: 'function is_palindrome(s)',
    example: 'is_palindrome("aba") == true',
    language: 'lua',
    readings: ['return s == s:reverse()', 's = s:lower()\n  return s == s:reverse()'],
    minimal: /^is_palindrome\("(Aa|aA)"\)$/,
  },
  {
    open: 'empty table',
    task: 'Average of the numbers in t',
    signature: 'function average(t)',
    example: 'average({2, 4}) == 3',
    language: 'lua',
    readings: [
      'local s = 0\n  for _, v in ipairs(t) do s = s + v end\n  if #t == 0 then return nil end\n  return s / #t',
      'local s = 0\n  for _, v in ipairs(t) do s = s + v end\n  if #t == 0 then return 0 end\n  return s / #t',
    ],
    minimal: /^average\(\{\}\)$/,
  },
  {
    open: 'zero',
    task: 'Sign of a number as a word',
    signature: 'function sign(n)',
    example: 'sign(5) == "plus"',
    language: 'lua',
    readings: [
      'if n >= 0 then return "plus" end\n  return "minus"',
      'if n > 0 then return "plus" end\n  if n < 0 then return "minus" end\n  return "zero"',
    ],
    minimal: /^sign\(0\)$/,
  },
];

let sandbox: Sandbox;
let python: Bench;
let lua: Bench;

beforeAll(async () => {
  sandbox = await openBubblewrapSandbox();
  python = { language: await loadPython(), session: await sandbox.open((await findPythonRuntime()).spec) };
  lua = { language: await loadLua(), session: await sandbox.open((await findLuaRuntime()).spec) };
});
afterAll(async () => {
  await python.session.close();
  await lua.session.close();
  await sandbox.close();
});

/** Three programs of one reading that differ in text only, so that it is plausible. */
function variants(request: Ambiguous, body: string): readonly string[] {
  const isLua = request.language === 'lua';
  return ['a', 'b', 'c'].map((name) =>
    isLua
      ? `\`\`\`lua\n${request.signature}\n  local ${name}_ = 1\n  ${body}\nend\n\`\`\``
      : `\`\`\`python\n${request.signature}:\n    ${name}_ = 1\n    ${body}\n\`\`\``,
  );
}

describe('the question shows a smallest input on which the readings differ', () => {
  test.each(requests)('$open', async (request) => {
    const bench = request.language === 'lua' ? lua : python;
    const replies = request.readings.flatMap((body) => variants(request, body));
    const { state } = await runSearch(
      bench,
      {
        task: request.task,
        signature: request.signature,
        examples: request.example === undefined ? [] : [request.example],
        candidates: replies.length,
        maxRounds: 1,
        interactive: true,
      },
      { replies: [{ replies }] },
    );
    expect(state.phase).toBe('waiting');
    expect(state.question?.call).toMatch(request.minimal);
    const values = state.question?.options.map(({ value }) => value) ?? [];
    expect(values).toHaveLength(2);
    expect(new Set(values).size).toBe(2);
  });
});
