import { array, assert, constantFrom, property } from 'fast-check';
import { expect, it } from 'vitest';
import { estimateTextTokens } from '../../src/models/estimate-tokens.ts';

it('grows with the text, and never adds up to less in parts', () => {
  const words = array(constantFrom('foo', ' ', '\n', '12', 'слово', '(', '漢', '😀', '    ', 'Zx'), { maxLength: 12 });
  assert(
    property(words, words, (first, second) => {
      const [a, b] = [first.join(''), second.join('')];
      const whole = estimateTextTokens(a + b);
      expect(whole).toBeLessThanOrEqual(estimateTextTokens(a) + estimateTextTokens(b));
      expect(whole).toBeGreaterThanOrEqual(estimateTextTokens(a));
    }),
  );
});

// Real counts: Gemma 3's vocabulary as reported by Ollama 0.17.4, without its start token.
it.each([
  ['def second_largest(nums):\n    unique = sorted(set(nums))\n', 19],
  ['Посчитай, сколько раз каждое слово встречается в тексте', 13],
  ['{"a": [1, 2, 3.25], "b": null}', 20],
])('is above the real count of %j', (text, real) => {
  expect(estimateTextTokens(text)).toBeGreaterThanOrEqual(real);
  expect(estimateTextTokens(text)).toBeLessThan(real * 5);
});
