const context = 3;
/** Above this many lines the quadratic table is not worth its memory. */
const mostLines = 2000;

/** Changed lines with `-` and `+` and three lines around them; empty when nothing changed. */
export function diffLines(before: string, after: string): readonly string[] {
  const a = linesOf(before);
  const b = linesOf(after);
  const all =
    a.length > mostLines || b.length > mostLines ? [...a.map((line) => `- ${line}`), ...b.map((line) => `+ ${line}`)] : aligned(a, b);
  const near = (index: number): boolean =>
    all.slice(Math.max(0, index - context), index + context + 1).some((line) => line.startsWith('-') || line.startsWith('+'));
  const shown: string[] = [];
  for (const [index, line] of all.entries()) {
    if (near(index)) shown.push(line);
    else if (shown.length > 0 && shown.at(-1) !== '  …') shown.push('  …');
  }
  return shown.at(-1) === '  …' ? shown.slice(0, -1) : shown;
}

/** No line at all in an empty text, as before the first turn. */
const linesOf = (text: string): readonly string[] => (text.trimEnd() === '' ? [] : text.trimEnd().split('\n'));

/** Longest common subsequence of lines. */
function aligned(a: readonly string[], b: readonly string[]): readonly string[] {
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  const at = (i: number, j: number): number => lengths[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    const row = lengths[i];
    if (row === undefined) continue;
    for (let j = b.length - 1; j >= 0; j--) row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  }
  const lines: string[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push(`  ${a[i]}`);
      i += 1;
      j += 1;
    } else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) {
      lines.push(`- ${a[i]}`);
      i += 1;
    } else {
      lines.push(`+ ${b[j]}`);
      j += 1;
    }
  }
  return lines;
}
