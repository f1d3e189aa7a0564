import type { Diagnostic } from '../../domain/diagnostic.ts';
import { childByField, namedChildren, type SyntaxNode } from '../syntax-tree.ts';

/** An entry whose body does nothing yet: a docstring, `pass`, `...`, `raise NotImplementedError`. */
export function pythonStub(node: SyntaxNode, name: string): readonly Diagnostic[] {
  if (node.type !== 'function_definition') return [];
  const body = namedChildren(childByField(node, 'body') ?? node);
  if (!body.every(isIdle)) return [];
  return [
    {
      severity: 'error',
      rule: 'stub',
      message: `${name} has no body yet`,
      line: node.row + 1,
      hint: 'Write the body instead of a placeholder.',
    },
  ];
}

function isIdle(statement: SyntaxNode): boolean {
  if (statement.type === 'pass_statement') return true;
  if (statement.type === 'raise_statement') return /^raise\s+NotImplementedError\b/.test(statement.text);
  if (statement.type === 'return_statement') return /^return\s+NotImplemented$/.test(statement.text);
  const inner = statement.type === 'expression_statement' ? namedChildren(statement)[0] : undefined;
  return inner?.type === 'string' || inner?.type === 'ellipsis' || inner?.type === 'concatenated_string';
}
