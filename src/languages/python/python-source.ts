import type { Value } from '../../domain/value.ts';

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
      return `b"${(value.hex.match(/../g) ?? []).map((pair) => byteSource(Number.parseInt(pair, 16))).join('')}"`;
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

function byteSource(code: number): string {
  if (code === 0x22 || code === 0x5c) return `\\${String.fromCharCode(code)}`;
  return code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : `\\x${code.toString(16).padStart(2, '0')}`;
}

/** A string literal that shows no control, format or separator character raw. */
export function pythonString(text: string): string {
  const body = text.replace(/["\\]|[^\P{C}]|[\u2028\u2029\u00a0]/gu, (character) => {
    if (character === '"' || character === '\\') return `\\${character}`;
    if (character === '\n') return '\\n';
    if (character === '\t') return '\\t';
    if (character === '\r') return '\\r';
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x100) return `\\x${code.toString(16).padStart(2, '0')}`;
    return code < 0x10000 ? `\\u${code.toString(16).padStart(4, '0')}` : `\\U${code.toString(16).padStart(8, '0')}`;
  });
  return `"${body}"`;
}
