import type { ValueStyle } from '../format-value.ts';
import { javascriptSource, javascriptString } from './javascript-source.ts';

export const javascriptValueStyle: ValueStyle = {
  literal: javascriptSource,
  text: javascriptString,
  list: ['[', ']'],
  tuple: ['[', ']'],
  set: ['new Set([', '])'],
  pair: (key, value) => `${/^"([A-Za-z_$][\w$]*)"$/.exec(key)?.[1] ?? key}: ${value}`,
};
