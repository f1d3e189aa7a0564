import fc from 'fast-check';
import type { Value } from '../../src/domain/value.ts';
import { bytesValue, luaFloatText } from '../../src/languages/lua/lua-literals.ts';
import { describeLanguage } from './language-suite.ts';

const scalars: fc.Arbitrary<Value> = fc.oneof(
  fc.boolean().map((value): Value => ({ type: 'bool', value })),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((value): Value => ({ type: 'int', value: value.toString() })),
  fc.double().map((value): Value => ({ type: 'float', value: luaFloatText(value) })),
  fc.string({ unit: 'binary', maxLength: 12 }).map((value): Value => ({ type: 'string', value })),
  fc.uint8Array({ minLength: 1, maxLength: 8 }).map(bytesValue),
);

const keys = fc.uniqueArray(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 5 }).map((value): Value => ({ type: 'string', value })),
  { minLength: 1, maxLength: 3, selector: (key) => JSON.stringify(key) },
);

const literals: fc.Arbitrary<Value> = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalars,
    fc.constant<Value>({ type: 'empty-table' }),
    fc.array(tie('value'), { minLength: 1, maxLength: 3 }).map((items): Value => ({ type: 'list', items })),
    fc.tuple(keys, tie('value')).map(([names, value]): Value => ({ type: 'map', entries: names.map((name) => [name, value] as const) })),
  ),
})).value;

describeLanguage({
  id: 'lua',
  signature: {
    text: 'function solve(xs, n, ...)',
    entry: { kind: 'function', name: 'solve', parameters: [{ name: 'xs' }, { name: 'n' }, { name: '...', variadic: true }] },
    formatted: 'function solve(xs, n, ...)',
    prefill: '```lua\nfunction double(x)',
  },
  double: [
    'function double(x)\n  -- twice\n  local y = x * 2\n  return y\nend\n',
    '--[[ another\nlayout ]]\nfunction double( x )\n    local y = x*2;\n    return y\nend\n',
  ],
  tripled: 'function double(x)\n  return x * 3\nend\n',
  broken: 'function double(x)\n  if x != 2 then return 4 end\n  return x * 2\nend\n',
  foreign: 'def double(x):\n    return x * 2\n\nprint(double(2))\n',
  body: '\n  return x * 2\nend',
  literals,
  unwritable: [
    { type: 'object', className: 'A\u202e\n', fields: [['x\u0007', { type: 'null' }]] },
    { type: 'opaque', kind: 'function' },
    { type: 'cycle', depth: 1 },
    { type: 'too-large', prefix: '{1, 2\n', hash: '0'.repeat(64) },
    { type: 'tuple', items: [] },
    { type: 'int', value: '9223372036854775808' },
    { type: 'list', items: [{ type: 'opaque', kind: 'a\nb' }] },
  ],
  list: (items) => `{${items}}`,
});
