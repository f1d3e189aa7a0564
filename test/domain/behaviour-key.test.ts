import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchesExpected, trimmedLines } from '../../src/domain/as-expected.ts';
import { observationKey, valueKey } from '../../src/domain/behaviour-key.ts';
import type { Value } from '../../src/domain/value.ts';

type Row = readonly [rule: string, a: Value, b: Value, holds: boolean];

const int = (value: number | string): Value => ({ type: 'int', value: String(value) });
const float = (value: string): Value => ({ type: 'float', value });
const string = (value: string): Value => ({ type: 'string', value });
const list = (...items: Value[]): Value => ({ type: 'list', items });
const tuple = (...items: Value[]): Value => ({ type: 'tuple', items });
const set = (...items: Value[]): Value => ({ type: 'set', items });
const map = (...entries: [Value, Value][]): Value => ({ type: 'map', entries });
const bool = (value: boolean): Value => ({ type: 'bool', value });
const emptyTable: Value = { type: 'empty-table' };

describe('same behaviour', () => {
  const rows: readonly Row[] = [
    ['NaN equals NaN', float('nan'), float('nan'), true],
    ['−0 equals 0', float('-0'), float('0'), true],
    ['−0 equals the int 0 where floats equal ints', float('-0'), int(0), true],
    ['an integral float equals the int', float('3.0'), int(3), true],
    ['a large integral float equals the exact int', float('1e+20'), int('100000000000000000000'), true],
    ['infinities differ by sign', float('inf'), float('-inf'), false],
    ['there is no tolerance', float('0.1'), float('0.10000000000000002'), false],
    ['bool is not int', bool(true), int(1), false],
    ['list is not tuple', list(int(1)), tuple(int(1)), false],
    ['lists keep their order', list(int(1), int(2)), list(int(2), int(1)), false],
    ['sets have no order', set(int(1), int(2)), set(int(2), int(1)), true],
    ['maps have no order', map([string('a'), int(1)], [string('b'), int(2)]), map([string('b'), int(2)], [string('a'), int(1)]), true],
    ['map keys keep their type', map([int(1), int(1)]), map([string('1'), int(1)]), false],
    ['an empty table has a key of its own: no list', emptyTable, list(), false],
    ['an empty table has a key of its own: no map', emptyTable, map(), false],
    ['text is not bytes', string('a'), { type: 'bytes', hex: '61' }, false],
    [
      'objects compare by class and fields',
      { type: 'object', className: 'P', fields: [['x', int(1)]] },
      { type: 'object', className: 'Q', fields: [['x', int(1)]] },
      false,
    ],
    ['null is itself only', { type: 'null' }, bool(false), false],
    [
      'a cut value compares by its hash',
      { type: 'too-large', prefix: '[', hash: 'aa' },
      { type: 'too-large', prefix: '[', hash: 'bb' },
      false,
    ],
  ];
  test.each(rows)('%s', (_rule, a, b, same) => {
    expect(valueKey(a) === valueKey(b)).toBe(same);
  });

  test('exceptions agree by class, and never with a value', () => {
    const raised = (error: string, message: string) => observationKey({ call: 0, outcome: { type: 'raised', error, message } });
    expect(raised('ValueError', 'a')).toBe(raised('ValueError', 'b'));
    expect(raised('ValueError', 'a')).not.toBe(raised('TypeError', 'a'));
    expect(raised('ValueError', 'a')).not.toBe(observationKey({ call: 0, outcome: { type: 'value', value: string('!ValueError') } }));
  });

  test('printed text and changed arguments are behaviour', () => {
    const base = { call: 0, outcome: { type: 'value', value: int(1) } } as const;
    expect(observationKey({ ...base, stdout: 'x' })).not.toBe(observationKey(base));
    expect(observationKey({ ...base, argumentsAfter: [list()] })).not.toBe(observationKey(base));
  });
});

describe('as expected', () => {
  const rows: readonly Row[] = [
    ['floats match within 1e-9', float('0.30000000000000004'), float('0.3'), true],
    ['floats beyond 1e-9 do not', float('0.300001'), float('0.3'), false],
    ['the tolerance is relative', float('1000000000.1'), float('1000000000.2'), true],
    [
      'the tolerance reaches into lists and maps',
      map([string('a'), list(float('0.30000000000000004'))]),
      map([string('a'), list(float('0.3'))]),
      true,
    ],
    ['ints have no tolerance', int('10000000000000001'), int('10000000000000000'), false],
    ['NaN is expected NaN', float('nan'), float('nan'), true],
    ['NaN is no number', float('nan'), float('1'), false],
    ['an infinity is not a large number', float('inf'), float('1e308'), false],
    ['an empty table stands for a list', emptyTable, list(), true],
    ['an empty table stands for a map', emptyTable, map(), true],
    ['an empty table is no null', emptyTable, { type: 'null' }, false],
    ['sets match in any order', set(float('0.1'), float('0.30000000000000004')), set(float('0.3'), float('0.1')), true],
    ['lengths count', list(int(1)), list(int(1), int(1)), false],
    ['bool is not int', bool(true), int(1), false],
  ];
  test.each(rows)('%s', (_rule, actual, expected, matches) => {
    expect(matchesExpected(actual, expected)).toBe(matches);
  });

  test('printed text is compared without white space at line ends', () => {
    expect(trimmedLines('a  \nb\n\n')).toBe(trimmedLines('a\nb'));
    expect(trimmedLines(' a')).not.toBe(trimmedLines('a'));
  });
});

const anyValue: fc.Arbitrary<Value> = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constant<Value>({ type: 'null' }),
    fc.boolean().map(bool),
    fc.bigInt().map((n) => int(n.toString())),
    fc
      .double()
      .map((n) => float(Number.isNaN(n) ? 'nan' : n === Infinity ? 'inf' : n === -Infinity ? '-inf' : Object.is(n, -0) ? '-0' : String(n))),
    fc.string().map(string),
    fc.array(tie('value'), { maxLength: 4 }).map((items) => list(...items)),
    fc.array(fc.tuple(tie('value'), tie('value')), { maxLength: 4 }).map((entries) => map(...entries)),
  ),
})).value;

test('what behaves the same is also as expected', () => {
  fc.assert(
    fc.property(anyValue, anyValue, (a, b) => {
      expect(matchesExpected(a, a)).toBe(true);
      if (valueKey(a) === valueKey(b)) expect(matchesExpected(a, b)).toBe(true);
    }),
  );
});

test('the key of a deeply nested value is about as long as the value', () => {
  let value: Value = { type: 'string', value: '"' };
  for (let level = 0; level < 90; level += 1) {
    value = level % 2 === 0 ? { type: 'list', items: [value] } : { type: 'map', entries: [[{ type: 'string', value: 'a' }, value]] };
  }
  expect(valueKey(value).length).toBeLessThan(90 * 60);
  expect(matchesExpected(value, structuredClone(value))).toBe(true);
});
