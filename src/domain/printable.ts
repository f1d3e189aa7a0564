// Control characters that a terminal acts on, and the marks that reorder text. Line feed and tab stay.
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
const unsafe = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
const unsafeInJson = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');

/**
 * Text of a model, a candidate or a file, made safe to show: what a terminal would obey is written as `\x1b` or `\u202e`.
 * Inside string literals of Python, Lua and JavaScript that is the same character.
 */
export function printable(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(unsafe, (character) => {
    const code = character.charCodeAt(0);
    return code < 256 ? `\\x${hex(code, 2)}` : `\\u${hex(code, 4)}`;
  });
}

/** The same on one line, at most `maxCharacters` long. */
export function printableLine(text: string, maxCharacters = 200): string {
  const line = printable(text).replaceAll('\n', '\\n').replaceAll('\t', ' ');
  return line.length > maxCharacters ? `${line.slice(0, maxCharacters - 1)}…` : line;
}

/** JSON whose text a terminal shows as it is. */
export function printableJson(data: unknown, indent?: number): string {
  return JSON.stringify(data, null, indent).replace(unsafeInJson, (character) => `\\u${hex(character.charCodeAt(0), 4)}`);
}
