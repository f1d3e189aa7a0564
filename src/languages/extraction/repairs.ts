import { mapOutsideLiterals } from '../tokens.ts';
import type { CodeSyntax } from './code-syntax.ts';
import { endTokenAt, removeStrayTokens } from './reply-text.ts';

/** Code that parses, and what was mended in it, in words for people. */
export type Repaired = { readonly code: string; readonly mended: readonly string[] };

type Change = { readonly name: string; readonly apply: (code: string, syntax: CodeSyntax) => string };

const changes: readonly Change[] = [
  { name: 'a leaked end token', apply: cutAtOuterEndToken },
  { name: 'stray tokens', apply: (code) => removeStrayTokens(code) },
  { name: 'indentation', apply: (code) => dedent(code) },
  { name: 'line numbers', apply: (code) => withoutGutter(code) },
  { name: 'interactive prompts', apply: withoutPrompts },
  { name: 'plus signs of a patch', apply: (code) => withoutPlusSigns(code) },
  { name: 'a language word', apply: withoutLanguageWord },
  { name: 'curly quotes', apply: withStraightQuotes },
];

/** Changes that cannot alter a token: each is tried alone and then on top of the ones before, until the code parses. */
export function repair(syntax: CodeSyntax, source: string): Repaired | null {
  const mended: string[] = [];
  let code = source;
  const apply = ({ name, apply: change }: Change): boolean => {
    const changed = change(code, syntax);
    if (changed === code) return false;
    code = changed;
    mended.push(name);
    return true;
  };
  apply({ name: 'invisible characters', apply: withPlainSpaces });
  // Escaped operators can parse too: in JavaScript `a &gt; b` is `a & gt; b`.
  const plain = code;
  if (apply({ name: 'HTML escapes', apply: withoutEntities }) && !fits(syntax, code)) {
    const deeper = changes.reduce((text, change) => change.apply(text, syntax), code);
    if (!fits(syntax, deeper)) {
      code = plain;
      mended.pop();
    }
  }
  if (fits(syntax, code)) return { code, mended };
  for (const change of changes) if (apply(change) && fits(syntax, code)) return { code, mended };
  return null;
}

/** Prompts, line numbers and a leading language word can parse, and still are not code. */
const fits = (syntax: CodeSyntax, code: string): boolean =>
  !(syntax.hasPrompts && prompt.test(code)) && !isLanguageWord(syntax, firstLine(code)) && !isNumbered(code) && syntax.parses(code);

/** `>>>`, or the `In [1]:` of notebooks. */
const prompt = /^\s*(?:>>> |In \[\d+\]: )/;

/** `L1: x = 1` is an annotation in Python. */
const isNumbered = (code: string): boolean => /^\s*[Ll]\d+:/.test(code) && withoutGutter(code) !== code;

const firstLine = (code: string): string => (code.trimStart().split('\n', 1)[0] ?? '').trim();
const isLanguageWord = (syntax: CodeSyntax, line: string): boolean => syntax.tags.has(line.toLowerCase().replace(/:$/, ''));

const oddSpace = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;
/** Zero width, soft hyphens and marks of direction. */
const invisible = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]|\u200c|\u200d/g;

function withPlainSpaces(code: string, syntax: CodeSyntax): string {
  if (code.search(oddSpace) < 0 && code.search(invisible) < 0) return code;
  return mapOutsideLiterals(syntax.tokens(code), (text) => text.replace(oddSpace, ' ').replace(invisible, ''));
}

/** Cuts at the first leaked end token that stands outside of literals and comments. */
export function cutAtOuterEndToken(code: string, syntax: CodeSyntax): string {
  if (endTokenAt(code) < 0) return code;
  const data = syntax.tokens(code).filter(({ kind }) => kind === 'string' || kind === 'comment');
  let at = 0;
  for (const { start, text, closed, kind } of data) {
    // A literal that never closes holds the leak, and so does a comment that ends with one.
    const leaks = kind === 'comment' ? /[>\]]\s*$/.test(text) : !closed;
    const found = endTokenAt(code.slice(at, leaks ? start + text.length : start));
    if (found >= 0) return code.slice(0, at + found);
    at = start + text.length;
  }
  const found = endTokenAt(code.slice(at));
  return found < 0 ? code : code.slice(0, at + found);
}

/** Takes away the indentation that all lines share. */
export function dedent(code: string): string {
  const lines = code.split('\n');
  const common = lines.reduce(
    (width, line) => (line.trim() === '' ? width : Math.min(width, /^[ \t]*/.exec(line)?.[0].length ?? 0)),
    Number.POSITIVE_INFINITY,
  );
  return Number.isFinite(common) && common > 0 ? lines.map((line) => line.slice(Math.min(common, line.length))).join('\n') : code;
}

function withoutLastLineEnds(code: string): string {
  let end = code.length;
  while (code[end - 1] === '\n') end -= 1;
  return code.slice(0, end);
}

