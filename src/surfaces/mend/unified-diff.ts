const context = 3;
/** Above this many lines the quadratic table is not worth its memory. */
const mostLines = 4000;

export type Line = { readonly mark: ' ' | '-' | '+'; readonly text: string };

/** A unified diff that `patch` takes; empty when nothing changed. */
export function unifiedDiff(before: string, after: string, name: string): string {
  if (before === after) return '';
  const lines = linesOfBoth(before, after);
  const hunks: string[] = [];
  let [oldLine, newLine] = [1, 1];
  const starts = lines.map(({ mark }) => {
    const start = [oldLine, newLine] as const;
    if (mark !== '+') oldLine += 1;
    if (mark !== '-') newLine += 1;
    return start;
  });
  for (const [from, to] of ranges(lines)) {
    const part = lines.slice(from, to);
    const [oldStart, newStart] = starts[from] ?? [1, 1];
    const oldCount = part.filter(({ mark }) => mark !== '+').length;
    const newCount = part.filter(({ mark }) => mark !== '-').length;
    const head = `@@ -${oldCount === 0 ? oldStart - 1 : oldStart},${oldCount} +${newCount === 0 ? newStart - 1 : newStart},${newCount} @@`;
    hunks.push([head, ...part.map(({ mark, text }) => `${mark}${text}`)].join('\n'));
  }
  return `--- a/${name}\n+++ b/${name}\n${hunks.join('\n')}\n`;
}

const noNewline = '\n\\ No newline at end of file';

function linesOf(text: string): readonly string[] {
  if (text === '') return [];
  if (text.endsWith('\n')) return text.slice(0, -1).split('\n');
  const lines = text.split('\n');
  return [...lines.slice(0, -1), `${lines.at(-1) ?? ''}${noNewline}`];
}

/** The lines of both texts, each once, in an order that either of them has. */
export const linesOfBoth = (before: string, after: string): readonly Line[] => alignedLines(linesOf(before), linesOf(after));

/** Stretches of changes with lines around them, as half-open ranges. */
export function ranges(lines: readonly Line[]): readonly (readonly [number, number])[] {
  const found: [number, number][] = [];
  for (const [index, { mark }] of lines.entries()) {
    if (mark === ' ') continue;
    const from = Math.max(0, index - context);
    const to = Math.min(lines.length, index + context + 1);
    const last = found.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = to;
    else found.push([from, to]);
  }
  return found;
}

/** Longest common subsequence of lines, after what both begin and end with. */
function alignedLines(a: readonly string[], b: readonly string[]): readonly Line[] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const same = (text: string): Line => ({ mark: ' ', text });
  const middle = commonLines(a.slice(start, a.length - end), b.slice(start, b.length - end));
  return [...a.slice(0, start).map(same), ...middle, ...a.slice(a.length - end).map(same)];
}

function commonLines(a: readonly string[], b: readonly string[]): readonly Line[] {
  if (a.length > mostLines || b.length > mostLines) {
    return [...a.map((text): Line => ({ mark: '-', text })), ...b.map((text): Line => ({ mark: '+', text }))];
  }
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  const at = (i: number, j: number): number => lengths[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    const row = lengths[i];
    if (row === undefined) continue;
    for (let j = b.length - 1; j >= 0; j -= 1) row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  }
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [left, right] = [a[i], b[j]];
    if (left !== undefined && left === right) {
      lines.push({ mark: ' ', text: left });
      i += 1;
      j += 1;
    } else if (left !== undefined && (right === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ mark: '-', text: left });
      i += 1;
    } else {
      lines.push({ mark: '+', text: right ?? '' });
      j += 1;
    }
  }
  return lines;
}
