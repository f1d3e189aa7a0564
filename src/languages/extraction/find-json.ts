import { jsonrepair } from 'jsonrepair';
import type { Json } from '../../domain/json.ts';
import { readJsonAt } from './json-value.ts';
import { endTokenAt } from './reply-text.ts';

/** `standing`: it has its lines for itself, or a label such as `Result:` in front; otherwise it is a part of a sentence. */
export type FoundJson = {
  readonly value: Json;
  readonly start: number;
  readonly end: number;
  readonly standing: boolean;
  readonly mended: readonly string[];
};

/** `open`: where the last value begins that the end of the text cut. `endToken`: a leaked token ended the search. */
export type JsonSearch = { readonly values: readonly FoundJson[]; readonly open: number | null; readonly endToken: boolean };

/** Characters that are looked at, for each one of the text: prose can be full of braces. */
const patience = 12;

/** All JSON values of a text, outermost only, in order; nothing after a leaked end token. */
export function findJson(text: string): JsonSearch {
  const values: FoundJson[] = [];
  let at = 0;
  let read = 0;
  for (;;) {
    const start = nextOpening(text, at);
    const token = endTokenAt(text.slice(at, start < 0 ? text.length : start));
    if (token >= 0) return { values, open: null, endToken: true };
    if (start < 0 || read > patience * text.length + 10_000) break;
    const found = readJsonAt(text, start);
    const standing = isStanding(text, start, found.type === 'value' ? found.end : text.length);
    read += (found.type === 'open' ? text.length : found.end) - start + 16;
    if (found.type === 'open') {
      if (text[start] === '{' ? found.keyed || standing : standing) return { values, open: start, endToken: false };
    }
    if (found.type === 'value') values.push({ value: found.value, start, end: found.end, standing, mended: found.mended });
    at = found.type === 'value' ? found.end : start + 1;
  }
  if (values.length > 0) return { values, open: null, endToken: false };
  const other = withoutOpening(text) ?? mendedByLibrary(text);
  return { values: other === null ? [] : [other], open: null, endToken: false };
}

function nextOpening(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const character = text[at];
    if (character === '{' || (character === '[' && isStanding(text, at, text.length))) return at;
  }
  return -1;
}

/** Nothing but white space, marks of Markdown or a label in front, and nothing but an end of a sentence or a fence behind. */
function isStanding(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 200), start);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const rest = text.slice(end, end + 200).split('\n', 1)[0] ?? '';
  return /^[\s>]*(?:[`~]{3,}\s*\w*\s*|[^{}[\]"']{0,80}[:：]\s*|<[\w/]+>)?$/u.test(line) && /^[\s`~;.,<]*(?:$|<|`{3}|\{)/.test(rest);
}

/** `"code": "…"}`: the opening brace was lost. */
function withoutOpening(text: string): FoundJson | null {
  const start = text.search(/\S/);
  if (start < 0 || !/^["'][\w-]{1,40}["']\s*:/.test(text.slice(start, start + 60))) return null;
  const found = readJsonAt(`{${text.slice(start)}`, 0);
  return found.type !== 'value' || Array.isArray(found.value)
    ? null
    : { value: found.value, start, end: start + found.end - 1, standing: true, mended: ['a missing opening brace'] };
}

/** What the rules of models' replies do not name, such as quotes inside of strings, is left to a library; it must not close what is open. */
function mendedByLibrary(text: string): FoundJson | null {
  const start = text.search(/\{\s*(?:"[^"\n]{1,60}"|'[^'\n]{1,60}'|[\w-]{1,60})\s*:/);
  const end = text.lastIndexOf('}') + 1;
  if (start < 0 || end <= start || end - start > 100_000 || !isStanding(text, start, end)) return null;
  try {
    const value = JSON.parse(jsonrepair(text.slice(start, end))) as Json;
    if (typeof value !== 'object' || value === null) return null;
    return { value, start, end, standing: true, mended: ['its punctuation'] };
  } catch {
    return null;
  }
}
