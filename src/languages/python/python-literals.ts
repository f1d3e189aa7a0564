import type { Value } from '../../domain/value.ts';
import { childByField, namedChildren, type SyntaxNode } from '../syntax-tree.ts';

/** The value of a Python literal, with `float("nan")`, `set()` and signs; null for anything that would have to run. */
export function pythonLiteral(node: SyntaxNode): Value | null {
  switch (node.type) {
    case 'none':
      return { type: 'null' };
    case 'true':
    case 'false':
      return { type: 'bool', value: node.type === 'true' };
    case 'integer':
      return integer(node.text);
    case 'float':
      return float(node.text);
    case 'unary_operator':
      return negated(node);
    case 'string':
    case 'concatenated_string':
      return text(node);
    case 'parenthesized_expression': {
      const inner = namedChildren(node)[0];
      return inner === undefined ? null : pythonLiteral(inner);
    }
    case 'list':
    case 'set':
    case 'tuple':
    case 'expression_list': {
      const items = literals(namedChildren(node));
      return items === null ? null : { type: node.type === 'expression_list' ? 'tuple' : node.type, items };
    }
    case 'dictionary': {
      const entries = namedChildren(node).map((pair) => {
        const [key, value] = [childByField(pair, 'key'), childByField(pair, 'value')].map((part) => (part ? pythonLiteral(part) : null));
        return pair.type === 'pair' && key && value ? ([key, value] as const) : null;
      });
      return entries.every((entry) => entry !== null) ? { type: 'map', entries } : null;
    }
    case 'call':
      return constructed(node);
    default:
      return null;
  }
}

function literals(nodes: readonly SyntaxNode[]): Value[] | null {
  const values = nodes.map(pythonLiteral);
  return values.every((value) => value !== null) ? values : null;
}

function integer(source: string): Value | null {
  const digits = source.replaceAll('_', '').toLowerCase();
  if (!/^(?:0x[0-9a-f]+|0o[0-7]+|0b[01]+|\d+)$/.test(digits)) return null;
  return { type: 'int', value: BigInt(digits).toString() };
}

function float(source: string): Value | null {
  const number = Number(source.replaceAll('_', ''));
  return Number.isNaN(number) ? null : { type: 'float', value: floatText(number) };
}

/** The text of a float as the probes write it. */
export function floatText(number: number): string {
  if (Number.isNaN(number)) return 'nan';
  if (!Number.isFinite(number)) return number > 0 ? 'inf' : '-inf';
  if (number === 0) return Object.is(number, -0) ? '-0' : '0.0';
  const shortest = String(number);
  return /^-?\d+$/.test(shortest) ? `${shortest}.0` : shortest;
}

function negated(node: SyntaxNode): Value | null {
  const operand = childByField(node, 'argument');
  const value = operand === undefined ? null : pythonLiteral(operand);
  if (node.children[0]?.type !== '-' || value === null) return node.children[0]?.type === '+' ? value : null;
  if (value.type === 'int') return { type: 'int', value: (-BigInt(value.value)).toString() };
  if (value.type !== 'float') return null;
  return { type: 'float', value: value.value === 'inf' ? '-inf' : floatText(-Number(value.value)) };
}

function constructed(node: SyntaxNode): Value | null {
  const name = childByField(node, 'function')?.text;
  const given = namedChildren(childByField(node, 'arguments') ?? node);
  if (name === 'set' && given.length === 0) return { type: 'set', items: [] };
  const argument = given.length === 1 && given[0] !== undefined ? pythonLiteral(given[0]) : null;
  if (name !== 'float' || argument?.type !== 'string') return null;
  const word = /^\s*([+-]?)(nan|inf|infinity)\s*$/i.exec(argument.value);
  if (word === null) return null;
  if (word[2]?.toLowerCase() === 'nan') return { type: 'float', value: 'nan' };
  return { type: 'float', value: word[1] === '-' ? '-inf' : 'inf' };
}

const simpleEscapes: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '\n': '',
};

function text(node: SyntaxNode): Value | null {
  if (node.type === 'concatenated_string') {
    const parts = literals(namedChildren(node));
    if (parts?.every((part) => part.type === 'string')) return { type: 'string', value: parts.map((part) => part.value).join('') };
    return parts?.every((part) => part.type === 'bytes') ? { type: 'bytes', hex: parts.map((part) => part.hex).join('') } : null;
  }
  const opening = /^([a-z]*)('''|"""|'|")/i.exec(node.text);
  if (opening === null) return null;
  const prefix = (opening[1] ?? '').toLowerCase();
  const quote = opening[2] ?? '"';
  if (prefix.includes('f') || prefix.includes('t')) return null;
  const body = node.text.slice(opening[0].length, -quote.length);
  const bytes = prefix.includes('b');
  const decoded = prefix.includes('r') ? body : decodeEscapes(body, bytes);
  if (decoded === null) return null;
  if (bytes) {
    const codes = [...decoded].map((character) => character.codePointAt(0) ?? 0);
    return codes.every((code) => code < 256)
      ? { type: 'bytes', hex: codes.map((code) => code.toString(16).padStart(2, '0')).join('') }
      : null;
  }
  // A lone surrogate is not Unicode text: the probe reports such a string as bytes, and so does this.
  return !/\p{Surrogate}/u.test(decoded) ? { type: 'string', value: decoded } : { type: 'bytes', hex: surrogateHex(decoded) };
}

function surrogateHex(decoded: string): string {
  return [...decoded]
    .map((character) => {
      const code = character.codePointAt(0) ?? 0;
      if (code < 0xd800 || code > 0xdfff) return Buffer.from(character, 'utf8').toString('hex');
      return [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)].map((byte) => byte.toString(16)).join('');
    })
    .join('');
}

function decodeEscapes(body: string, bytes: boolean): string | null {
  let failed = false;
  const pattern = bytes
    ? /\\(?:x([0-9a-fA-F]{2})|([0-7]{1,3})|([\s\S]))/g
    : /\\(?:x([0-9a-fA-F]{2})|([0-7]{1,3})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([\s\S]))/g;
  const decoded = body.replace(pattern, (whole: string, ...groups: (string | undefined)[]) => {
    const [hex, octal, ...rest] = groups;
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
    const [short, long, other] = bytes ? [undefined, undefined, rest[0]] : rest;
    const code = short ?? long;
    if (code !== undefined) {
      const point = Number.parseInt(code, 16);
      if (point > 0x10ffff) failed = true;
      return failed ? '' : String.fromCodePoint(point);
    }
    if (!bytes && (other === 'N' || other === 'u' || other === 'U')) failed = true;
    if (other === 'x') failed = true;
    return other === undefined ? whole : (simpleEscapes[other] ?? whole);
  });
  return failed ? null : decoded;
}
