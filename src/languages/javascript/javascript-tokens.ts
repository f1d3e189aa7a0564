import { meaningful, openBrackets, type Token, tokenize } from '../tokens.ts';

/** A slash begins a regular expression only where no value stands before it. Looked at behind the slash: else every line break would look back. */
const regex =
  /\/(?<=(?:^|[=(,:;!&|?{}[+\-*%<>~^]|=>|\b(?:return|typeof|case|in|of|do|else|void|delete|throw|await|yield))\s*\/)(?![*/])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;

export const javascriptTokens = (source: string): readonly Token[] =>
  tokenize(source, [
    { kind: 'comment', pattern: /\/\/[^\n]*|^#![^\n]*/y },
    { kind: 'comment', pattern: /\/\*[\s\S]*?(?:\*\/|$)/y, open: /^\/\*(?![\s\S]*\*\/$)/ },
    { kind: 'string', pattern: /`(?:[^`\\]|\\[\s\S])*(?:`|$)/y, open: /^`(?:[^`\\]|\\[\s\S])*$/ },
    {
      kind: 'string',
      pattern: /"(?:[^"\\\n]|\\[\s\S])*(?:"|(?=\n)|$)|'(?:[^'\\\n]|\\[\s\S])*(?:'|(?=\n)|$)/y,
      open: /^(?:"(?:[^"\\]|\\[\s\S])*|'(?:[^'\\]|\\[\s\S])*)$/,
    },
    { kind: 'string', pattern: regex },
    { kind: 'newline', pattern: /\n/y },
    { kind: 'space', pattern: /[ \t\f\r\v]+/y },
    { kind: 'number', pattern: /0[xX][\da-fA-F_]+n?|0[oO][0-7_]+n?|0[bB][01_]+n?|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?n?/y },
    { kind: 'word', pattern: /[#\p{L}\p{Nl}_$][\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}$]*/uy },
    {
      kind: 'symbol',
      pattern:
        />>>=|\.\.\.|===|!==|\*\*=|<<=|>>=|>>>|&&=|\|\|=|\?\?=|=>|==|!=|<=|>=|&&|\|\||\?\?|\?\.|\+\+|--|\+=|-=|\*=|\/=|%=|&=|\|=|\^=|<<|>>|\*\*/y,
    },
  ]);

const unfinishedSymbols = new Set(
  '= + - * / % ** == === != !== < > <= >= && || ?? ? : , . => ! & | ^ ~ += -= *= /= ... ?. << >> >>>'.split(' '),
);
const unfinishedWords = new Set(
  'return function const let var if else for while do switch case new typeof class extends import export from default async await in of throw'.split(
    ' ',
  ),
);
/** Complete on their own, though more may follow. */
const completeWords = new Set(['return']);

/** True when the text ends in the middle: open brackets, an open literal, half an expression. */
export function javascriptIncomplete(source: string): boolean {
  const tokens = javascriptTokens(source);
  if (openBrackets(tokens) > 0) return true;
  const last = meaningful(tokens).at(-1);
  if (last === undefined) return tokens.some(({ kind, closed }) => kind === 'comment' && !closed);
  if (last.kind === 'string') return !last.closed;
  if (last.kind === 'symbol') return unfinishedSymbols.has(last.text);
  return last.kind === 'word' && unfinishedWords.has(last.text) && !completeWords.has(last.text);
}

/** A line end after these words ends the statement. */
const endsWithLine = new Set(['return', 'break', 'continue', 'throw', 'yield']);

/** All tokens but comments and semicolons at line ends, with one space between them. */
export function normaliseJavaScript(source: string): string {
  const words: string[] = [];
  const tokens = javascriptTokens(source).filter(({ kind }) => kind !== 'space' && kind !== 'comment');
  for (const [index, { kind, text }] of tokens.entries()) {
    const next = tokens[index + 1];
    if (kind === 'newline') {
      if (endsWithLine.has(tokens[index - 1]?.text ?? '')) words.push(';');
      continue;
    }
    const ends = next === undefined || next.kind === 'newline' || next.text === '}';
    if (text === ';' && ends && words.at(-1) !== ')') continue;
    if (text === ',' && /^[)\]}]$/.test(tokens.slice(index + 1).find((token) => token.kind !== 'newline')?.text ?? '')) continue;
    words.push(text);
  }
  return words.join(' ');
}
