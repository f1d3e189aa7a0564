import { expect, test } from 'vitest';
import { isRussian } from '../../src/engine/task-text.ts';
import { inferLanguage } from '../../src/surfaces/infer-language.ts';

const long = (piece: string): string => piece.repeat(1_000_000 / piece.length);

// A pattern that looks from each place to an end takes minutes for one of these; looked through once it takes milliseconds.
test.each([
  ['quotes that nothing closes', long('«')],
  ['brackets that nothing closes', long('(')],
  ['parameters that nothing closes', long('(a:')],
  ['functions that nothing closes', long(' function a(')],
  ['types that nothing closes', long('function a<')],
  ['empty lines', long('\n')],
  ['blanks behind a keyword', `function${long(' ')}`],
])('a long text of %s is looked through once', (_what, text) => {
  expect(inferLanguage({ task: text, examples: [text] })).not.toBe('python');
  expect(isRussian(text)).toBe(false);
  expect(isRussian(`${text}\nСумма`)).toBe(true);
});
