import { jsonrepair } from 'jsonrepair';

/** Code values of a JSON reply, or why there are none. */
export type JsonCode =
  | { readonly type: 'codes'; readonly codes: readonly string[] }
  | { readonly type: 'truncated' }
  | { readonly type: 'none' };

const codeKeys = [
  'code',
  'result',
  'solution',
  'program',
  'script',
  'source',
  'answer',
  'output',
  'lua',
  'python',
  'javascript',
  'typescript',
];

/** Reads a reply that is one JSON object. `isCode` tells which of its texts are programs. */
export function codeFromJson(text: string, isCode: (code: string) => boolean): JsonCode {
  const start = text.search(/[{[]/);
  const json = text.slice(start).trim();
  if (start < 0 || text.slice(0, start).trim() !== '' || !/^\{\s*["'\w]/.test(json) || !/^\{\s*(?:"[^"]*"|'[^']*'|\w+)\s*:/.test(json))
    return { type: 'none' };
  const end = endOfJson(json);
  if (end < 0) return { type: 'truncated' };
  const data = parse(json.slice(0, end));
  if (data === undefined) return { type: 'none' };
  const named = textsOf(data).filter(({ key }) => codeKeys.includes(key));
  const all = (named.length > 0 ? named : textsOf(data)).map(({ text: value }) => unwrap(value, isCode));
  const codes = [...new Set(all.filter(isCode))];
  return codes.length > 0 ? { type: 'codes', codes } : { type: 'none' };
}

/** Where the first JSON value ends; -1 when it does not. */
function endOfJson(json: string): number {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (quoted) {
      if (character === '\\') at += 1;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

function parse(json: string): unknown {
  const rawBreaks: Readonly<Record<string, string>> = { '\n': '\\n', '\t': '\\t', '\r': '\\r' };
  // Models put real line ends into strings; JSON wants them escaped.
  const escaped = json.replace(/"(?:[^"\\]|\\[\s\S])*"/g, (text) =>
    text.replace(/[\n\t\r]/g, (character) => rawBreaks[character] ?? character),
  );
  for (const attempt of [() => JSON.parse(escaped), () => JSON.parse(jsonrepair(escaped))]) {
    try {
      return attempt();
    } catch {
      // The next reading, or none.
    }
  }
  return undefined;
}

function textsOf(data: unknown, key = ''): readonly { readonly key: string; readonly text: string }[] {
  if (typeof data === 'string') return [{ key, text: data }];
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([name, value]) => textsOf(value, Array.isArray(data) ? key : name));
}

/** Takes code out of a fence, out of `lua{`…`}lua`, and out of a second escaping. */
function unwrap(value: string, isCode: (code: string) => boolean): string {
  const fenced = /^\s*(?:```|~~~)[^\n]*\n([\s\S]*?)\n?(?:```|~~~)\s*$/.exec(value)?.[1];
  const wrapped = unwrapLua(fenced ?? value);
  if (wrapped.includes('\n') || isCode(wrapped) || !/\\[nt"]/.test(wrapped)) return wrapped;
  const again = wrapped.replace(/\\([nt"\\])/g, (_, character: string) => ({ n: '\n', t: '\t' })[character] ?? character);
  return isCode(again) ? again : wrapped;
}

/** `lua{`…`}lua` around a chunk; only the last brace is the wrapper's. */
export const unwrapLua = (code: string): string => /^\s*lua\{([\s\S]*)\}lua\s*$/.exec(code)?.[1] ?? code;