/** Line numbers in front of every line, growing by one: `1 | x`, `1: x`, `1. x`, `1→x`, `1<tab>x`, `1  x`. */
function withoutGutter(code: string): string {
  const lines = withoutLastLineEnds(code).split('\n');
  const matches = lines.map((line) => /^\s*(?:[Ll#])?(\d+)(\s?[|:.)│┃]|\t|→|(?=[ ]|$))(.*)$/.exec(line));
  const grows = matches.every((match, index) => match !== null && Number(match[1]) === Number(matches[0]?.[1]) + index);
  if (!grows || lines.length < 2) return code;
  const rests = matches.map((match) => match?.[3] ?? '');
  const mark = matches[0]?.[2] ?? '';
  // A tab or an arrow belongs to the number alone; behind a bar stands one space, and behind a bare number what all lines share.
  if (mark === '\t' || mark === '→') return rests.join('\n');
  if (mark === '') return dedent(rests.join('\n'));
  const spaced = rests.every((rest) => rest === '' || rest.startsWith(' '));
  return rests.map((rest) => (spaced ? rest.slice(1) : rest)).join('\n');
}

/** Keeps what was typed at an interactive prompt; lines without a prompt are its output. */
function withoutPrompts(code: string, syntax: CodeSyntax): string {
  const typed = syntax.hasPrompts ? /^\s*(?:>>>|\.\.\.|In \[\d+\]:|\.{3,}:)(?: (.*)|$)/ : /^(?:>{1,2}|\.{3})(?: (.*)|$)/;
  if (!(syntax.hasPrompts ? /^[ \t]*(?:>>> |In \[\d+\]: )/m : /^[ \t]*> /).test(code)) return code;
  return code
    .split('\n')
    .flatMap((line) => {
      const match = typed.exec(line);
      return match === null ? [] : [match[1] ?? ''];
    })
    .join('\n');
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: ' ' };

const entity = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(lt|gt|amp|quot|apos|nbsp));/gi;

const decoded = (text: string): string =>
  text.replace(entity, (whole: string, hex?: string, decimal?: string, name = '') => {
    if (hex === undefined && decimal === undefined) return entities[name.toLowerCase()] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });

/** Undoes one level of HTML escapes where one stands outside of literals. */
function withoutEntities(code: string, syntax: CodeSyntax): string {
  if (code.search(entity) < 0) return code;
  // `&#39;` begins no comment.
  const tokens = syntax
    .tokens(code.replaceAll('&#', '&_'))
    .map(({ kind, start, text }) => ({ kind, text: code.slice(start, start + text.length) }));
  const outside = tokens.flatMap(({ kind, text }) => (kind === 'string' || kind === 'comment' ? [] : [text])).join('');
  if (outside.search(entity) < 0) return code;
  // Where the quotes of literals are escaped, so is the text in them.
  if (/&(?:quot|apos|#0*39|#x0*27|#0*34|#x0*22);/i.test(outside)) return decoded(code);
  return tokens
    .reduce<[string, string]>(
      ([done, plain], { kind, text }) => (kind === 'string' ? [done + decoded(plain) + text, ''] : [done, plain + text]),
      ['', ''],
    )
    .reduce((done, plain) => done + decoded(plain));
}

/** A new file as a patch shows it: every line begins with a plus sign. */
function withoutPlusSigns(code: string): string {
  const lines = withoutLastLineEnds(code).split('\n');
  return lines.length > 1 && lines.every((line) => line.startsWith('+')) ? lines.map((line) => line.slice(1)).join('\n') : code;
}

/** Literals on one line, which curly quotes inside of them do not end. */
const literals = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/.source;

/** Curly quotes that stand where literals begin and end; those inside of literals and comments stay. */
function withStraightQuotes(code: string, syntax: CodeSyntax): string {
  if (!/[“”„‘’«»]/.test(code)) return code;
  const straight = (given: string, curly: string, quote: string): string => {
    const literal = new RegExp(`${literals}|${curly}`, 'g');
    const changed = given.replace(literal, (whole, inner?: string) => (inner === undefined ? whole : quote + inner + quote));
    // Each quote is one character, so comments stand where they stood.
    return syntax
      .tokens(changed)
      .map(({ kind, start, text }) => (kind === 'comment' ? given.slice(start, start + text.length) : text))
      .join('');
  };
  const double = straight(code, '[“”„]([^“”„\\n]*)[“”]', '"');
  if (syntax.parses(double)) return double;
  const single = straight(double, '[‘’]([^‘’\\n]*)[‘’]', "'");
  return syntax.parses(single) ? single : code;
}

function withoutLanguageWord(code: string, syntax: CodeSyntax): string {
  return isLanguageWord(syntax, firstLine(code))
    ? code
        .trimStart()
        .slice(firstLine(code).length)
        .replace(/^[ \t]*\n/, '')
    : code;
}
