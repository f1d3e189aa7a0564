/** Wide characters of East Asian scripts and pictographs: two columns (Unicode TR 11, W and F). */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const none = /[\p{Mn}\p{Me}\p{Cf}]/u;

/** Looked up once: a frame holds the same few signs hundreds of times. */
const known = new Map<string, number>();

function columnsOf(character: string): number {
  const found = known.get(character);
  if (found !== undefined) return found;
  const columns = none.test(character) ? 0 : wide.test(character) ? 2 : 1;
  if (known.size < 4096) known.set(character, columns);
  return columns;
}

/** Columns that printable text takes on a terminal. */
export function widthOf(text: string): number {
  // Nearly all text is plain: one column a character.
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let columns = 0;
  for (const character of text) columns += columnsOf(character);
  return columns;
}

/** The beginning that fits, with `…` in the last column when something is left out. */
export function clip(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  if (columns <= 0) return '';
  let kept = '';
  let used = 0;
  for (const character of text) {
    const more = columnsOf(character);
    if (used + more > columns - 1) break;
    kept += character;
    used += more;
  }
  return `${kept}…`;
}

export const padTo = (text: string, columns: number): string => text + ' '.repeat(Math.max(0, columns - widthOf(text)));
