import { expect, test } from 'vitest';
import { asDecimal, asPercent } from '../../src/surfaces/cli/show-probability.ts';

test.each([
  [0, '0.00', '0 %'],
  [0.974, '0.97', '97 %'],
  [0.9999, '0.99', '99 %'],
  [1, '1.00', '100 %'],
])('%d reads %s, and what is nearly certain is not shown as certain', (probability, decimal, percent) => {
  expect([asDecimal(probability), asPercent(probability)]).toEqual([decimal, percent]);
});
