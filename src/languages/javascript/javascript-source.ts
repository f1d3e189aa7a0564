import type { Value } from '../../domain/value.ts';
import { hexEscape, quotedText } from '../quoted-text.ts';

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
  const text = decodeGenerously(Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)));
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
export const javascriptString = (text: string): string =>
  quotedText(text, (code) => (code < 0x10000 ? hexEscape(code, 4, 'u') : `\\u{${code.toString(16)}}`));

export function surrogateHex(text: string): string {
  return [...text]
    .map((character) => {
      const code = character.codePointAt(0) ?? 0;
      if (code < 0xd800 || code > 0xdfff) return hexOf(new TextEncoder().encode(character));
      return [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)].map((byte) => byte.toString(16)).join('');
    })
    .join('');
}

const hexOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
