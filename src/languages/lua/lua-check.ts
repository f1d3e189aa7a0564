import type { Diagnostic } from '../../domain/diagnostic.ts';
import { childByField, namedChildren, type SyntaxNode, walk } from '../syntax-tree.ts';

/** An entry whose body does nothing yet: it is empty, or raises "not implemented". */
export function luaStub(node: SyntaxNode, name: string): readonly Diagnostic[] {
  if (node.type !== 'function_declaration' && node.type !== 'function_definition') return [];
  const block = childByField(node, 'body');
  const body = block === undefined ? [] : namedChildren(block);
  const idle = body.every((statement) => /^error\s*\(\s*(["'])(?:not implemented|todo)[^"']*\1\s*\)$/i.test(statement.text));
  if (!idle) return [];
  const place = { line: node.row + 1, column: node.column + 1 };
  return [
    { severity: 'error', rule: 'stub', message: `${name} has no body yet`, ...place, hint: 'Write the body instead of a placeholder.' },
  ];
}

type Rule = { readonly rule: string; readonly matches: (node: SyntaxNode) => boolean; readonly message: string; readonly hint: string };

const foreignMethods =
  /:(?:split|trim|push|pop|map|filter|forEach|join|length|substring|toUpperCase|toLowerCase|append|includes|indexOf|startswith|endswith|strip)$/;

/** Faults that compile: habits of other languages. */
const rules: readonly Rule[] = [
  {
    rule: 'lua-foreign-method',
    matches: (node) => node.type === 'method_index_expression' && foreignMethods.test(node.text),
    message: 'Lua has no such method on strings and tables',
    hint: 'Write it with string.gmatch, string.gsub, string.sub or table.insert.',
  },
  {
    rule: 'lua-foreign-name',
    matches: (node) => node.type === 'identifier' && ['null', 'None', 'this', 'undefined', 'True', 'False'].includes(node.text),
    message: 'this name means nothing in Lua',
    hint: 'Use nil, true, false or self.',
  },
  {
    rule: 'lua-removed',
    matches: (node) =>
      node.type === 'function_call' &&
      ['unpack', 'loadstring', 'setfenv', 'getfenv', 'table.getn'].includes(childByField(node, 'name')?.text ?? ''),
    message: 'this function is not in Lua 5.4',
    hint: 'Use table.unpack, load and the length operator #.',
  },
  {
    rule: 'lua-pattern',
    matches: (node) =>
      node.type === 'function_call' &&
      /[:.](?:g?match|gsub|find)$/.test(childByField(node, 'name')?.text ?? '') &&
      /\\\\[dwsDWSb]/.test(node.text),
    message: 'Lua patterns are no regular expressions',
    hint: 'Use %d, %w and %s instead of \\d, \\w and \\s.',
  },
  {
    rule: 'lua-index-from-zero',
    matches: (node) => node.type === 'for_numeric_clause' && /=\s*0\s*,\s*#[\w.]+\s*-\s*1\s*$/.test(node.text),
    message: 'tables start at 1',
    hint: 'Count from 1 to #t.',
  },
];

/** Warnings for what is legal and most likely wrong, one a rule. */
export function luaWarnings(root: SyntaxNode): readonly Diagnostic[] {
  const found = new Map<string, Diagnostic>();
  for (const node of walk(root)) {
    for (const { rule, matches, message, hint } of rules) {
      if (found.has(rule) || !matches(node)) continue;
      const near = node.text.split('\n', 1)[0]?.slice(0, 40) ?? '';
      found.set(rule, { severity: 'warning', rule, message: `${message}: ${near}`, line: node.row + 1, column: node.column + 1, hint });
    }
  }
  return [...found.values()];
}

export function luaFailureHint(_error: string, message: string): string {
  if (/attempt to index a nil value/.test(message)) return 'Test the value for nil before indexing it.';
  if (/attempt to call a nil value/.test(message)) return 'The function does not exist: define it, or use one of the standard library.';
  if (/attempt to (?:perform arithmetic|compare|concatenate)/.test(message))
    return 'Convert or test the value first; it has another type than expected.';
  if (/attempt to get length/.test(message)) return 'Only strings and tables have a length.';
  if (/stack overflow/.test(message)) return 'The recursion needs a base case that is reached.';
  if (/bad argument/.test(message)) return 'Check the type of the argument that is passed.';
  return 'Mend the line that raised.';
}
