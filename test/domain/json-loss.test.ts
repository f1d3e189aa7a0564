import { expect, test } from 'vitest';
import { jsonLoss } from '../../src/domain/json.ts';

test.each(['{"a": 9007199254740991}', '[9007199254740992, 1e300, 0.12345678901234567]', '{"a": "9007199254740993 [[[["}', '"]]]"', '[]'])(
  '%s arrives as it is written',
  (text) => expect(jsonLoss(text)).toBeNull(),
);

test('digits that no number keeps are named', () => {
  expect(jsonLoss('{"id": 9007199254740993}')).toBe(
    'the number 9007199254740993 has more digits than JSON readers keep: write it as a string',
  );
  expect(jsonLoss('[-12345678901234567891]')).toContain('-12345678901234567891');
});

test('what is nested too deeply is said', () => {
  expect(jsonLoss('['.repeat(100) + ']'.repeat(100))).toBeNull();
  expect(jsonLoss('['.repeat(101) + ']'.repeat(101))).toBe('it is nested more than 100 levels deep');
});
