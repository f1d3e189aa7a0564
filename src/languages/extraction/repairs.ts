import { mapOutsideLiterals } from '../tokens.ts';
import type { CodeSyntax } from './code-syntax.ts';
import { cutAtEndToken, endTokenAt, removeStrayTokens } from './reply-text.ts';

/** Changes that cannot alter a token: each is tried alone and then on top of the ones before, until the code parses. */
export function repair(syntax: CodeSyntax, source: string): string | null {
  let code = withPlainSpaces(syntax, source);
  if (fits(syntax, code)) return code;
  for (const change of [
    cutAtOuterEndToken,
    removeStrayTokens,
    dedent,
    withoutGutter,
    withoutPrompts,
    withoutEntities,
    withoutLanguageWord,
  ]) {
    const changed = change(code, syntax);
    if (changed === code) continue;
    if (fits(syntax, changed)) return changed;
    code = changed;
  }
  return null;
}

/** `>>>` and a leading language word can parse, and still are not code. */
const fits = (syntax: CodeSyntax, code: string): boolean =>
  !(syntax.hasPrompts && /^\s*>>> /.test(code)) && !isLanguageWord(syntax, firstLine(code)) && syntax.parses(code);

const firstLine = (code: string): string => (code.trimStart().split('\n', 1)[0] ?? '').trim();
const isLanguageWord = (syntax: CodeSyntax, line: string): boolean => syntax.tags.has(line.toLowerCase());

function withPlainSpaces(syntax: CodeSyntax, code: string): string {
  if (!/[\u00a0\u2007\u202f\u200b\u2060\ufeff]|\u200c|\u200d/.test(code)) return code;
  return mapOutsideLiterals(syntax.tokens(code), (text) =>
    text.replace(/[\u00a0\u2007\u202f]/g, ' ').replace(/[\u200b\u2060\ufeff]|\u200c|\u200d/g, ''),
  );
}

function cutAtOuterEndToken(code: string, syntax: CodeSyntax): string {
  if (endTokenAt(code) < 0) return code;
  let at = 0;
  for (const token of syntax.tokens(code)) {
    if (token.kind === 'string' || token.kind === 'comment') continue;
    at = endTokenAt(code.slice(token.start));
    if (at === 0) return code.slice(0, token.start);
  }
  return cutAtEndToken(code);
}

/** Takes away the indentation that all lines share. */
export function dedent(code: string): string {
  const lines = code.split('\n');
  const widths = lines.filter((line) => line.trim() !== '').map((line) => /^[ \t]*/.exec(line)?.[0].length ?? 0);
  const common = Math.min(...widths);
  return Number.isFinite(common) && common > 0 ? lines.map((line) => line.slice(Math.min(common, line.length))).join('\n') : code;
}

/** Line numbers in front of every line, growing by one, with a bar, a colon or a dot after them. */
function withoutGutter(code: string): string {
  const lines = code.replace(/\n+$/, '').split('\n');
  const matches = lines.map((line) => /^\s*(\d+)\s?([|:.│]|\t) ?(.*)$/.exec(line));
  const grows = matches.every((match, index) => match !== null && Number(match[1]) === Number(matches[0]?.[1]) + index);
  return grows && lines.length > 1 ? matches.map((match) => match?.[3] ?? '').join('\n') : code;
}

/** Keeps what was typed at an interactive prompt; lines without a prompt are its output. */
function withoutPrompts(code: string, syntax: CodeSyntax): string {
  if (!syntax.hasPrompts || !/^\s*>>> /m.test(code)) return code;
  return code
    .split('\n')
    .flatMap((line) => {
      const match = /^\s*(?:>>>|\.\.\.)(?: (.*)|$)/.exec(line);
      return match === null ? [] : [match[1] ?? ''];
    })
    .join('\n');
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: ' ' };

/** Undoes one level of HTML escapes. Quotes come first: they decide where the literals are. */
function withoutEntities(code: string, syntax: CodeSyntax): string {
  const decode = (text: string, only: RegExp): string =>
    text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole: string, hex?: string, decimal?: string, name = '') => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      const character =
        (hex ?? decimal) ? (code <= 0x10ffff ? String.fromCodePoint(code) : whole) : (entities[name.toLowerCase()] ?? whole);
      return only.test(character) ? character : whole;
    });
  const quoted = /&(?:quot|apos|#39|#x27|#34|#x22);/i.test(code);
  // Where quotes are escaped the whole text is, literals too.
  if (quoted) return decode(code, /^/);
  return mapOutsideLiterals(syntax.tokens(code), (text) => decode(text, /^/));
}

function withoutLanguageWord(code: string, syntax: CodeSyntax): string {
  return isLanguageWord(syntax, firstLine(code))
    ? code
        .trimStart()
        .slice(firstLine(code).length)
        .replace(/^[ \t]*\n/, '')
    : code;
}
