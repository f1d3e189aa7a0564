import type { Token } from '../tokens.ts';
import { pythonTokens } from './python-tokens.ts';

/** A line of Python's own kind: brackets and literals may carry it over several lines of text. */
type LogicalLine = { readonly tokens: readonly Token[]; readonly width: number; readonly row: number };

export type IndentationFault = { readonly message: string; readonly row: number };

/** Where Python's rule of indentation is broken; null for an even text. The grammar is more lenient than Python here. */
export function indentationFault(source: string): IndentationFault | null {
  const widths = [0];
  let opens = false;
  for (const { tokens, width, row } of logicalLines(source)) {
    const current = widths.at(-1) ?? 0;
    if (opens && width <= current) return { message: 'expected an indented block', row };
    if (!opens && width > current) return { message: 'unexpected indent', row };
    if (opens) widths.push(width);
    while (width < (widths.at(-1) ?? 0)) widths.pop();
    if (width !== widths.at(-1)) return { message: 'unindent does not match any outer indentation level', row };
    opens = tokens.at(-1)?.text === ':';
  }
  return null;
}

function logicalLines(source: string): readonly LogicalLine[] {
  const lines: LogicalLine[] = [];
  let tokens: Token[] = [];
  let row = 0;
  let started = 0;
  let width = 0;
  let brackets = 0;
  for (const token of [...pythonTokens(source), { kind: 'newline', text: '\n', start: source.length, closed: true } as const]) {
    if (token.kind === 'newline' && brackets === 0) {
      if (tokens.length > 0) lines.push({ tokens, width, row: started });
      tokens = [];
      width = 0;
    } else if (token.kind === 'space' && tokens.length === 0) {
      width = token.text.startsWith('\\') ? width : columns(token.text);
    } else if (!['space', 'comment', 'newline'].includes(token.kind)) {
      if (tokens.length === 0) started = row;
      if (token.kind === 'symbol' && '([{'.includes(token.text)) brackets += 1;
      if (token.kind === 'symbol' && ')]}'.includes(token.text)) brackets = Math.max(0, brackets - 1);
      tokens.push(token);
    }
    row += token.text.split('\n').length - 1;
  }
  return lines;
}

/** A tab reaches to the next multiple of eight; a form feed starts the line anew. */
function columns(space: string): number {
  let width = 0;
  for (const character of space) width = character === '\t' ? width + 8 - (width % 8) : character === '\f' ? 0 : width + 1;
  return width;
}
