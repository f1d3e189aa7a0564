import fc from 'fast-check';
import type { Value } from '../../src/domain/value.ts';
import { numberValue, stringValue, undefinedValue } from '../../src/languages/javascript/javascript-literals.ts';

const scalars: fc.Arbitrary<Value> = fc.oneof(
  fc.constant<Value>({ type: 'null' }),
  fc.constant<Value>(undefinedValue),
  fc.boolean().map((value): Value => ({ type: 'bool', value })),
  fc.maxSafeInteger().map(numberValue),
  fc.double().map(numberValue),
  fc.string({ unit: 'binary', maxLength: 12 }).map(stringValue),
  fc.array(fc.integer({ min: 0xd7f0, max: 0xe010 }), { maxLength: 4 }).map((units) => stringValue(String.fromCharCode(...units))),
  fc
    .bigInt()
    .map((value): Value => ({ type: 'object', className: 'BigInt', fields: [['value', { type: 'int', value: value.toString() }]] })),
);

const keys = fc.uniqueArray(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 5 }).map((value): Value => ({ type: 'string', value })),
  { maxLength: 3, selector: (key) => JSON.stringify(key) },
);

const different = (values: fc.Arbitrary<Value>): fc.Arbitrary<Value[]> =>
  fc.uniqueArray(values, { maxLength: 3, selector: (value) => JSON.stringify(value).replace('"-0"', '"0"') });

/** Values that can be written in the language. */
export const javascriptLiterals: fc.Arbitrary<Value> = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalars,
    fc.array(tie('value'), { maxLength: 3 }).map((items): Value => ({ type: 'list', items })),
    fc.tuple(keys, tie('value')).map(([names, value]): Value => ({ type: 'map', entries: names.map((name) => [name, value] as const) })),
    different(fc.integer().map(numberValue)).map((items): Value => ({ type: 'set', items })),
    fc.tuple(keys, tie('value')).map(
      ([names, value]): Value => ({
        type: 'object',
        className: 'Map',
        fields: [['entries', { type: 'map', entries: names.map((name) => [name, value] as const) }]],
      }),
    ),
  ),
})).value;

/** Values that cannot. */
export const javascriptUnwritable: readonly Value[] = [
  { type: 'object', className: 'A\u202e\n', fields: [['x\u0007', { type: 'null' }]] },
  { type: 'opaque', kind: 'function' },
  { type: 'cycle', depth: 1 },
  { type: 'too-large', prefix: '[1, 2\n', hash: '0'.repeat(64) },
  { type: 'tuple', items: [] },
  { type: 'empty-table' },
  { type: 'int', value: '9007199254740993' },
  { type: 'list', items: [{ type: 'opaque', kind: 'a\nb' }] },
];
