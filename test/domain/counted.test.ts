import { expect, test } from 'vitest';
import { counted, russianForm } from '../../src/domain/counted.ts';

test('a noun goes with its count', () => {
  expect([0, 1, 2, 21].map((count) => counted(count, 'program'))).toEqual(['0 programs', '1 program', '2 programs', '21 programs']);
  expect(counted(2, 'try', 'tries')).toBe('2 tries');
  const form = (count: number): string => russianForm(count, 'программа', 'программы', 'программ');
  expect([1, 2, 5, 11, 21, 22].map(form)).toEqual(['программа', 'программы', 'программ', 'программ', 'программа', 'программы']);
});
