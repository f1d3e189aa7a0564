import type { ValueStyle } from '../format-value.ts';
import { isLuaName, luaSource, luaString } from './lua-literals.ts';

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
