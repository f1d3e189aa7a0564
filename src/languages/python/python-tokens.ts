import { meaningful, openBrackets, type Token, tokenize } from '../tokens.ts';

const name = /[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}]*/uy;

export const pythonTokens = (source: string): readonly Token[] =>
  tokenize(source, [
    { kind: 'comment', pattern: /#[^\n]*/y },
    {
      kind: 'string',
      pattern: /[rRbBuUfFtT]{0,2}(?:"""(?:[^\\]|\\[\s\S])*?(?:"""|$)|'''(?:[^\\]|\\[\s\S])*?(?:'''|$))/y,
      open: /^[a-zA-Z]*(?:"""(?:|[\s\S]*[^"]|[\s\S]{0,2})|'''(?:|[\s\S]*[^']|[\s\S]{0,2}))$/,
    },
    {
      kind: 'string',
      pattern: /[rRbBuUfFtT]{0,2}(?:"(?:[^"\\\n]|\\[\s\S])*(?:"|(?=\n)|$)|'(?:[^'\\\n]|\\[\s\S])*(?:'|(?=\n)|$))/y,
      open: /^[a-zA-Z]*(?:"(?:[^"\\]|\\[\s\S])*|'(?:[^'\\]|\\[\s\S])*)$/,
    },
    { kind: 'newline', pattern: /\n/y },
    { kind: 'space', pattern: /\\\n|[ \t\f\r]+/y },
    { kind: 'number', pattern: /(?:0[xX][\da-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?)[jJ]?/y },
    { kind: 'word', pattern: name },
    { kind: 'symbol', pattern: /\*\*=|\/\/=|>>=|<<=|\.\.\.|!=|==|<=|>=|->|:=|\*\*|\/\/|<<|>>|[-+*/%@&|^]=/y },
  ]);

const unfinishedSymbols = new Set([
  '=',
  '+',
  '-',
  '*',
  '/',
  '//',
  '%',
  '**',
  '==',
  '!=',
  '<',
  '>',
  '<=',
  '>=',
  ':',
  ',',
  '.',
  '@',
  '->',
  '|',
  '&',
  '+=',
  '-=',
  '\\',
]);
const unfinishedWords = new Set('and or not in is if elif for while def class from import lambda with as assert del'.split(' '));

/** True when the text ends in the middle: open brackets, an open literal, a block without its body, half an expression. */
export function pythonIncomplete(source: string): boolean {
  const tokens = pythonTokens(source);
  if (openBrackets(tokens) > 0) return true;
  const last = meaningful(tokens).at(-1);
  if (last === undefined) return false;
  if (last.kind === 'string') return !last.closed;
  return last.kind === 'symbol' ? unfinishedSymbols.has(last.text) : last.kind === 'word' && unfinishedWords.has(last.text);
}

/** The program's logical lines as `depth tokens…`, without comments, docstrings, blank lines and the width of indentation. */
export function normalisePython(source: string): string {
  const lines: string[] = [];
  const widths = [0];
  let line: Token[] = [];
  let width = 0;
  let brackets = 0;
  const flush = (): void => {
    const words = meaningful(line);
    line = [];
    if (words.length === 0) return;
    while (width < (widths.at(-1) ?? 0)) widths.pop();
    if (width > (widths.at(-1) ?? 0)) widths.push(width);
    if (words.every(({ kind }) => kind === 'string')) return;
    lines.push(`${widths.length - 1} ${words.map(({ text }) => text).join(' ')}`);
  };
  for (const token of pythonTokens(source)) {
    if (token.kind === 'newline' && brackets === 0) {
      flush();
      width = 0;
      continue;
    }
    if (token.kind === 'symbol' && '([{'.includes(token.text)) brackets += 1;
    if (token.kind === 'symbol' && ')]}'.includes(token.text)) brackets = Math.max(0, brackets - 1);
    if (token.kind === 'space' && line.length === 0 && !token.text.startsWith('\\')) {
      width = token.text.replaceAll('\t', '        ').length;
    }
    line.push(token);
  }
  flush();
  return lines.join('\n');
}
