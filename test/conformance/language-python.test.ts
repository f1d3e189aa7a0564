import fc from 'fast-check';
import type { Value } from '../../src/domain/value.ts';
import { floatText } from '../../src/languages/python/python-literals.ts';
import { describeLanguage } from './language-suite.ts';

const scalars: fc.Arbitrary<Value> = fc.oneof(
  fc.constant<Value>({ type: 'null' }),
  fc.boolean().map((value): Value => ({ type: 'bool', value })),
  fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }).map((value): Value => ({ type: 'int', value: value.toString() })),
  fc.double().map((value): Value => ({ type: 'float', value: pythonFloat(value) })),
  fc.string({ unit: 'binary', maxLength: 12 }).map((value): Value => ({ type: 'string', value })),
  fc.uint8Array({ maxLength: 8 }).map((bytes): Value => ({ type: 'bytes', hex: Buffer.from(bytes).toString('hex') })),
);

/** As Python writes it; JavaScript switches to exponents elsewhere. */
function pythonFloat(value: number): string {
  return floatText(value);
}

const keys = fc.uniqueArray(
  fc.string({ maxLength: 5 }).map((value): Value => ({ type: 'string', value })),
  { maxLength: 3, selector: (key) => JSON.stringify(key) },
);

const literals: fc.Arbitrary<Value> = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalars,
    fc.array(tie('value'), { maxLength: 3 }).map((items): Value => ({ type: 'list', items })),
    fc.array(tie('value'), { maxLength: 3 }).map((items): Value => ({ type: 'tuple', items })),
    keys.map((items): Value => ({ type: 'set', items })),
    fc.tuple(keys, tie('value')).map(([names, value]): Value => ({ type: 'map', entries: names.map((name) => [name, value] as const) })),
  ),
})).value;

describeLanguage({
  id: 'python',
  signature: {
    text: 'def solve(xs: list[int], *, key=None, n: int = 3, **rest) -> int:',
    entry: {
      kind: 'function',
      name: 'solve',
      parameters: [
        { name: 'xs', annotation: 'list[int]' },
        { name: 'key', defaultValue: 'None' },
        { name: 'n', annotation: 'int', defaultValue: '3' },
        { name: '**rest', variadic: true },
      ],
      returns: 'int',
    },
    formatted: 'def solve(xs: list[int], key=None, n: int = 3, **rest) -> int',
    prefill: '```python\ndef double(x):',
  },
  double: [
    'def double(x):\n    """Doubles."""\n    y = x * 2  # twice\n    return y\n',
    '# another layout\ndef double( x ):\n\n  y = x*2\n  return y\n',
  ],
  tripled: 'def double(x):\n    return x * 3\n',
  broken: 'def double(x):\n    if x ==== 2:\n        return 4\n    return x * 2\n',
  foreign: 'local function double(x)\n  return x * 2\nend\nreturn double\n',
  body: '\n    return x * 2\n```',
  literals,
  unwritable: [
    { type: 'object', className: 'A\u202e\n', fields: [['x\u0007', { type: 'null' }]] },
    { type: 'opaque', kind: 'function' },
    { type: 'cycle', depth: 1 },
    { type: 'too-large', prefix: '[1, 2\n', hash: '0'.repeat(64) },
    { type: 'list', items: [{ type: 'opaque', kind: 'a\nb' }] },
  ],
  list: (items) => `[${items}]`,
});
