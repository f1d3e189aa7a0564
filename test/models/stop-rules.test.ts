import { array, assert, constantFrom, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createStopMatcher } from '../../src/models/stop-rules.ts';
import type { StopRule } from '../../src/ports/model.ts';

/** The sample that a stream in these pieces becomes. */
function cut(rules: readonly StopRule[], pieces: readonly string[], precededBy = ''): { text: string; stopped: boolean } {
  const matcher = createStopMatcher(rules, { precededBy });
  let text = '';
  for (const piece of pieces) {
    const step = matcher.push(piece);
    text += step.text;
    if (step.stopped) return { text, stopped: true };
  }
  return { text: text + matcher.flush(), stopped: false };
}

const text = (wanted: string): StopRule => ({ type: 'text', text: wanted });
const afterText = (wanted: string): StopRule => ({ type: 'after-text', text: wanted });
const dedent: StopRule = { type: 'dedent' };

describe('text', () => {
  it('is kept out of the sample, also when it comes in pieces', () => {
    expect(cut([text('\n```')], ['return n', '\n', '``', '`\nMore'])).toEqual({ text: 'return n', stopped: true });
  });

  it('holds nothing back at the end', () => {
    expect(cut([text('\n```')], ['return n\n``'])).toEqual({ text: 'return n\n``', stopped: false });
  });

  it('holds back only what may still become the stop text', () => {
    const matcher = createStopMatcher([text('END')]);
    expect(matcher.push('abcE').text).toBe('abc');
    expect(matcher.push('x').text).toBe('Ex');
  });
});

it('after-text is kept: one Lua function ends at its own end', () => {
  const lua = 'function f(n)\n  if n then\n    return 1\n  end\nend\nprint(f(1))';
  expect(cut([afterText('\nend')], [lua])).toEqual({ text: 'function f(n)\n  if n then\n    return 1\n  end\nend', stopped: true });
});

describe('dedent', () => {
  it('ends before the first line without indentation after an indented one', () => {
    expect(cut([dedent], ['def f(x):\n    return x\n\nprint(f(1))\n'])).toEqual({ text: 'def f(x):\n    return x\n\n', stopped: true });
  });

  it('takes the first line as the rest of the prefill', () => {
    expect(cut([dedent], ['\n    return x\n', 'print(1)'], 'def f(x):')).toEqual({ text: '\n    return x\n', stopped: true });
    expect(cut([dedent], [' # doc\n    return x'], 'def f(x):')).toEqual({ text: ' # doc\n    return x', stopped: false });
  });

  it('does not count blank lines, and needs an indented line first', () => {
    expect(cut([dedent], ['import re\nx = 1\n']).stopped).toBe(false);
    expect(cut([dedent], ['for a in b:\n  c\n   \n\n  d\n']).stopped).toBe(false);
  });
});

it('the rule that is met first wins', () => {
  expect(cut([text('three'), afterText('two')], ['one two three'])).toEqual({ text: 'one two', stopped: true });
});

it('cuts at the same place however the stream comes in pieces', () => {
  const rule = constantFrom<StopRule>(text('end'), text('\n\n'), text('aab'), afterText('\nend'), afterText('ab'), dedent);
  const stream = array(constantFrom('a', 'b', 'end', 'en', '\n', ' ', '  ', '\nend', 'd'), { maxLength: 20 });
  const check = property(
    array(rule, { minLength: 1, maxLength: 3 }),
    stream,
    array(integer({ min: 0, max: 40 }), { maxLength: 6 }),
    (rules, words, cuts) => {
      const whole = words.join('');
      const edges = [0, ...cuts.map((at) => Math.min(at, whole.length)).sort((a, b) => a - b), whole.length];
      const pieces = edges.slice(1).map((edge, index) => whole.slice(edges[index], edge));
      expect(cut(rules, pieces)).toEqual(cut(rules, [whole]));
      expect(cut(rules, [...whole])).toEqual(cut(rules, [whole]));
      expect(whole.startsWith(cut(rules, pieces).text)).toBe(true);
    },
  );
  assert(check, { numRuns: 500 });
});
