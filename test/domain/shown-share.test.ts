import { expect, test } from 'vitest';
import { asDecimal, asPercent, shownShare } from '../../src/domain/shown-share.ts';
import { en, ru } from '../../web/src/i18n/words.ts';

test.each([
  [0, '0.00', '0 %'],
  [0.29, '0.29', '29 %'],
  [0.57, '0.57', '57 %'],
  [0.815, '0.81', '81 %'],
  [0.974, '0.97', '97 %'],
  [0.949_999, '0.94', '94 %'],
  [0.9999, '0.99', '99 %'],
  [1 - 1e-13, '0.99', '99 %'],
  [1, '1.00', '100 %'],
])('%d is shown in the same hundredths everywhere, and never as more than it is', (share, decimal, percent) => {
  expect([asDecimal(share), asPercent(share)]).toEqual([decimal, percent]);
  expect([en.percent(share), ru.percent(share)]).toEqual([percent.replace(' ', '\u00a0'), percent.replace(' ', '\u00a0')]);
});

test('every hundredth reads as itself', () => {
  for (let index = 0; index <= 100; index += 1) expect(asDecimal(index / 100)).toBe((index / 100).toFixed(2));
  expect(shownShare(0.07)).toBe(0.07);
});
