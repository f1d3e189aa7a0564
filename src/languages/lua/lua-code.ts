import type { Diagnostic } from '../../domain/diagnostic.ts';
import type { CodeSyntax } from '../extraction/code-syntax.ts';
import { syntaxProblem } from '../syntax-problem.ts';
import { childByField, namedChildren, type Parse, type SyntaxNode, type SyntaxTree, walk } from '../syntax-tree.ts';
import { luaIncomplete, luaTokens } from './lua-tokens.ts';

/** The first thing that Lua 5.4 would refuse, with its line; null for a chunk that compiles. */
export function luaProblem(tree: SyntaxTree): Diagnostic | null {
  if (tree.hasError) return syntaxProblem(tree.root);
  for (const node of walk(tree.root)) {
    const message = faultOf(node);
    if (message !== null) return { severity: 'error', rule: 'syntax', message, line: node.row + 1 };
  }
  return misplacedBreak(tree.root);
}

/** What the grammar lets through and Lua does not. */
function faultOf(node: SyntaxNode): string | null {
  switch (node.type) {
    case 'escape_sequence':
      if (/^\\(?:[abfnrtv\\"'\n\r]|x[0-9a-fA-F]{2}|z[\s]*|u\{[0-9a-fA-F]+\})$/.test(node.text)) return null;
      return /^\\\d{1,3}$/.test(node.text) && Number(node.text.slice(1)) < 256 ? null : `invalid escape sequence '${node.text}'`;
    case 'string':
      return /^["'].*[^\\](?:\\\\)*\n/.test(node.text) && !/\\z/.test(node.text) ? 'unfinished string' : null;
    case 'identifier':
      return /^[A-Za-z_]\w*$/.test(node.text) ? null : `unexpected symbol near '${node.text.slice(0, 20)}'`;
    case 'attribute':
      return /^<\s*(?:const|close)\s*>$/.test(node.text) ? null : `unknown attribute '${node.text}'`;
    default:
      return null;
  }
}

/** `break` outside a loop. */
function misplacedBreak(root: SyntaxNode): Diagnostic | null {
  const stack: { node: SyntaxNode; inLoop: boolean }[] = [{ node: root, inLoop: false }];
  for (;;) {
    const item = stack.pop();
    if (item === undefined) return null;
    const { node } = item;
    if (node.type === 'break_statement' && !item.inLoop) {
      return { severity: 'error', rule: 'syntax', message: 'break outside a loop', line: node.row + 1 };
    }
    const inLoop =
      ['for_statement', 'while_statement', 'repeat_statement'].includes(node.type) ||
      (node.type.startsWith('function_de') ? false : item.inLoop);
    for (let index = node.children.length - 1; index >= 0; index -= 1) {
      const child = node.children[index];
      if (child !== undefined) stack.push({ node: child, inLoop });
    }
  }
}

/** `require(…)` and `dofile(…)` bring in what another file defines. */
const isRequire = (value: SyntaxNode | undefined): boolean =>
  (value?.type === 'function_call' || value?.type === 'dot_index_expression') &&
  /^(?:require|dofile|loadfile)\b[^.]*(?:\.\w+)*$/s.test(value.text.replace(/(["'])[^"'\n]*\1/, ''));

/** Functions and variables at the top, by their last name: `M.sum` offers `sum`. */
export function luaDefinitions(root: SyntaxNode): ReadonlyMap<string, SyntaxNode> {
  const found = new Map<string, SyntaxNode>();
  const note = (name: string | undefined, node: SyntaxNode): void => {
    if (name !== undefined) found.set(/\[\s*(["'])(\w+)\1\s*\]$/.exec(name)?.[2] ?? name.split(/[.:]/).at(-1) ?? name, node);
  };
  const assign = (node: SyntaxNode): void => {
    const names = namedChildren(namedChildren(node).find(({ type }) => type === 'variable_list') ?? node);
    const values = namedChildren(namedChildren(node).find(({ type }) => type === 'expression_list') ?? node);
    for (const [index, name] of names.entries()) {
      const value = values[index];
      if (isRequire(value)) continue;
      note(name.text, value ?? node);
      if (value?.type === 'table_constructor') tableFields(value);
    }
  };
  const tableFields = (table: SyntaxNode): void => {
    for (const field of namedChildren(table)) {
      const value = childByField(field, 'value');
      if (value?.type === 'function_definition') note(childByField(field, 'name')?.text, value);
    }
  };
  for (const node of namedChildren(root)) {
    if (node.type === 'function_declaration') note(childByField(node, 'name')?.text, node);
    else if (node.type === 'assignment_statement') assign(node);
    else if (node.type === 'variable_declaration')
      for (const child of namedChildren(node)) if (child.type === 'assignment_statement') assign(child);
    if (node.type === 'return_statement')
      for (const list of namedChildren(node))
        for (const value of namedChildren(list)) if (value.type === 'table_constructor') tableFields(value);
  }
  return found;
}

/** A chunk that ends with `return function(…) … end` is that function, whatever its name. */
export function returnedFunction(root: SyntaxNode): SyntaxNode | null {
  const last = namedChildren(root).at(-1);
  const value = last?.type === 'return_statement' ? namedChildren(namedChildren(last)[0] ?? last)[0] : undefined;
  return value?.type === 'function_definition' ? value : null;
}

export function luaCode(parse: Parse, isForeign: (code: string) => boolean): CodeSyntax {
  const definitions = (code: string): readonly string[] => [...luaDefinitions(parse(code).root).keys()];
  return {
    tags: new Set(['lua', 'lua5.4', 'lua54', 'luau']),
    codeLine:
      /^(?:local\s+(?:function\s+)?[A-Za-z_][\w, ]*\s*(?:[=(<]|$)|function\s+[\w.:]+\s*\(|return(?:\s+\S+|\s*$)|--|(?:for|while)\b.*\bdo\b|if\b.*\bthen\b|[A-Za-z_][\w.]*(?:\[[^\]]*\])?\s*=\s*\S|print\s*\()/,
    hasPrompts: false,
    tokens: luaTokens,
    parses(code) {
      const tree = parse(code);
      return !tree.hasError && luaProblem(tree) === null;
    },
    errorBefore: (code) => parse(code).errorBefore,
    incomplete: luaIncomplete,
    hasStatements: (code) => namedChildren(parse(code).root).length > 0,
    definitions,
    offers: (code, name) => definitions(code).includes(name) || returnedFunction(parse(code).root) !== null,
    isForeign,
  };
}
