/** What a literal of any supported language looks like from afar. */
export type ValueKind =
  | 'number'
  | 'text'
  | 'flag'
  | 'nothing'
  | 'map'
  | 'list'
  | 'list-of-numbers'
  | 'list-of-texts'
  | 'list-of-lists'
  | 'other';

/** Kinds of one call's arguments and of its result. */
export type CallShape = { readonly parameters: readonly ValueKind[]; readonly result: ValueKind };

/** The shape of `f(1, "a")` with the result `[2]`, both as source text of any supported language; null for anything but one call. */
export function callShape(call: string, result: string): CallShape | null {
  const inside = /^\s*[\p{L}_$][\p{L}\p{N}_$.]*\s*\(([\s\S]*)\)\s*$/u.exec(call)?.[1];
  if (inside === undefined || splitAtTop(`${inside})`, ')')[1] !== '') return null;
  return { parameters: inside.trim() === '' ? [] : splitAtTop(inside, ',').map(valueKind), result: valueKind(result) };
}

/**
 * The shape of a check such as `f(2) == 4` or `f(2) -> 4`; results that are compared through a text form are seen
 * through. Null where nothing is returned or it cannot be read.
 */
export function checkShape(check: string): CallShape | null {
  const equation = splitAtTop(check, '==');
  const sides = equation.length > 1 ? equation : splitAtTop(check.replace(/\)\s+(?:returns?|is|gives)\s+/u, ') -> '), '->');
  const left = sides[0]?.trim() ?? '';
  const right = sides.slice(1).join('==').replace(/^=/u, '').trim();
  if (sides.length < 2 || right === '') return null;
  const asJson = /^JSON\.stringify\(([\s\S]*)\)$/u.exec(left)?.[1];
  if (asJson !== undefined) return callShape(asJson, unquote(right));
  const joined = /^table\.concat\(([\s\S]*),\s*"[^"]*"\)$/u.exec(left)?.[1];
  if (joined !== undefined) {
    const row = /^([\s\S]*\))\[\d+\]$/u.exec(joined)?.[1];
    if (row !== undefined) return callShape(row, '{{}}');
    const items = unquote(right).split(',');
    const numbers = items.every((item) => Number.isFinite(Number(item)));
    return callShape(joined, items.join('') === '' ? '{}' : numbers ? '{1}' : '{"a"}');
  }
  const field = /^([\s\S]*\))(?:\.\w+|\[[^\]]*\])$/u.exec(left)?.[1];
  if (field !== undefined) return callShape(field, '{a = 1}');
  return callShape(left, right);
}

/** How like two kinds are, 0 to 1. */
export function kindLikeness(a: ValueKind, b: ValueKind): number {
  if (a === b) return 1;
  const isList = (kind: ValueKind): boolean => kind.startsWith('list');
  return isList(a) && isList(b) ? (a === 'list' || b === 'list' ? 0.8 : 0.5) : 0;
}

function valueKind(source: string): ValueKind {
  const text = source.trim();
  if (/^[+-]?(?:\d|\.\d)/u.test(text) || /^[+-]?(?:math\.|float\()/u.test(text)) return 'number';
  if (/^[bfr]?["'`]/iu.test(text) || text.startsWith('[[')) return text.startsWith('[[') && text.endsWith(']') ? listKind(text) : 'text';
  if (/^(?:true|false)$/iu.test(text)) return 'flag';
  if (/^(?:none|nil|null|undefined)$/iu.test(text)) return 'nothing';
  if (text.startsWith('[') || text.startsWith('(')) return listKind(text);
  if (text.startsWith('{')) return isMap(text) ? 'map' : listKind(text);
  return 'other';
}

/** `{}` is a Lua list as often as a map elsewhere; with keys it is a map in all of them. */
function isMap(text: string): boolean {
  const first = splitAtTop(text.slice(1, -1), ',')[0] ?? '';
  return splitAtTop(first, '=').length > 1 || splitAtTop(first, ':').length > 1;
}

function listKind(text: string): ValueKind {
  const first = (splitAtTop(text.slice(1, -1), ',')[0] ?? '').trim();
  if (first === '') return 'list';
  const kind = valueKind(first);
  if (kind === 'number') return 'list-of-numbers';
  if (kind === 'text') return 'list-of-texts';
  return kind.startsWith('list') ? 'list-of-lists' : 'list';
}

function unquote(source: string): string {
  return /^(["'])([\s\S]*)\1$/u.exec(source)?.[2]?.replace(/\\(["'\\])/gu, '$1') ?? source;
}

/** Splits where the separator stands outside quotes and brackets. */
function splitAtTop(text: string, separator: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = '';
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (quote !== '') {
      if (character === '\\') at += 1;
      else if (character === quote) quote = '';
    } else if (depth === 0 && text.startsWith(separator, at)) {
      parts.push(text.slice(start, at));
      start = at + separator.length;
      at = start - 1;
    } else if (character === '"' || character === "'") quote = character;
    else if ('([{'.includes(character)) depth += 1;
    else if (')]}'.includes(character)) depth -= 1;
  }
  return [...parts, text.slice(start)];
}
