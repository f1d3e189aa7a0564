import type { LanguageId } from '../../domain/contract.ts';

const bold = ['\u001b[1m', '\u001b[22m'] as const;
const string = ['\u001b[38;5;108m', '\u001b[39m'] as const;
const number = ['\u001b[38;5;179m', '\u001b[39m'] as const;
const quiet = ['\u001b[2;3m', '\u001b[22;23m'] as const;

type Grammar = { readonly comment: string; readonly string: string; readonly keywords: string };

const quoted = String.raw`"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?`;
const javascript: Grammar = {
  comment: String.raw`\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)`,
  string: `${quoted}|${String.raw`\`(?:\\[\s\S]|[^\`\\])*\`?`}`,
  keywords:
    'async await break case catch class const continue default delete do else export extends false finally for from function if import in instanceof let new null of return static super switch this throw true try typeof undefined var void while yield',
};
const grammars: Readonly<Record<LanguageId, Grammar>> = {
  python: {
    comment: '#[^\\n]*',
    string: String.raw`[rbfuRBFU]{0,2}(?:"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|${quoted})`,
    keywords:
      'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda match nonlocal not or pass raise return try while with yield',
  },
  lua: {
    comment: String.raw`--\[(=*)\[[\s\S]*?(?:\]\1\]|$)|--[^\n]*`,
    string: `${String.raw`\[(=*)\[[\s\S]*?(?:\]\2\]|$)`}|${quoted}`,
    keywords: 'and break do else elseif end false for function goto if in local nil not or repeat return then true until while',
  },
  javascript,
  typescript: {
    ...javascript,
    keywords: `${javascript.keywords} abstract as declare enum implements interface keyof namespace private protected public readonly satisfies type`,
  },
};

/** Code with colours for a terminal: literals, words of the language, comments. The text itself stays as it is. */
export function highlightCode(code: string, language: LanguageId): string {
  const { comment, string: literal, keywords } = grammars[language];
  const words = new Set(keywords.split(' '));
  const token = new RegExp(
    `(?<comment>${comment})|(?<literal>${literal})|(?<digits>\\b(?:0[xXbBoO][\\da-fA-F_]+|\\d[\\d_]*(?:\\.\\d+)?(?:[eE][+-]?\\d+)?))|(?<word>[A-Za-z_]\\w*)`,
    'g',
  );
  let shown = '';
  let at = 0;
  for (const match of code.matchAll(token)) {
    const text = match[0];
    if (text === '') continue;
    const { comment: isComment, literal: isLiteral, digits, word } = match.groups ?? {};
    const style =
      isComment !== undefined
        ? quiet
        : isLiteral !== undefined
          ? string
          : digits !== undefined
            ? number
            : words.has(word ?? '')
              ? bold
              : null;
    shown += code.slice(at, match.index) + (style === null ? text : painted(text, style));
    at = match.index + text.length;
  }
  return shown + code.slice(at);
}

/** Line by line, so that each line ends as it began. */
const painted = (text: string, [on, off]: readonly [string, string]): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? line : `${on}${line}${off}`))
    .join('\n');
