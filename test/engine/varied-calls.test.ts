import { describe, expect, test } from 'vitest';
import type { Contract } from '../../src/domain/contract.ts';
import type { Test } from '../../src/domain/test.ts';
import { variedCalls } from '../../src/engine/tests/varied-calls.ts';
import { loadPython } from '../../src/languages/python/python-language.ts';

const language = await loadPython();

/** The invented calls for a signature and the calls of its examples. */
function invented(signature: string, ...calls: readonly string[]): readonly string[] {
  const entry = language.parseSignature(signature);
  if (!entry.ok) throw new Error(entry.reason);
  const contract: Contract = { language: 'python', entry: entry.value };
  const tests = calls.map(
    (expression, index): Test => ({
      id: `t${index}`,
      call: { type: 'expression', expression },
      expected: { type: 'unknown' },
      origin: 'user',
      votes: 1,
    }),
  );
  return variedCalls(tests, undefined, contract, language).map((call) => (call.type === 'expression' ? call.expression : ''));
}

describe('invented inputs', () => {
  test('are boundaries and neighbours of what was seen, and never a seen call', () => {
    const calls = invented('def f(n)', 'f(5)');
    expect(calls).toEqual(expect.arrayContaining(['f(0)', 'f(1)', 'f(6)', 'f(4)']));
    expect(calls).not.toContain('f(5)');
    expect(new Set(calls).size).toBe(calls.length);
  });

  test('are negative, outside of lists, only where a negative number was seen', () => {
    expect(invented('def f(n)', 'f(5)').join()).not.toContain('-');
    expect(invented('def f(n)', 'f(-5)').join()).toContain('-');
  });

  test('of a large number hold the round ones near it', () => {
    expect(invented('def is_leap(year)', 'is_leap(2024)')).toEqual(expect.arrayContaining(['is_leap(2000)', 'is_leap(1900)']));
  });

  test('of a list are empty, shorter, reversed and repeated', () => {
    const calls = invented('def f(xs)', 'f([3, 1, 2])');
    expect(calls).toEqual(expect.arrayContaining(['f([])', 'f([3])', 'f([3, 1])', 'f([2, 1, 3])', 'f([3, 1, 2, 3])', 'f([-3, 1, 2])']));
  });

  test('change one argument at a time, each in turn', () => {
    const calls = invented('def clamp(x, lo, hi)', 'clamp(15, 0, 10)');
    for (const call of calls) {
      const [x, lo, hi] = call.slice('clamp('.length, -1).split(', ');
      expect([x !== '15', lo !== '0', hi !== '10'].filter(Boolean)).toHaveLength(1);
    }
    expect(calls.some((call) => call.startsWith('clamp(0, 0, 10'))).toBe(true);
    expect(calls.some((call) => /^clamp\(15, 0, (?!10)/.test(call))).toBe(true);
  });

  test('are guessed from annotations or usual names where nothing was seen', () => {
    expect(invented('def f(words: list[str]) -> int').some((call) => call.includes("'") || call.includes('"'))).toBe(true);
    expect(invented('def f(n)').every((call) => /^f\(-?\d+\)$/.test(call))).toBe(true);
    expect(invented('def f(mystery)').length).toBeGreaterThan(4);
  });
});
