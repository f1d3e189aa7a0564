import type { CodeSyntax } from './code-syntax.ts';
import { repair } from './repairs.ts';

const maxLines = 600;

/** The longest beginning of the lines that is a program that does something. */
export function longestPrefix(syntax: CodeSyntax, source: string): string | null {
  const lines = source.split('\n').slice(0, maxLines);
  for (let count = lines.length; count > 0; count -= 1) {
    const last = lines[count - 1] ?? '';
    if (last.trim() === '') continue;
    const code = lines.slice(0, count).join('\n');
    const repaired = syntax.parses(code) ? code : count === lines.length ? repair(syntax, code) : null;
    if (repaired !== null && syntax.hasStatements(repaired)) return repaired;
  }
  return null;
}

/** A program that stands among prose without a fence. */
export function codeAmongProse(syntax: CodeSyntax, source: string): string | null {
  const lines = source.split('\n').slice(0, maxLines);
  for (const [index, line] of lines.entries()) {
    const begins =
      syntax.codeLine.test(line) &&
      (index === 0 || (lines[index - 1] ?? '').trim() === '' || !syntax.codeLine.test(lines[index - 1] ?? ''));
    if (!begins) continue;
    const code = longestPrefix(syntax, lines.slice(index).join('\n'));
    if (code !== null && syntax.definitions(code).length > 0) return code;
  }
  return null;
}
