import { describe, expect, test } from 'vitest';
import { asExample, draftOf, emptyDraft, halfRow, readDraft, shownRows, toRunInput } from '../../web/src/screens/ask/draft.ts';
import { request } from '../runs/child/tiny-service.ts';

describe('the form of a request', () => {
  test.each([
    [{ call: 'f(3)', gives: '6' }, 'f(3) == 6'],
    [{ call: ' f("") ', gives: 'ValueError' }, 'f("") raises ValueError'],
    [{ call: 'f()', gives: 'raises' }, 'f() raises'],
    [{ call: 'f("a == b")', gives: '"c"' }, 'f("a == b") == "c"'],
  ])('writes %j as %s, and reads that back', (row, example) => {
    expect(asExample(row)).toBe(example);
    const [back] = draftOf(request({ examples: [example] })).examples;
    expect(back === undefined ? '' : asExample(back)).toBe(example);
  });

  test('keeps one empty row to write into, leaves it out when it sends, and names a row with one half', () => {
    expect(shownRows([])).toHaveLength(1);
    const examples = [
      { call: 'f(1)', gives: '1' },
      { call: '', gives: '' },
    ];
    expect(shownRows(examples)).toHaveLength(2);
    expect(toRunInput({ ...emptyDraft, task: 't', examples })).toEqual({ task: 't', interactive: true, examples: ['f(1) == 1'] });
    expect(halfRow(examples)).toBe(-1);
    expect(halfRow([...examples, { call: 'f(2)', gives: ' ' }])).toBe(2);
  });

  test('begins empty where what was stored is not its own', () => {
    expect(readDraft('{"task":')).toEqual(emptyDraft);
    expect(readDraft('{"task":7,"examples":[{}]}')).toMatchObject({ task: '7', examples: [{ call: '', gives: '' }] });
  });
});
