import type { Value } from '../../domain/value.ts';
import { childByField, namedChildren, type SyntaxNode } from '../syntax-tree.ts';

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

function surrogateHex(text: string): string {
  return [...text]
    .map((character) => {
      const code = character.codePointAt(0) ?? 0;
      if (code < 0xd800 || code > 0xdfff) return Buffer.from(character, 'utf8').toString('hex');
      return [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)].map((byte) => byte.toString(16)).join('');
    })
    .join('');
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

/** A value as source text; null when it has none. */
export function javascriptSource(value: Value): string | null {
  switch (value.type) {
    case 'null':
      return 'null';
    case 'bool':
      return String(value.value);
    case 'int':
      return Number.isSafeInteger(Number(value.value)) ? value.value : null;
    case 'float':
      if (value.value === 'nan') return 'NaN';
      if (value.value.endsWith('inf')) return value.value === 'inf' ? 'Infinity' : '-Infinity';
      return value.value;
    case 'string':
      return javascriptString(value.value);
    case 'bytes': {
      const decoded = surrogateText(value.hex);
      return decoded === null ? null : javascriptString(decoded);
    }
    case 'list':
      return bracketed('[', value.items, ']');
    case 'set':
      return value.items.length === 0 ? 'new Set()' : bracketed('new Set([', value.items, '])');
    case 'map': {
      const pairs = value.entries.map(([key, item]) => pairSource(key, javascriptSource(item)));
      if (!pairs.every((pair) => pair !== null)) return null;
      return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
    }
    case 'object':
      return objectSource(value.className, value.fields);
    case 'opaque':
      return value.kind === 'undefined' ? 'undefined' : null;
    default:
      return null;
  }
}

function bracketed(open: string, items: readonly Value[], close: string): string | null {
  const sources = items.map(javascriptSource);
  return sources.every((source) => source !== null) ? `${open}${sources.join(', ')}${close}` : null;
}

function pairSource(key: Value, item: string | null): string | null {
  if (item === null || (key.type !== 'string' && key.type !== 'bytes')) return null;
  if (key.type === 'bytes') return `${javascriptSource(key) ?? '""'}: ${item}`;
  if (key.value === '__proto__') return null;
  return `${/^[A-Za-z_$][\w$]*$/.test(key.value) ? key.value : javascriptString(key.value)}: ${item}`;
}

function objectSource(className: string, fields: readonly (readonly [string, Value])[]): string | null {
  const [name, inner] = fields[0] ?? [];
  if (fields.length !== 1 || inner === undefined) return null;
  if (className === 'BigInt' && inner.type === 'int') return `${inner.value}n`;
  if (className === 'Date' && inner.type === 'string' && /^[\dT:.Z+-]+$/.test(inner.value)) return `new Date("${inner.value}")`;
  if (className !== 'Map' || name !== 'entries' || inner.type !== 'map') return null;
  if (inner.entries.length === 0) return 'new Map()';
  const pairs = inner.entries.map((entry) => bracketed('[', entry, ']'));
  return pairs.every((pair) => pair !== null) ? `new Map([${pairs.join(', ')}])` : null;
}

/** The text whose UTF-8, surrogates taken for characters, these bytes are; null for other bytes. */
function surrogateText(hex: string): string | null {
  const text = decodeGenerously(Buffer.from(hex, 'hex'));
  return text !== null && surrogateHex(text) === hex.toLowerCase() ? text : null;
}

function decodeGenerously(bytes: Uint8Array): string | null {
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const lead = bytes[at] ?? 0;
    const length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    let code = length === 1 ? lead : lead & (0xff >> (length + 1));
    for (let next = 1; next < length; next += 1) code = (code << 6) | ((bytes[at + next] ?? 0) & 0x3f);
    if (code > 0x10ffff) return null;
    text += String.fromCodePoint(code);
    at += length;
  }
  return text;
}

/** A string literal that shows no control, format, surrogate or separator character raw. */
export function javascriptString(text: string): string {
  const body = text.replace(/["\\]|[^\P{C}]|[\u2028\u2029\u00a0]/gu, (character) => {
    if (character === '"' || character === '\\') return `\\${character}`;
    if (character === '\n') return '\\n';
    if (character === '\t') return '\\t';
    if (character === '\r') return '\\r';
    const code = character.codePointAt(0) ?? 0;
    return code < 0x10000 ? `\\u${code.toString(16).padStart(4, '0')}` : `\\u{${code.toString(16)}}`;
  });
  return `"${body}"`;
}
