import type { Extraction } from '../../ports/language.ts';
import type { Token } from '../tokens.ts';
import { codeAmongProse } from './code-region.ts';
import { looksLikeRefusal } from './refusal.ts';
import { cutAtOuterEndToken, dedent } from './repairs.ts';
import { cutAtEndToken, endTokenAt, removeStrayTokens } from './reply-text.ts';
import { entryMissing, isBlank, offersEntry, programIn, rejected, type Search, taken } from './search.ts';

/** A program that is the whole reply, though fences stand in its literals and comments. */
export function fromWholeText(search: Search): Extraction | null {
  const { syntax, text, finish } = search;
  const fences = [...text.matchAll(/^[ \t>]*(?:`{3,}|~{3,})/gm)].map(({ index }) => index);
  const first = text.trimStart().split('\n', 1)[0] ?? '';
  if (fences.length === 0 || finish === 'length' || !syntax.codeLine.test(first) || !syntax.parses(text)) return null;
  const held = syntax.tokens(text).filter(({ kind }) => kind === 'string' || kind === 'comment');
  // In JavaScript a fence can itself be read as a template.
  let next = 0;
  for (const at of fences) {
    while (next < held.length && endOf(held[next]) <= at) next += 1;
    if ((held[next]?.start ?? at) >= at) return null;
  }
  const program = { code: text, mended: [] };
  return offersEntry(search, program) ? taken(program, 'The answer is code without a fence.') : null;
}

const endOf = (token: Token | undefined): number => (token === undefined ? 0 : token.start + token.text.length);

/** Code whose only fence is a closer, with or without an explanation behind it. */
export function fromLoneCloser(search: Search): Extraction | null {
  const [fence, ...more] = [...search.text.matchAll(/^[ \t]*(?:`{3,}|~{3,})[ \t]*$/gm)];
  if (fence === undefined || more.length > 0 || /^[ \t]*(?:`{3,}|~{3,})[ \t]*\S/m.test(search.text)) return null;
  const after = search.text.slice(fence.index + fence[0].length);
  if (isBlank(after) || after.split('\n').some((line) => search.syntax.codeLine.test(line)) || programIn(search, after) !== null)
    return null;
  const found = fromBareText({ ...search, text: search.text.slice(0, fence.index), finish: 'stop' });
  return found?.type === 'code' ? found : null;
}

/** A program without a fence: the whole reply, or a part of it among prose. */
export function fromBareText(search: Search): Extraction | null {
  const { syntax, entry, repaired } = search;
  const text = withoutLastCloser(search.text);
  const stopped = text !== search.text || (endTokenAt(text) >= 0 && cutAtOuterEndToken(text, syntax) !== text);
  const finish = stopped ? 'stop' : search.finish;
  const wrapped = luaWrappers(search, text);
  if (wrapped !== null) return wrapped;
  // A text that is all indented is an indented block of Markdown.
  const whole = programIn(search, dedent(withoutLoneWords(text)));
  const among = whole === null ? codeAmongProse(search, removeStrayTokens(cutAtEndToken(text))) : null;
  const program = whole ?? (among === null ? null : { code: among, mended: [] });
  if (program !== null) {
    if (finish === 'length') return rejected('truncated', 'The token limit was reached inside the code.');
    if (entry !== null && !offersEntry(search, program)) return entryMissing(entry);
    return taken(program, whole === null ? 'Code without a fence, with prose around it.' : 'The answer is code without a fence.');
  }
  const startsCode = text.split('\n').some((line) => syntax.codeLine.test(line));
  const foreign = /\n/.test(text.trim()) && syntax.isForeign(text);
  if (startsCode && !(foreign && finish === 'stop') && (finish === 'length' || syntax.incomplete(text)))
    return rejected('truncated', 'The code ends in the middle.');
  if (looksLikeRefusal(text)) return rejected('refusal', 'The model declined.');
  if (foreign) return rejected('wrong-language', 'The code is in another language.');
  if (startsCode)
    return repaired(text) === null ? rejected('syntax', 'The code does not parse.') : rejected('no-code', 'The code does nothing.');
  return null;
}

/** The text up to a closing fence at its end, which a leaked token may follow. */
function withoutLastCloser(text: string): string {
  const closer = /\s*(?:<|$)/y;
  for (const { index } of text.matchAll(/(?<!`)`{3}|(?<!~)~{3}/g)) {
    closer.lastIndex = index + 3;
    if (closer.test(text) && (text[closer.lastIndex - 1] === '<' || closer.lastIndex === text.length))
      return text.slice(0, index).trimEnd();
  }
  return text;
}

/** `Sure` and `Done` parse as names: a capitalised word on a line of its own, apart from the code and unknown to it, is no code. */
function withoutLoneWords(text: string): string {
  const first = /^\s*(\p{Lu}\p{L}+)[!.:]?[ \t]*\n(?=[ \t]*\n)/u.exec(text);
  const rest = first !== null && isUnknown(first[1] ?? '', text) ? text.slice(first[0].length) : text;
  const last = /\n[ \t]*\n[ \t]*(\p{Lu}\p{L}+)[!.]?\s*$/u.exec(rest);
  return last !== null && isUnknown(last[1] ?? '', rest) ? rest.slice(0, last.index + 1) : rest;
}

const isUnknown = (word: string, text: string): boolean => text.split(new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, 'u')).length === 2;

/** Chunks in `lua{`…`}lua` among other text. */
function luaWrappers(search: Search, text: string): Extraction | null {
  const within = text.slice(0, text.lastIndexOf('}lua') + 4);
  const found = [...within.matchAll(/\blua\{([\s\S]*?)\}lua\b/g)].flatMap((match) => programIn(search, match[1] ?? '') ?? []);
  const programs = found.filter((program) => offersEntry(search, program) && !isBlank(program.code));
  const distinct = new Set(programs.map(({ code }) => code.trim()));
  const last = programs.at(-1);
  if (last === undefined) return null;
  if (distinct.size > 1 && search.entry === null) return rejected('ambiguous', `The answer holds ${distinct.size} different scripts.`);
  return taken(last, 'The code of a lua{…}lua wrapper.');
}
