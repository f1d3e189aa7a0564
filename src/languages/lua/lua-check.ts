import type { Diagnostic } from '../../domain/diagnostic.ts';
import { childByField, namedChildren, type SyntaxNode, walk } from '../syntax-tree.ts';
import type { LuaDialect } from './lua-dialects.ts';

/** An entry whose body does nothing yet: it is empty, or raises "not implemented". */
export function luaStub(node: SyntaxNode, name: string): readonly Diagnostic[] {
  if (node.type !== 'function_declaration' && node.type !== 'function_definition') return [];
  const block = childByField(node, 'body');
  const body = block === undefined ? [] : namedChildren(block);
  const idle = body.every((statement) => /^error\s*\(\s*(["'])(?:not implemented|todo)[^"']*\1\s*\)$/i.test(statement.text));
  if (!idle) return [];
  const place = { line: node.row + 1 };
  return [
    { severity: 'error', rule: 'stub', message: `${name} has no body yet`, ...place, hint: 'Write the body instead of a placeholder.' },
  ];
}

/** What methods of other languages are here. */
const foreignMethods: Readonly<Record<string, string>> = {
  split: "Use string.gmatch(s, '[^,]+') with the separator in the brackets.",
  trim: "Use s:match('^%s*(.-)%s*$').",
  strip: "Use s:match('^%s*(.-)%s*$').",
  push: 'Use table.insert(t, value).',
  append: 'Use table.insert(t, value).',
  add: 'Use table.insert(t, value).',
  pop: 'Use table.remove(t).',
  shift: 'Use table.remove(t, 1).',
  map: 'Use a loop over ipairs that fills a new table.',
  filter: 'Use a loop over ipairs that fills a new table.',
  forEach: 'Use for i, value in ipairs(t) do.',
  join: "Use table.concat(t, ', ').",
  length: 'Use the length operator #.',
  size: 'Use the length operator #.',
  substring: 'Use s:sub(first, last), counted from 1.',
  substr: 'Use s:sub(first, last), counted from 1.',
  slice: 'Use s:sub(first, last), counted from 1.',
  charAt: 'Use s:sub(i, i), counted from 1.',
  toUpperCase: 'Use s:upper().',
  toLowerCase: 'Use s:lower().',
  includes: 'Use s:find(text, 1, true).',
  contains: 'Use s:find(text, 1, true).',
  indexOf: 'Use s:find(text, 1, true).',
  replace: 'Use s:gsub(pattern, text).',
  startswith: 'Use s:sub(1, #text) == text.',
  startsWith: 'Use s:sub(1, #text) == text.',
  endswith: 'Use s:sub(-#text) == text.',
  endsWith: 'Use s:sub(-#text) == text.',
  keys: 'Use a loop over pairs.',
};

type Rule = {
  readonly rule: string;
  /** What is wrong with this node; null when nothing is. */
  readonly find: (
    node: SyntaxNode,
    dialect: LuaDialect,
    ownMethods: ReadonlySet<string>,
  ) => { readonly message: string; readonly hint: string } | null;
};

const nameOfCall = (node: SyntaxNode): string => (node.type === 'function_call' ? (childByField(node, 'name')?.text ?? '') : '');

/** Faults that compile: habits of other languages. */
const rules: readonly Rule[] = [
  {
    rule: 'lua-foreign-method',
    find: (node, dialect, ownMethods) => {
      const method = node.type === 'method_index_expression' ? (childByField(node, 'method')?.text ?? '') : '';
      const hint = foreignMethods[method];
      if (hint === undefined || ownMethods.has(method) || (dialect === 'luau' && method === 'split')) return null;
      return { message: `Lua has no such method on strings and tables: ${short(node)}`, hint };
    },
  },
  {
    rule: 'lua-pattern',
    find: (node) =>
      /[:.](?:g?match|gsub|find)$/.test(nameOfCall(node)) && /\\\\[dwsDWSb]/.test(node.text)
        ? { message: `Lua patterns are no regular expressions: ${short(node)}`, hint: 'Use %d, %w and %s instead of \\d, \\w and \\s.' }
        : null,
  },
  {
    rule: 'lua-pattern-or',
    find: (node) =>
      /[:.](?:g?match|gsub)$/.test(nameOfCall(node)) && /\(\w+\|\w+\)/.test(node.text)
        ? { message: `Lua patterns have no alternatives: ${short(node)}`, hint: 'Try one pattern after the other.' }
        : null,
  },
  {
    rule: 'lua-index-from-zero',
    find: (node) =>
      node.type === 'for_numeric_clause' && /=\s*0\s*,\s*(?:#[\w.]+(?:\s*-\s*1)?|[\w.]+\.n\s*-\s*1)\s*$/.test(node.text)
        ? { message: `tables start at 1: ${short(node)}`, hint: 'Count from 1 to #t.' }
        : null,
  },
  {
    rule: 'lua-format-float',
    find: (node, dialect) => {
      if (!/^string\.format$|:format$/.test(nameOfCall(node)) || dialect === '5.1' || dialect === 'luajit' || dialect === 'luau')
        return null;
      const list = childByField(node, 'arguments');
      const divided = namedChildren(list ?? node).some(
        (part) => part.type === 'binary_expression' && part.children.some(({ type }) => type === '/'),
      );
      return divided && /%-?\d*d/.test(node.text)
        ? { message: `%d takes whole numbers, and / gives a float: ${short(node)}`, hint: 'Divide with //, or use math.floor.' }
        : null;
    },
  },
  {
    rule: 'lua-nil-hole',
    find: (node) => {
      if (node.type !== 'table_constructor') return null;
      const fields = namedChildren(node);
      const hole = fields.findIndex((field) => childByField(field, 'name') === undefined && childByField(field, 'value')?.type === 'nil');
      return hole < 0 || hole === fields.length - 1
        ? null
        : {
            message: `a nil inside a table leaves its length undefined: ${short(node)}`,
            hint: 'Use false or another mark for what is missing.',
          };
    },
  },
];

const short = (node: SyntaxNode): string => node.text.split('\n', 1)[0]?.slice(0, 40) ?? '';

/** Warnings for what is legal and most likely wrong, one a rule. */
export function luaWarnings(root: SyntaxNode, dialect: LuaDialect): readonly Diagnostic[] {
  const found = new Map<string, Diagnostic>();
  const nodes = [...walk(root)];
  const ownMethods = new Set(
    nodes.flatMap((node) => {
      const name =
        node.type === 'function_declaration' ? childByField(node, 'name') : node.type === 'field' ? childByField(node, 'name') : undefined;
      return name === undefined ? [] : [name.text.split(/[.:]/).at(-1) ?? ''];
    }),
  );
  for (const node of nodes) {
    for (const { rule, find } of rules) {
      const fault = found.has(rule) ? null : find(node, dialect, ownMethods);
      if (fault !== null) found.set(rule, { severity: 'warning', rule, ...fault, line: node.row + 1 });
    }
  }
  return [...found.values()];
}
