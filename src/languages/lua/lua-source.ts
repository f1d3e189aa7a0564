import type { Value } from '../../domain/value.ts';
import { hexEscape, quotedBytes, quotedText } from '../quoted-text.ts';

const keywords = new Set(
  'and break do else elseif end false for function goto if in local nil not or repeat return then true until while'.split(' '),
);
export const isLuaName = (text: string): boolean => /^[A-Za-z_]\w*$/.test(text) && !keywords.has(text);

/** A value as Lua source; null when it has none. */
export function luaSource(value: Value): string | null {
  switch (value.type) {
    case 'null':
      return 'nil';
    case 'bool':
      return value.value ? 'true' : 'false';
    case 'int':
      if (value.value === '-9223372036854775808') return 'math.mininteger';
      return BigInt.asIntN(64, BigInt(value.value)) === BigInt(value.value) ? value.value : null;
    case 'float':
      if (value.value === 'nan') return '(0/0)';
      if (value.value === 'inf') return 'math.huge';
      if (value.value === '-inf') return '-math.huge';
      return value.value === '-0' ? '-0.0' : value.value;
    case 'string':
      return luaString(value.value);
    case 'bytes':
      return quotedBytes(value.hex);
    case 'empty-table':
      return '{}';
    case 'list': {
      const items = value.items.map(luaSource);
      return items.every((item) => item !== null) ? `{${items.join(', ')}}` : null;
    }
    case 'map': {
      const pairs = value.entries.map(([key, item]) => [keySource(key), luaSource(item)] as const);
      return pairs.every(([key, item]) => key !== null && item !== null)
        ? `{${pairs.map(([key, item]) => `${key} = ${item}`).join(', ')}}`
        : null;
    }
    default:
      return null;
  }
}

function keySource(key: Value): string | null {
  if (key.type === 'null' || (key.type === 'float' && key.value === 'nan')) return null;
  if (key.type === 'string' && isLuaName(key.value)) return key.value;
  const source = luaSource(key);
  return source === null ? null : `[${source}]`;
}

/** A string literal that shows no control, format or separator character raw. */
export const luaString = (text: string): string =>
  quotedText(text, (code) => (code < 0x80 ? hexEscape(code, 2) : `\\u{${code.toString(16)}}`));
