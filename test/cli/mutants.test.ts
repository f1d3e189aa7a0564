import { expect, test } from 'vitest';
import { mutantsOf } from '../../src/surfaces/cli/evidence/mutants.ts';

const changes = (code: string, language: 'python' | 'lua' | 'javascript' | 'typescript') =>
  mutantsOf(code, language, 24).map(({ line, change }) => `${line}: ${change}`);

test('changes comparisons, operators, numbers and truth values, one at a time', () => {
  expect(changes('def f(x):\n    return x < 10 and not True\n', 'python')).toEqual([
    '2: < to <=',
    '2: 10 to 11',
    '2: and to or',
    '2: True to False',
  ]);
  expect(changes('return a ~= b or c // 2', 'lua')).toEqual(['1: ~= to ==', '1: or to and', '1: // to *', '1: 2 to 3']);
  expect(changes('const f = (a) => a === 1 && b;', 'javascript')).toEqual(['1: === to !==', '1: 1 to 2', '1: && to ||']);
});

test('leaves text, comments, names and annotations alone', () => {
  expect(changes('def f2(x) -> int:\n    """1 < 2"""\n    return "a < 1" # 3 + 4\n', 'python')).toEqual([]);
  expect(changes('-- 1 < 2\nreturn [[3 + 4]]', 'lua')).toEqual([]);
  expect(changes('/* 1 */ const s: string = `2 < 3`; i++;', 'typescript')).toEqual([]);
});

test('each mutant is the program with one change, and many are spread over it', () => {
  const code = Array.from({ length: 100 }, (_, index) => `x = ${index}`).join('\n');
  const mutants = mutantsOf(code, 'python', 10);
  expect(mutants).toHaveLength(10);
  expect(mutants.map(({ line }) => line)).toEqual([1, 11, 21, 31, 41, 51, 61, 71, 81, 91]);
  for (const mutant of mutants) {
    const lines = mutant.code.split('\n');
    expect(code.split('\n').filter((line, index) => line !== lines[index])).toHaveLength(1);
  }
});
