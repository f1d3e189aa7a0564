import type { Value } from '../../domain/value.ts';
import type { ValueStyle } from '../format-value.ts';
import { isLuaName, luaSource, luaString } from './lua-source.ts';

export const luaValueStyle: ValueStyle = {
  literal: luaSource,
  text: luaString,
  list: ['{', '}'],
  tuple: ['', ''],
  set: ['{', '}'],
  pair: (key, value) => {
    const name = /^"(\w+)"$/.exec(key)?.[1];
    return `${name !== undefined && isLuaName(name) ? name : `[${key}]`} = ${value}`;
  },
};

/** JSON, for hosts that take and give data. */
export const jsonValueStyle: ValueStyle = {
  literal: jsonLiteral,
  text: jsonText,
  list: ['[', ']'],
  tuple: ['[', ']'],
  set: ['[', ']'],
  pair: (key, value) => `${key.startsWith('"') ? key : jsonText(key)}: ${value}`,
};

function jsonLiteral(value: Value): string | null {
  switch (value.type) {
    case 'null':
      return 'null';
    case 'bool':
      return String(value.value);
    case 'int':
      return value.value;
    case 'float':
      return value.value === '-0' ? '0' : value.value;
    case 'string':
      return jsonText(value.value);
    case 'list':
      return value.items.length === 0 ? '[]' : null;
    default:
      return luaSource(value);
  }
}

/** Controls and formats are escaped, as JSON allows it for any character. */
function jsonText(text: string): string {
  return JSON.stringify(text).replace(/[^\P{C}]|[\u2028\u2029\u00a0]/gu, (character) =>
    [...Array(character.length).keys()].map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  );
}
