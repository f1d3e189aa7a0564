import { meaningful, openBrackets, type Token, tokenize } from '../tokens.ts';

export const luaTokens = (source: string): readonly Token[] =>
  tokenize(source, [
    { kind: 'comment', pattern: /--\[(=*)\[[\s\S]*?(?:\]\1\]|$)/y, open: /^--\[(=*)\[(?![\s\S]*\]\1\]$)/ },
    { kind: 'comment', pattern: /--[^\n]*/y },
    { kind: 'string', pattern: /\[(=*)\[[\s\S]*?(?:\]\1\]|$)/y, open: /^\[(=*)\[(?![\s\S]*\]\1\]$)/ },
    {
      kind: 'string',
      pattern: /"(?:[^"\\\n]|\\z\s*|\\[\s\S])*(?:"|(?=\n)|$)|'(?:[^'\\\n]|\\z\s*|\\[\s\S])*(?:'|(?=\n)|$)/y,
      open: /^(?:"(?:[^"\\]|\\[\s\S])*|'(?:[^'\\]|\\[\s\S])*)$/,
    },
    { kind: 'newline', pattern: /\n/y },
    { kind: 'space', pattern: /[ \t\f\r\v]+/y },
    { kind: 'number', pattern: /0[xX][\da-fA-F]*\.?[\da-fA-F]*(?:[pP][+-]?\d+)?|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y },
    { kind: 'word', pattern: /[A-Za-z_]\w*/y },
    { kind: 'symbol', pattern: /\.\.\.|\.\.|==|~=|<=|>=|\/\/|::|<<|>>/y },
  ]);

const unfinishedSymbols = new Set([
  '=',
  '+',
  '-',
  '*',
  '/',
  '//',
  '%',
  '^',
  '==',
  '~=',
  '<',
  '>',
  '<=',
  '>=',
  ',',
  '.',
  '..',
  ':',
  '#',
  '~',
  '|',
  '&',
]);
const unfinishedWords = new Set('and or not in if elseif for while function local until then do repeat else'.split(' '));

/** Blocks that nothing closes; `if`, `function`, `do` and `repeat` open one each. */
function openBlocks(words: readonly Token[]): number {
  let depth = 0;
  for (const { kind, text } of words) {
    if (kind !== 'word') continue;
    if (text === 'function' || text === 'if' || text === 'do' || text === 'repeat') depth += 1;
    else if (text === 'end' || text === 'until') depth = Math.max(0, depth - 1);
  }
  return depth;
}

/** True when the text ends in the middle: an open block, bracket or literal, or half an expression. */
export function luaIncomplete(source: string): boolean {
  const tokens = luaTokens(source);
  const words = meaningful(tokens);
  if (openBrackets(tokens) > 0 || openBlocks(words) > 0) return true;
  const last = words.at(-1);
  if (last === undefined) return tokens.some(({ kind, closed }) => kind === 'comment' && !closed);
  if (last.kind === 'string') return !last.closed;
  return last.kind === 'symbol' ? unfinishedSymbols.has(last.text) : last.kind === 'word' && unfinishedWords.has(last.text);
}

/** All tokens but comments, with one space between them. */
export const normaliseLua = (source: string): string =>
  meaningful(luaTokens(source))
    .filter(({ text }) => text !== ';')
    .map(({ text }) => text)
    .join(' ');
