import type { Value } from '../../domain/value.ts';
import { childByField, namedChildren, type SyntaxNode } from '../syntax-tree.ts';

/** The value of a Lua literal, with `math.huge`, `0/0` and signs; null for anything that would have to run. */
export function luaLiteral(node: SyntaxNode): Value | null {
  switch (node.type) {
    case 'nil':
      return { type: 'null' };
    case 'true':
    case 'false':
      return { type: 'bool', value: node.type === 'true' };
    case 'number':
      return luaNumber(node.text);
    case 'string':
      return luaText(node);
    case 'parenthesized_expression': {
      const inner = namedChildren(node)[0];
      return inner === undefined ? null : luaLiteral(inner);
    }
    case 'unary_expression': {
      const operand = childByField(node, 'operand');
      const value = operand === undefined || node.children[0]?.type !== '-' ? null : luaLiteral(operand);
      if (value?.type === 'int') return { type: 'int', value: BigInt.asIntN(64, -BigInt(value.value)).toString() };
      return value?.type === 'float' ? { type: 'float', value: negate(value.value) } : null;
    }
    case 'dot_index_expression':
      if (node.text === 'math.huge') return { type: 'float', value: 'inf' };
      return node.text === 'math.mininteger' ? { type: 'int', value: '-9223372036854775808' } : null;
    case 'binary_expression':
      return /^0\s*\/\s*0$/.test(node.text) ? { type: 'float', value: 'nan' } : null;
    case 'table_constructor':
      return table(node);
    default:
      return null;
  }
}

const negate = (text: string): string => {
  if (text === 'nan') return 'nan';
  if (text === '0.0') return '-0';
  return text.startsWith('-') ? (text === '-0' ? '0.0' : text.slice(1)) : `-${text}`;
};

/** The text of a float as the probe writes it: with a point, or an exponent. */
export function luaFloatText(number: number): string {
  if (Number.isNaN(number)) return 'nan';
  if (!Number.isFinite(number)) return number > 0 ? 'inf' : '-inf';
  if (number === 0) return Object.is(number, -0) ? '-0' : '0.0';
  const shortest = String(number);
  return /^-?\d+$/.test(shortest) ? `${shortest}.0` : shortest;
}

function luaNumber(source: string): Value | null {
  if (/^0x[0-9a-f]+$/i.test(source)) return { type: 'int', value: BigInt.asIntN(64, BigInt(source)).toString() };
  if (/^\d+$/.test(source) && BigInt(source) < 2n ** 63n) return { type: 'int', value: BigInt(source).toString() };
  const number = /^0x/i.test(source) ? hexFloat(source) : Number(source);
  return Number.isNaN(number) ? null : { type: 'float', value: luaFloatText(number) };
}

function hexFloat(source: string): number {
  const parts = /^0x([0-9a-f]*)\.?([0-9a-f]*)(?:p([+-]?\d+))?$/i.exec(source);
  if (parts === null) return Number.NaN;
  const [, whole = '', rest = '', exponent = '0'] = parts;
  return Number.parseInt(whole + rest || '0', 16) * 2 ** (Number(exponent) - 4 * rest.length);
}

function table(node: SyntaxNode): Value | null {
  const entries: [Value, Value][] = [];
  let position = 0;
  for (const field of namedChildren(node)) {
    const valueNode = childByField(field, 'value');
    const value = valueNode === undefined ? null : luaLiteral(valueNode);
    if (value === null) return null;
    const name = childByField(field, 'name');
    if (name === undefined) {
      position += 1;
      if (value.type !== 'null') entries.push([{ type: 'int', value: String(position) }, value]);
      continue;
    }
    const key: Value | null = field.children[0]?.type === '[' ? luaLiteral(name) : { type: 'string', value: name.text };
    if (key === null || key.type === 'null') return null;
    if (value.type !== 'null') entries.push([key, value]);
  }
  if (entries.length === 0) return { type: 'empty-table' };
  const list = entries.every(([key], index) => key.type === 'int' && key.value === String(index + 1));
  return list ? { type: 'list', items: entries.map(([, item]) => item) } : { type: 'map', entries };
}

const simpleEscapes: Readonly<Record<string, number>> = {
  n: 10,
  r: 13,
  t: 9,
  a: 7,
  b: 8,
  f: 12,
  v: 11,
  '\\': 92,
  "'": 39,
  '"': 34,
  '\n': 10,
};

function luaText(node: SyntaxNode): Value | null {
  const long = /^\[(=*)\[\n?/.exec(node.text);
  const bytes = long
    ? Buffer.from(node.text.slice(long[0].length, -(long[1] ?? '').length - 2), 'utf8')
    : decodeEscapes(node.text.slice(1, -1));
  return bytes === null ? null : bytesValue(bytes);
}

/** A Lua string: text where it is valid UTF-8, bytes elsewhere. */
export function bytesValue(bytes: Uint8Array): Value {
  const buffer = Buffer.from(bytes);
  const text = buffer.toString('utf8');
  return Buffer.from(text, 'utf8').equals(buffer) ? { type: 'string', value: text } : { type: 'bytes', hex: buffer.toString('hex') };
}

function decodeEscapes(body: string): Uint8Array | null {
  const parts: Buffer[] = [];
  const pattern = /\\(?:x([0-9a-fA-F]{2})|(\d{1,3})|u\{([0-9a-fA-F]+)\}|z\s*|([\s\S]))|[^\\]+/g;
  let at = 0;
  for (const match of body.matchAll(pattern)) {
    if (match.index !== at) return null;
    at += match[0].length;
    const [whole, hex, decimal, point, other] = match;
    if (!whole.startsWith('\\')) parts.push(Buffer.from(whole, 'utf8'));
    else if (hex !== undefined) parts.push(Buffer.from([Number.parseInt(hex, 16)]));
    else if (decimal !== undefined) {
      if (Number(decimal) > 255) return null;
      parts.push(Buffer.from([Number(decimal)]));
    } else if (point !== undefined) {
      const code = Number.parseInt(point, 16);
      if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return null;
      parts.push(Buffer.from(String.fromCodePoint(code), 'utf8'));
    } else if (other !== undefined) {
      const code = simpleEscapes[other];
      if (code === undefined) return null;
      parts.push(Buffer.from([code]));
    }
  }
  return at === body.length ? Buffer.concat(parts) : null;
}
