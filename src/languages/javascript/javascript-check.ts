import { isBuiltin } from 'node:module';
import type { Diagnostic } from '../../domain/diagnostic.ts';
import { childByField, namedChildren, type SyntaxNode, walk } from '../syntax-tree.ts';

/** An entry whose body does nothing yet: it is empty, or throws "not implemented". */
export function javascriptStub(node: SyntaxNode, name: string): readonly Diagnostic[] {
  const body = childByField(node, 'body');
  if (body?.type !== 'statement_block' || !namedChildren(body).every(isIdle)) return [];
  const place = { line: node.row + 1 };
  return [
    { severity: 'error', rule: 'stub', message: `${name} has no body yet`, ...place, hint: 'Write the body instead of a placeholder.' },
  ];
}

function isIdle(statement: SyntaxNode): boolean {
  if (statement.type === 'empty_statement') return true;
  if (statement.type === 'throw_statement') return /not\s+(?:yet\s+)?implemented|todo/i.test(statement.text);
  if (statement.type === 'return_statement') return namedChildren(statement).length === 0;
  return statement.type === 'expression_statement' && namedChildren(statement)[0]?.type === 'string';
}

/** Packages that no sandbox has: such a program never loads. */
export function missingImports(root: SyntaxNode): readonly Diagnostic[] {
  const found = new Map<string, Diagnostic>();
  for (const node of walk(root)) {
    const name = importedName(node);
    if (name === null || found.has(name) || isBuiltin(name)) continue;
    found.set(name, {
      severity: 'error',
      rule: 'import-missing',
      message: name.startsWith('.') ? `the file ${name} is not there` : `the package ${name} is not there`,
      ...{ line: node.row + 1 },
      hint: `Only Node's own modules are there: write it without ${name}.`,
    });
  }
  return [...found.values()];
}

function importedName(node: SyntaxNode): string | null {
  const literal = (inner: SyntaxNode | undefined): string | null => (inner?.type === 'string' ? inner.text.slice(1, -1) : null);
  if (node.type === 'import_statement' || node.type === 'export_statement') {
    const onlyTypes = node.children.some(({ type }) => type === 'type');
    return onlyTypes ? null : literal(childByField(node, 'source'));
  }
  if (node.type !== 'call_expression' || !/^(?:require|import)$/.test(childByField(node, 'function')?.text ?? '')) return null;
  // Where a package may be absent it is asked for inside `try`, which a plain look at the text does not judge.
  return node.column === 0 || isTopLevelRequire(node) ? literal(namedChildren(childByField(node, 'arguments') ?? node)[0]) : null;
}

const isTopLevelRequire = (node: SyntaxNode): boolean => childByField(node, 'function')?.text === 'require';
