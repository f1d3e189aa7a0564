import type { Extraction } from '../../ports/language.ts';
import { unwrapLua } from './json-reply.ts';
import { entryMissing, type JsonPrograms, offersEntry, programsInJson, rejected, type Search, taken } from './search.ts';

/** The program of a reply that is a JSON object; null when the reply is something else. */
export function fromJson(search: Search): Extraction | null {
  const { syntax, finish } = search;
  const body = search.text.replace(/^\s*(?:`{3,}|~{3,})[^\n{[]*\n?/, '');
  if (!/^\s*(?:\{|\[|["'][\w-]+["']\s*:)/.test(body)) return null;
  // A program can begin with a bracket as well.
  const asCode = /^\s*[{[]/.test(body) && !/^\s*\{\s*(?:["'][^"'\n]*["']|\w+)\s*:|^\s*\[\s*[{"]/.test(body);
  if (asCode) return null;
  const found = programsInJson(search, body);
  if (found.type === 'truncated') return rejected('truncated', `The JSON object does not end${atLimit(finish)}.`);
  if (found.type === 'none') return null;
  return chooseFromJson(search, found) ?? (found.failed.length === 0 ? null : badCode(syntax, found.failed));
}

/** The program of an object between sentences, or inside of one, under a key that names code. */
export function fromJsonAmongProse(search: Search, which: 'standing' | 'all'): Extraction | null {
  if (!/[{[]/.test(search.text)) return null;
  const found = programsInJson(search, search.text, which, true);
  return found.type === 'programs' ? chooseFromJson(search, found) : null;
}

const atLimit = (finish: Search['finish']): string => (finish === 'length' ? ': the token limit was reached' : '');

/** The last that offers the entry; without an entry there must be only one. */
export function chooseFromJson(search: Search, { programs }: JsonPrograms): Extraction | null {
  const { entry } = search;
  if (programs.length === 0) return null;
  const offering = programs.filter((program) => offersEntry(search, program));
  const last = offering.at(-1);
  if (last === undefined) return entryMissing(entry ?? '');
  if (entry === null && offering.length > 1) return rejected('ambiguous', `The JSON object holds ${offering.length} different programs.`);
  return taken(last, 'The code of a JSON object.');
}

function badCode(syntax: Search['syntax'], texts: readonly string[]): Extraction | null {
  if (texts.every((text) => text.trim() === '')) return rejected('no-code', 'The JSON object has an empty text for the code.');
  if (texts.some((text) => syntax.isForeign(text)))
    return rejected('wrong-language', 'The code of the JSON object is in another language.');
  return texts.some((text) => text.includes('\n') || syntax.codeLine.test(text) || unwrapLua(text) !== null)
    ? rejected('syntax', 'The code of the JSON object does not parse.')
    : null;
}
