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
      column: node.column + 1,
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

const hints: Readonly<Record<string, string>> = {
  NameError: 'Define or import the name before it is used.',
  UnboundLocalError: 'Give the variable a value on every path before it is read.',
  TypeError: 'Check the types of the values in this line and the number of arguments.',
  IndexError: 'Check the length before indexing; the last index is len(x) - 1.',
  KeyError: 'Use .get() or test for the key first.',
  AttributeError: 'The object has no such attribute: check what the expression returns.',
  ValueError: 'Check the values that are passed in this line.',
  ZeroDivisionError: 'Handle a divisor of zero.',
  RecursionError: 'The recursion needs a base case that is reached.',
  ModuleNotFoundError: 'Only the standard library is there: write it without this module.',
  ImportError: 'Only the standard library is there: write it without this import.',
  StopIteration: 'Give next() a default value.',
  SystemExit: 'Return a value instead of leaving the program.',
  EOFError: 'Do not read input: the arguments hold all that is needed.',
};

export const pythonFailureHint = (error: string, message: string): string => {
  if (error === 'UnboundLocalError' || !message.includes('NoneType')) return hints[error] ?? 'Mend the line that raised.';
  return 'A value is None here: check what returns it, and return on every path.';
};
