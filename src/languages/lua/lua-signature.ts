import type { Entry } from '../../domain/contract.ts';
import type { Reading } from '../../ports/language.ts';
import { headersFromLast } from '../brackets.ts';
import { childByField, cleanNodes, namedChildren, type Parse, type SyntaxNode } from '../syntax-tree.ts';

type FunctionEntry = Extract<Entry, { readonly kind: 'function' }>;

/** Reads `function f(n)`, `local function f(a, ...)` or `f(n)`. */
export function parseLuaSignature(parse: Parse, text: string): Reading<FunctionEntry> {
  const line = text.trim().replace(/\s*(?:\.\.\.)?\s*end\s*$/, '');
  const header = /^(?:local\s+)?function\b/.test(line) ? line : `function ${line}`;
  const [node, ...more] = cleanNodes(parse(`${header} end`)) ?? [];
  const name = node === undefined ? undefined : childByField(node, 'name');
  if (node?.type !== 'function_declaration' || more.length > 0 || name?.type !== 'identifier') {
    return { ok: false, reason: `Cannot read the signature "${text.trim().slice(0, 80)}": write for instance function f(n).` };
  }
  return { ok: true, value: luaFunction(node, name.text) };
}

export function luaFunction(node: SyntaxNode, name: string): FunctionEntry {
  const parameters = namedChildren(childByField(node, 'parameters') ?? node).map(({ text }) =>
    text === '...' ? { name: text, variadic: true } : { name: text },
  );
  return { kind: 'function', name, parameters };
}

/** The last `function` with a name in a text: helpers come before what is asked for. */
export function findLuaSignature(parse: Parse, request: string): Entry | null {
  for (const { at, close } of headersFromLast(request, /(?:local\s+)?function\s+[A-Za-z_]\w*\s*\(/g)) {
    const read = parseLuaSignature(parse, request.slice(at, close + 1));
    if (read.ok) return read.value;
  }
  return null;
}

export function formatLuaSignature(entry: Entry): string {
  if (entry.kind !== 'function') return entry.kind === 'module' ? entry.exports.join(', ') : '';
  return `function ${entry.name}(${entry.parameters.map(({ name }) => name).join(', ')})`;
}
