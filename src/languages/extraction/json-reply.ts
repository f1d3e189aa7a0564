import type { Json } from '../../domain/json.ts';
import { type FoundJson, findJson, type JsonSearch } from './find-json.ts';
import { programOfNotebook } from './notebook.ts';

/** Texts of JSON values that may be programs, or why there are none. */
export type JsonTexts =
  | { readonly type: 'texts'; readonly texts: readonly JsonText[] }
  | { readonly type: 'truncated' }
  | { readonly type: 'none' };

/** `named`: its key says that it is code. */
export type JsonText = { readonly text: string; readonly key: string; readonly named: boolean };

const codeKeys = new Set(
  'code result solution program script source answer output implementation function content snippet lua python javascript typescript js ts py'.split(
    ' ',
  ),
);

/** Objects inside of texts that are read, such as the arguments of a tool call. */
const deepestText = 3;

/** The texts of the JSON values that a reply is made of. Where only some stand apart from sentences, these count. */
export function textsInJson({ values, open }: JsonSearch, which: 'all' | 'standing'): JsonTexts {
  if (open !== null) return { type: 'truncated' };
  const objects = values.filter(({ value }) => typeof value === 'object' && value !== null);
  const standing = objects.filter((found) => found.standing);
  const texts = (standing.length > 0 || which === 'standing' ? standing : objects).flatMap(({ value }) => textsOf(value, '', deepestText));
  return texts.length === 0 ? { type: 'none' } : { type: 'texts', texts };
}

function textsOf(data: Json, key: string, depth: number): readonly JsonText[] {
  if (typeof data === 'string') {
    const inner = depth > 0 && /^\s*\{\s*["']/.test(data) ? findJson(data) : null;
    const [only, ...more] = inner?.values ?? [];
    if (only !== undefined && more.length === 0 && isAll(only, data)) return textsOf(only.value, key, depth - 1);
    return [{ key, text: data, named: codeKeys.has(key.toLowerCase()) }];
  }
  if (Array.isArray(data)) {
    // Code as a list of its lines.
    if (data.length > 1 && codeKeys.has(key.toLowerCase()) && data.every((line) => typeof line === 'string' && !line.includes('\n')))
      return [{ key, text: data.join('\n'), named: true }];
    return data.flatMap((item: Json) => textsOf(item, key, depth));
  }
  const notebook = programOfNotebook(data);
  if (notebook !== null) return [{ key: 'source', text: notebook, named: true }];
  return typeof data === 'object' && data !== null ? Object.entries(data).flatMap(([name, value]) => textsOf(value, name, depth)) : [];
}

const isAll = ({ start, end }: FoundJson, text: string): boolean => text.slice(0, start).trim() === '' && text.slice(end).trim() === '';

/** Undoes a second escaping of a text that has no real line end: `\n` as two characters. */
export const unescapedAgain = (text: string): string =>
  text.replace(/\\([nt"'\\])/g, (_, character: string) => ({ n: '\n', t: '\t' })[character] ?? character);

/** The chunk in `lua{`…`}lua`; only the last brace is the wrapper's. Null where there is no such wrapper. */
export const unwrapLua = (code: string): string | null => /^\s*lua\s?\{([\s\S]*)\}lua\s*;?\s*$/.exec(code)?.[1] ?? null;
