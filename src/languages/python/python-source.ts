import type { Value } from '../../domain/value.ts';
import { hexEscape, quotedBytes, quotedText } from '../quoted-text.ts';

/** A value as Python source; null when it has none. */
export function pythonSource(value: Value): string | null {
  switch (value.type) {
    case 'null':
      return 'None';
    case 'bool':
      return value.value ? 'True' : 'False';
    case 'int':
      return value.value;
    case 'float':
      if (value.value === 'nan' || value.value.endsWith('inf')) return `float("${value.value}")`;
      return value.value === '-0' ? '-0.0' : value.value;
    case 'string':
      return pythonString(value.value);
    case 'bytes':
      return `b${quotedBytes(value.hex)}`;
    case 'list':
    case 'tuple':
    case 'set': {
      const items = value.items.map(pythonSource);
      if (!items.every((item) => item !== null)) return null;
      if (value.type === 'list') return `[${items.join(', ')}]`;
      if (value.type === 'tuple') return `(${items.join(', ')}${items.length === 1 ? ',' : ''})`;
      return items.length === 0 ? 'set()' : `{${items.join(', ')}}`;
    }
    case 'map': {
      const pairs = value.entries.map(([key, item]) => [pythonSource(key), pythonSource(item)] as const);
      return pairs.every(([key, item]) => key !== null && item !== null)
        ? `{${pairs.map(([key, item]) => `${key}: ${item}`).join(', ')}}`
        : null;
    }
    default:
      return null;
  }
}

/** A string literal that shows no control, format or separator character raw. */
export const pythonString = (text: string): string =>
  quotedText(text, (code) => {
    if (code < 0x100) return hexEscape(code, 2);
    return code < 0x10000 ? hexEscape(code, 4, 'u') : hexEscape(code, 8, 'U');
  });
