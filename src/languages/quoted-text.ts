/**
 * Text between double quotes that shows no control, format, surrogate or separator character raw. `escapeOf` writes one that has no escape
 * of its own in every language; its code point is given.
 */
export function quotedText(text: string, escapeOf: (codePoint: number) => string): string {
  const body = text.replace(/["\\]|[^\P{C}]|[\u2028\u2029\u00a0]/gu, (character) => {
    if (character === '"' || character === '\\') return `\\${character}`;
    if (character === '\n') return '\\n';
    if (character === '\t') return '\\t';
    if (character === '\r') return '\\r';
    return escapeOf(character.codePointAt(0) ?? 0);
  });
  return `"${body}"`;
}

/** Bytes, given as hex, between double quotes, as Lua and Python write them: ASCII as it is, the others as `\xNN`. */
export const quotedBytes = (hex: string): string =>
  `"${(hex.match(/../g) ?? []).map((pair) => byteSource(Number.parseInt(pair, 16))).join('')}"`;

function byteSource(code: number): string {
  if (code === 0x22 || code === 0x5c) return `\\${String.fromCharCode(code)}`;
  return code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : hexEscape(code, 2);
}

/** `\xNN`, or with another letter and more digits the escapes that are built like it. */
export const hexEscape = (code: number, digits: number, letter = 'x'): string => `\\${letter}${code.toString(16).padStart(digits, '0')}`;
