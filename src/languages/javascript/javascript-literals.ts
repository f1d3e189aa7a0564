import type { Value } from '../../domain/value.ts';
import { childByField, namedChildren, type SyntaxNode } from '../syntax-tree.ts';
import { surrogateHex } from './javascript-source.ts';

/** What `undefined` is seen as: told apart from `null`, and a value that can be written and compared. */
export const undefinedValue: Value = { type: 'opaque', kind: 'undefined' };

const bigint = (digits: string): Value => ({ type: 'object', className: 'BigInt', fields: [['value', { type: 'int', value: digits }]] });

/** A number as the probe sees it: whole ones that are exact are ints, all others floats. */
export function numberValue(number: number): Value {
  if (Number.isNaN(number)) return { type: 'float', value: 'nan' };
  if (!Number.isFinite(number)) return { type: 'float', value: number > 0 ? 'inf' : '-inf' };
  if (Object.is(number, -0)) return { type: 'float', value: '-0' };
  return { type: Number.isSafeInteger(number) ? 'int' : 'float', value: String(number) };
}

/** Text, or bytes where it holds lone surrogates. */
export function stringValue(text: string): Value {
  return /\p{Surrogate}/u.test(text) ? { type: 'bytes', hex: surrogateHex(text) } : { type: 'string', value: text };
}

/** The value of a literal, with `undefined`, `NaN`, signs, `new Set([…])` and `new Map([…])`; null for what would have to run. */
export function javascriptLiteral(node: SyntaxNode): Value | null {
  switch (node.type) {
    case 'null':
      return { type: 'null' };
    case 'undefined':
      return undefinedValue;
    case 'true':
    case 'false':
      return { type: 'bool', value: node.type === 'true' };
    case 'number':
      return numeral(node.text);
    case 'identifier':
      return node.text === 'NaN' || node.text === 'Infinity' ? numberValue(Number(node.text)) : null;
    case 'unary_expression':
      return signed(node);
    case 'string':
      return text(node.text.slice(1, -1));
    case 'template_string':
      return node.children.some(({ type }) => type === 'template_substitution') ? null : text(node.text.slice(1, -1));
    case 'parenthesized_expression': {
      const [inner, ...more] = namedChildren(node);
      return inner === undefined || more.length > 0 ? null : javascriptLiteral(inner);
    }
    case 'array': {
      const items = elements(node);
      return items === null ? null : { type: 'list', items };
    }
    case 'object':
      return objectLiteral(node);
    case 'new_expression':
      return constructed(node);
    default:
      return null;
  }
}

function numeral(source: string): Value | null {
  const digits = source.replaceAll('_', '');
  if (/n$/.test(digits)) return bigint(BigInt(digits.slice(0, -1)).toString());
  // `017` is octal or an error.
  if (/^0\d/.test(digits)) return null;
  const number = Number(digits);
  return Number.isNaN(number) ? null : numberValue(number);
}

function signed(node: SyntaxNode): Value | null {
  const operand = childByField(node, 'argument');
  const sign = node.children[0]?.type;
  const value = operand === undefined || (sign !== '-' && sign !== '+') ? null : javascriptLiteral(operand);
  if (value === null) return null;
  if (value.type === 'int' || value.type === 'float') return sign === '+' ? value : numberValue(-toNumber(value.value));
  const inner = value.type === 'object' && value.className === 'BigInt' ? value.fields[0]?.[1] : undefined;
  return inner?.type === 'int' && sign === '-' ? bigint((-BigInt(inner.value)).toString()) : null;
}

const special: Readonly<Record<string, number>> = { nan: Number.NaN, inf: Number.POSITIVE_INFINITY, '-inf': Number.NEGATIVE_INFINITY };
const toNumber = (text: string): number => special[text] ?? Number(text);

/** Null where an element is left out or spread. */
function elements(node: SyntaxNode): Value[] | null {
  let afterComma = true;
  for (const { type } of node.children) {
    if (type === ',' && afterComma) return null;
    afterComma = type === ',' || type === '[' || (afterComma && type === 'comment');
  }
  const values = namedChildren(node).map(javascriptLiteral);
  return values.every((value) => value !== null) ? values : null;
}

function objectLiteral(node: SyntaxNode): Value | null {
  const entries = new Map<string, readonly [Value, Value]>();
  for (const pair of namedChildren(node)) {
    const [key, item] = [childByField(pair, 'key'), childByField(pair, 'value')];
    const name = pair.type !== 'pair' || key === undefined ? null : keyValue(key);
    const value = item === undefined ? null : javascriptLiteral(item);
    // `__proto__: x` sets the prototype instead of a property.
    if (name === null || value === null || (name.type === 'string' && name.value === '__proto__')) return null;
    entries.set(JSON.stringify(name), [name, value]);
  }
  return { type: 'map', entries: [...entries.values()] };
}

function keyValue(key: SyntaxNode): Value | null {
  if (key.type === 'property_identifier') return key.text.includes('\\') ? null : { type: 'string', value: key.text };
  if (key.type === 'string') return text(key.text.slice(1, -1));
  const number = key.type === 'number' ? numeral(key.text) : null;
  return number?.type === 'int' || number?.type === 'float' ? { type: 'string', value: String(toNumber(number.value)) } : null;
}

function constructed(node: SyntaxNode): Value | null {
  const maker = childByField(node, 'constructor')?.text;
  const list = childByField(node, 'arguments');
  const given = list === undefined ? [] : namedChildren(list);
  const [first, ...more] = given;
  if ((maker !== 'Set' && maker !== 'Map') || more.length > 0) return null;
  const items = first === undefined ? [] : first.type === 'array' ? elements(first) : null;
  if (items === null) return null;
  if (maker === 'Set') return { type: 'set', items };
  const entries = items.map((item) => {
    const [key, value] = item.type === 'list' && item.items.length === 2 ? item.items : [];
    return key !== undefined && value !== undefined ? ([key, value] as const) : null;
  });
  return entries.every((entry) => entry !== null) ? mapValue(entries) : null;
}

const mapValue = (entries: readonly (readonly [Value, Value])[]): Value => ({
  type: 'object',
  className: 'Map',
  fields: [['entries', { type: 'map', entries }]],
});

const simpleEscapes: Readonly<Record<string, string>> = {
  ...{ n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', '0': '\0' },
  ...{ '\n': '', '\u2028': '', '\u2029': '' },
};

function text(body: string): Value | null {
  let failed = false;
  const decoded = body.replace(
    /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]+)\}|\r\n|([\s\S]))/g,
    (_, byte?: string, unit?: string, point?: string, other?: string) => {
      const code = byte ?? unit;
      if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
      if (point !== undefined) {
        const number = Number.parseInt(point, 16);
        if (number > 0x10ffff) failed = true;
        return failed ? '' : String.fromCodePoint(number);
      }
      if (other === undefined) return '';
      if (/[1-9xu]/.test(other)) failed = true;
      return simpleEscapes[other] ?? other;
    },
  );
  return failed ? null : stringValue(decoded);
}
