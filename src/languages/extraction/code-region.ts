import type { CodeSyntax } from './code-syntax.ts';
import type { Search } from './search.ts';

const maxLines = 4000;
/** Parses of shorter and shorter texts, and places to begin, that are tried before giving up. */
const maxEnds = 40;
const maxBeginnings = 12;

/** The longest beginning of the lines that is a program that does something; it ends where a line stands at the margin. */
export function longestPrefix(syntax: CodeSyntax, source: string, repaired: Search['repaired']): string | null {
  const lines = source.split('\n').slice(0, maxLines);
  let tries = 0;
  for (let count = lines.length; count > 0 && tries < maxEnds; count -= 1) {
    const whole = count === lines.length;
    if (isBlank(lines[count - 1]) || !(whole || endsAt(lines, count)) || (!whole && isProse(syntax, lines[count - 1] ?? ''))) continue;
    tries += 1;
    const code = lines.slice(0, count).join('\n');
    const found = whole ? (repaired(code)?.code ?? null) : syntax.parses(code) ? code : null;
    if (found !== null && syntax.hasStatements(found)) return found;
    // Whatever reaches the first error has it too.
    count = Math.min(count, 1 + lineEnds(code.slice(0, syntax.errorBefore(code))));
  }
  return null;
}

const lineEnds = (text: string): number => text.split('\n').length - 1;

const isBlank = (line: string | undefined): boolean => (line ?? '').trim() === '';

/** A sentence or a heading at the margin, with which no program ends. */
const isProse = (syntax: CodeSyntax, line: string): boolean =>
  /^#{2,6} /.test(line) ||
  (/^[\p{L}*>-]/u.test(line) && /[.!?:,]$/.test(line) && !/[=(){}]/.test(line) && /\s\p{L}/u.test(line) && !syntax.codeLine.test(line));

/** Code can end before a blank line and before a line at the margin. */
const endsAt = (lines: readonly string[], count: number): boolean => isBlank(lines[count]) || /^\S/.test(lines[count] ?? '');

/** A program that stands among prose without a fence: one that offers the entry before any other. */
export function codeAmongProse({ syntax, entry, repaired }: Search, source: string): string | null {
  const lines = source.split('\n').slice(0, maxLines);
  const begins = (index: number): boolean =>
    syntax.codeLine.test(lines[index] ?? '') && (index === 0 || isBlank(lines[index - 1]) || !syntax.codeLine.test(lines[index - 1] ?? ''));
  let first: string | null = null;
  let broken = false;
  for (const index of [...lines.keys()].filter(begins).slice(0, maxBeginnings)) {
    const code = longestPrefix(syntax, lines.slice(index).join('\n'), repaired);
    const defines = code !== null && syntax.definitions(code).length > 0;
    broken ||= code === null && beginsDefinition(lines, index);
    // Calls behind a definition that does not parse are no answer.
    if (code === null || (!defines && (broken || !code.includes('(')))) continue;
    if (entry === null || syntax.offers(code, entry)) return code;
    first ??= code;
  }
  return first;
}

/** The head of a function or a class, and a line that is indented below it. */
const beginsDefinition = (lines: readonly string[], index: number): boolean =>
  /^(?:export\s+|async\s+|local\s+|default\s+)*(?:def|class|function)\s+\S/.test(lines[index] ?? '') &&
  /^[ \t]+\S/.test(lines[index + 1] ?? '');
