import type { Entry, Parameter } from '../../domain/contract.ts';
import type { Reading } from '../../ports/language.ts';
import { headersFromLast } from '../brackets.ts';
import { childByField, cleanNodes, namedChildren, type Parse, type SyntaxNode } from '../syntax-tree.ts';

type FunctionEntry = Extract<Entry, { readonly kind: 'function' }>;

/** Reads `def f(xs: list[int]) -> int`, with or without `def` and the colon. */
export function parsePythonSignature(parse: Parse, text: string): Reading<FunctionEntry> {
  const line = text.trim().replace(/\s*:?\s*(?:\.\.\.|pass)?\s*$/, '');
  const header = /^(?:async\s+)?def\b/.test(line) ? line : `def ${line}`;
  const [node, ...more] = cleanNodes(parse(`${header}: ...`)) ?? [];
  if (node?.type !== 'function_definition' || more.length > 0) {
    return {
      ok: false,
      reason: `Cannot read the signature "${text.trim().slice(0, 80)}": write for instance def f(xs: list[int]) -> int.`,
    };
  }
  return { ok: true, value: pythonFunction(node) };
}

export function pythonFunction(node: SyntaxNode): FunctionEntry {
  const returns = childByField(node, 'return_type')?.text;
  const parameters = namedChildren(childByField(node, 'parameters') ?? node).flatMap((child) => parameter(child) ?? []);
  return { kind: 'function', name: childByField(node, 'name')?.text ?? '', parameters, ...(returns === undefined ? {} : { returns }) };
}

function parameter(node: SyntaxNode): Parameter | null {
  if (node.type === 'keyword_separator' || node.type === 'positional_separator') return null;
  const target = childByField(node, 'name') ?? (node.type === 'typed_parameter' ? namedChildren(node)[0] : node) ?? node;
  const annotation = childByField(node, 'type')?.text;
  const defaultValue = childByField(node, 'value')?.text;
  return {
    name: target.text,
    ...(annotation === undefined ? {} : { annotation }),
    ...(defaultValue === undefined ? {} : { defaultValue }),
    ...(target.text.startsWith('*') ? { variadic: true } : {}),
  };
}

const defined = /(?:async\s+)?def\s+[\p{L}_][\p{L}\p{N}_]*\s*\(/gu;
/** "a function add(a, b)", "функцию `add(a, b)`": no keyword of Python, but a name with its parameters. */
const described = /(?<=(?:functions?|функци(?:я|ю|и|ей))\s{1,8}`?)[A-Za-z_]\w*\(/gu;

/** The last `def` in a text, because helpers come before what is asked for; else a function that a sentence names. */
export function findPythonSignature(parse: Parse, request: string): Entry | null {
  return lastSignature(parse, request, defined) ?? lastSignature(parse, request, described);
}

function lastSignature(parse: Parse, request: string, opening: RegExp): Entry | null {
  for (const { at, close } of headersFromLast(request, opening)) {
    const rest = /^\s*->\s*([^:\n]+)/.exec(request.slice(close + 1));
    const header = request.slice(at, close + 1);
    for (const text of rest === null ? [header] : [`${header} -> ${(rest[1] ?? '').trim()}`, header]) {
      const read = parsePythonSignature(parse, text);
      if (read.ok) return read.value;
    }
  }
  return null;
}

export function formatPythonSignature(entry: Entry): string {
  if (entry.kind !== 'function') return entry.kind === 'module' ? entry.exports.join(', ') : '';
  const parameters = entry.parameters.map(({ name, annotation, defaultValue }) => {
    const typed = annotation === undefined ? name : `${name}: ${annotation}`;
    if (defaultValue === undefined) return typed;
    return annotation === undefined ? `${typed}=${defaultValue}` : `${typed} = ${defaultValue}`;
  });
  return `def ${entry.name}(${parameters.join(', ')})${entry.returns === undefined ? '' : ` -> ${entry.returns}`}`;
}
