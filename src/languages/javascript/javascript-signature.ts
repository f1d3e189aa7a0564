import type { Entry, Parameter } from '../../domain/contract.ts';
import type { Reading } from '../../ports/language.ts';
import { headersFromLast } from '../brackets.ts';
import { childByField, cleanNodes, namedChildren, type Parse, type SyntaxNode } from '../syntax-tree.ts';

export type FunctionEntry = Extract<Entry, { readonly kind: 'function' }>;

/**
 * Reads `function f(a, b)`, `async function f(a)`, `const f = (a) =>` and `f(a)`, with or without a body; with the grammar
 * of TypeScript also its annotations. An asynchronous function without an annotation returns `Promise`.
 */
export function parseJavaScriptSignature(parse: Parse, text: string, example: string): Reading<FunctionEntry> {
  const line = text.trim().replace(/^export\s+(?:default\s+)?/, '');
  for (const attempt of line === '' ? [] : attempts(line)) {
    const [node, ...more] = cleanNodes(parse(attempt)) ?? [];
    const found = node === undefined || more.length > 0 ? null : namedFunction(node);
    if (found !== null) return { ok: true, value: found };
  }
  return { ok: false, reason: `Cannot read the signature "${text.trim().slice(0, 80)}": write for instance ${example}.` };
}

function attempts(line: string): readonly string[] {
  const header = line.replace(/\s*(?:\{[\s\S]*)?;?$/, '');
  const forms = (text: string): readonly string[] => {
    if (/^(?:async\s+)?function\b/.test(text) || /^(?:const|let|var)\s/.test(text)) return [`${text} {}`, text];
    return /^[\w$]+\s*=/.test(text) ? [`const ${text} {}`] : [`function ${text} {}`, `async function ${text.replace(/^async\s+/, '')} {}`];
  };
  return [line, header].flatMap(forms);
}

function namedFunction(node: SyntaxNode): FunctionEntry | null {
  if (/^(?:generator_)?function_declaration$|^function_signature$/.test(node.type))
    return functionEntry(node, childByField(node, 'name')?.text);
  if (node.type !== 'lexical_declaration' && node.type !== 'variable_declaration') return null;
  const [declarator, ...more] = namedChildren(node);
  const value = declarator === undefined ? undefined : childByField(declarator, 'value');
  if (declarator === undefined || value === undefined || more.length > 0) return null;
  const isFunction = ['arrow_function', 'function_expression', 'generator_function'].includes(value.type);
  return isFunction ? functionEntry(value, childByField(declarator, 'name')?.text) : null;
}

function functionEntry(node: SyntaxNode, name: string | undefined): FunctionEntry | null {
  if (name === undefined || !/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name)) return null;
  const single = childByField(node, 'parameter');
  const list = childByField(node, 'parameters');
  const given = single !== undefined ? [single] : list === undefined ? [] : namedChildren(list);
  const isAsync = node.children.some(({ type }) => type === 'async');
  const returns = withoutColon(childByField(node, 'return_type')) ?? (isAsync ? 'Promise' : undefined);
  return { kind: 'function', name, parameters: given.flatMap(parameterOf), ...(returns === undefined ? {} : { returns }) };
}

const withoutColon = (node: SyntaxNode | undefined): string | undefined => node?.text.replace(/^:\s*/, '');

/** A parameter that may be left out without a default, `n?: number`, has an empty default. */
function parameterOf(node: SyntaxNode): readonly Parameter[] {
  const target = childByField(node, 'pattern') ?? childByField(node, 'left') ?? node;
  if (target.text === 'this') return [];
  const annotation = withoutColon(childByField(node, 'type'));
  const optional = node.type === 'optional_parameter' ? '' : undefined;
  const defaultValue = (childByField(node, 'value') ?? childByField(node, 'right'))?.text ?? optional;
  return [
    {
      name: target.text,
      ...(annotation === undefined ? {} : { annotation }),
      ...(defaultValue === undefined ? {} : { defaultValue }),
      ...(target.text.startsWith('...') ? { variadic: true } : {}),
    },
  ];
}

const openings =
  /(?:(?:async\s{1,8})?function\s{0,8}\*?\s{0,8}[\p{L}_$][\p{L}\p{N}_$]*\s{0,8}(?:<[^>()]{0,200}>)?\s{0,8}|(?:const|let|var)\s{1,8}[\p{L}_$][\p{L}\p{N}_$]*\s{0,8}=\s{0,8}(?:async\s{0,8})?)\(/gu;

/** The last function with a name in a text: helpers come before what is asked for. */
export function findJavaScriptSignature(parse: Parse, request: string): Entry | null {
  for (const { at, close } of headersFromLast(request, openings)) {
    const header = request.slice(at, close + 1);
    const rest = request.slice(close + 1);
    const returns = /^\s*:\s*[^={};\n]*[^={};\s]/.exec(rest)?.[0] ?? '';
    const isArrow = /^(?:const|let|var)/.test(header);
    if (isArrow && !/^\s*(?::[^=\n]*)?=>/.test(rest)) continue;
    for (const text of returns === '' ? [header] : [header + returns, header]) {
      const read = parseJavaScriptSignature(parse, isArrow ? `${text} =>` : text, '');
      if (read.ok) return read.value;
    }
  }
  return null;
}

/** `function f(a, b = 2)`; with `types`, `function f(a: number, b?: string): string`. */
export function formatJavaScriptSignature(entry: Entry, types: boolean): string {
  if (entry.kind !== 'function') return entry.kind === 'module' ? entry.exports.join(', ') : '';
  const parameters = entry.parameters.map(({ name, annotation, defaultValue }) => {
    const mark = types && defaultValue === '' ? '?' : '';
    const typed = types && annotation !== undefined ? `${name}${mark}: ${annotation}` : name + mark;
    return defaultValue === undefined || defaultValue === '' ? typed : `${typed} = ${defaultValue}`;
  });
  const isAsync = entry.returns !== undefined && /^Promise\b/.test(entry.returns);
  const returns = !types || entry.returns === undefined ? '' : `: ${entry.returns === 'Promise' ? 'Promise<unknown>' : entry.returns}`;
  return `${isAsync ? 'async ' : ''}function ${entry.name}(${parameters.join(', ')})${returns}`;
}
