import type { RejectionReason } from '../../domain/candidate.ts';
import type { Extraction, Reply } from '../../ports/language.ts';
import type { CodeSyntax } from './code-syntax.ts';
import { findJson, type JsonSearch } from './find-json.ts';
import { textsInJson, unescapedAgain, unwrapLua } from './json-reply.ts';
import { type Repaired, repair } from './repairs.ts';

/** One reply while its program is looked for. */
export type Search = {
  readonly syntax: CodeSyntax;
  /** The reply without reasoning and role marks. */
  readonly text: string;
  /** The function that the program must offer; null when any program will do. */
  readonly entry: string | null;
  readonly finish: Reply['finish'];
  /** The code as it parses, after repairs that change no token; null when it does not parse. */
  readonly repaired: (code: string) => Repaired | null;
  /** The JSON values of a part of the reply, each part read once. */
  readonly json: (text: string) => JsonSearch;
};

/** A program of a reply and where it stood, in words for people. */
export type Program = { readonly code: string; readonly mended: readonly string[] };

/** Characters that the parser is given for one reply, whatever the reply: a bound on the time that it takes. */
const parserPatience = (length: number): number => 200_000 + 2 * length;

export function startSearch(language: CodeSyntax, text: string, entry: string | null, finish: Reply['finish']): Search {
  let left = parserPatience(text.length);
  const syntax: CodeSyntax = {
    ...language,
    parses(code) {
      left -= code.length;
      return left > 0 && language.parses(code);
    },
  };
  const known = new Map<string, Repaired | null>();
  const repaired = (code: string): Repaired | null => {
    const seen = known.get(code);
    if (seen !== undefined) return seen;
    const result = repair(syntax, code);
    known.set(code, result);
    return result;
  };
  const read = new Map<string, JsonSearch>();
  const json = (part: string): JsonSearch => {
    const found = read.get(part) ?? findJson(part);
    read.set(part, found);
    return found;
  };
  return { syntax, text, entry, finish, repaired, json };
}

export const rejected = (reason: RejectionReason, detail: string): Extraction => ({ type: 'rejected', reason, detail });

export function taken({ code, mended }: Program, why: string): Extraction {
  const text = `${code.replace(/^(?:[ \t]*\n)+/, '').trimEnd()}\n`;
  return { type: 'code', code: text, why: mended.length === 0 ? why : `${why} Mended: ${[...new Set(mended)].join(', ')}.` };
}

export const isBlank = (text: string): boolean => text.replace(/[\s\u200b\u2060\ufeff]/g, '') === '';

export const entryMissing = (name: string): Extraction => rejected('entry-missing', `No code in the answer defines ${name}.`);

/** A program of this language that does something; null for everything else. */
export function programIn({ syntax, repaired }: Search, source: string): Program | null {
  for (const code of luaReadings(source)) {
    const found = repaired(code);
    if (found !== null && syntax.hasStatements(found.code))
      return code === source ? found : { ...found, mended: ['the lua{…}lua wrapper', ...found.mended] };
  }
  return null;
}

function luaReadings(source: string): readonly string[] {
  const inner = unwrapLua(source);
  if (inner !== null) return [inner];
  // A wrapper that lost its end.
  const rest = /^\s*lua\s?\{([\s\S]*)$/.exec(source)?.[1];
  return rest === undefined ? [source] : [rest.replace(/\}\s*$/, ''), rest, source];
}

/** The program offers the entry, if one is wanted. */
export const offersEntry = ({ syntax, entry }: Search, { code }: Program): boolean => entry === null || syntax.offers(code, entry);

/** `failed`: texts that should be code and do not parse. */
export type JsonPrograms = { readonly type: 'programs'; readonly programs: readonly Program[]; readonly failed: readonly string[] };

/** Programs in the texts of JSON, each once: of keys that name code, else of any unless `onlyNamed`. */
export function programsInJson(
  search: Search,
  json: string,
  which: 'all' | 'standing' = 'all',
  onlyNamed = false,
): JsonPrograms | { readonly type: 'truncated' } | { readonly type: 'none' } {
  const found = textsInJson(search.json(json), which);
  if (found.type !== 'texts') return found;
  const named = found.texts.filter((text) => text.named);
  for (const texts of onlyNamed ? [named] : [named, found.texts]) {
    const programs = texts.flatMap(({ text }) => programInText(search, text) ?? []);
    const distinct = programs.filter(({ code }, index) => programs.findIndex((other) => other.code === code) === index);
    if (distinct.length > 0) return { type: 'programs', programs: distinct, failed: [] };
  }
  return { type: 'programs', programs: [], failed: named.map(({ text }) => text) };
}

/** Takes code out of a fence inside a value, and out of a second escaping. */
function programInText(search: Search, value: string): Program | null {
  const fenced = /(?:^|\n)[ \t]*(?:```|~~~)[^\n]*\n([\s\S]*?)\n?[ \t]*(?:```|~~~)[ \t]*(?:\n|$)/.exec(value)?.[1];
  const whole = fenced === undefined ? null : programIn(search, fenced);
  if (whole !== null) return { ...whole, mended: ['a fence inside of JSON', ...whole.mended] };
  const plain = programIn(search, value);
  if (plain !== null || value.includes('\n') || !/\\[nt"']/.test(value)) return plain;
  const again = programIn(search, unescapedAgain(value));
  return again === null ? null : { ...again, mended: ['a second escaping', ...again.mended] };
}
