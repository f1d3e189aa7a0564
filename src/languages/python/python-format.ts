import type { ValueStyle } from '../format-value.ts';
import { pythonSource, pythonString } from './python-source.ts';

export const pythonValueStyle: ValueStyle = {
  literal: pythonSource,
  text: pythonString,
  list: ['[', ']'],
  tuple: ['(', ')'],
  set: ['{', '}'],
  pair: (key, value) => `${key}: ${value}`,
};
