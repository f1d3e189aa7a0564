import type { Diagnostic } from '../../domain/diagnostic.ts';
import type { CodeSyntax } from '../extraction/code-syntax.ts';
import { syntaxProblem } from '../syntax-problem.ts';
import { childByField, namedChildren, type Parse, type SyntaxNode, type SyntaxTree, walk } from '../syntax-tree.ts';
import { indentationFault } from './python-indentation.ts';
import { pythonIncomplete, pythonTokens } from './python-tokens.ts';

/** The first thing that Python would refuse, with its line; null for a program that compiles. */
export function pythonProblem(tree: SyntaxTree): Diagnostic | null {
  if (tree.hasError) return syntaxProblem(tree.root);
  for (const node of walk(tree.root)) {
    const message = faultOf(node);
    if (message !== null) {
      return { severity: 'error', rule: 'syntax', message, line: node.row + 1 };
    }
  }
  const uneven = indentationFault(tree.source);
  if (uneven !== null) return { severity: 'error', rule: 'syntax', message: uneven.message, line: uneven.row + 1 };
  return misplaced(tree.root);
}

/** What the grammar lets through and Python does not. */
function faultOf(node: SyntaxNode): string | null {
  switch (node.type) {
    case 'print_statement':
      return 'print needs parentheses';
    case 'exec_statement':
      return 'exec needs parentheses';
    case 'block':
      return namedChildren(node).length === 0 ? 'expected an indented block' : null;
    case 'import_from_statement':
      return node.text.endsWith(',') ? 'trailing comma not allowed without surrounding parentheses' : null;
    case 'try_statement': {
      const handled = node.children.some(({ type }) => ['except_clause', 'except_group_clause', 'finally_clause'].includes(type));
      return handled ? null : "expected 'except' or 'finally' block";
    }
    default:
      return null;
  }
}

/** `return` outside a function and `break` outside a loop. */
function misplaced(root: SyntaxNode): Diagnostic | null {
  const stack: { node: SyntaxNode; inFunction: boolean; inLoop: boolean }[] = [{ node: root, inFunction: false, inLoop: false }];
  for (;;) {
    const item = stack.pop();
    if (item === undefined) return null;
    const { node } = item;
    const wrong =
      (node.type === 'return_statement' && !item.inFunction) ||
      ((node.type === 'break_statement' || node.type === 'continue_statement') && !item.inLoop);
    if (wrong) {
      const word = node.type.replace('_statement', '');
      return {
        severity: 'error',
        rule: 'syntax',
        message: `'${word}' outside ${word === 'return' ? 'function' : 'loop'}`,
        line: node.row + 1,
      };
    }
    const opensFunction = node.type === 'function_definition' || node.type === 'lambda';
    const inFunction = opensFunction || (node.type === 'class_definition' ? false : item.inFunction);
    const inLoop =
      node.type === 'for_statement' ||
      node.type === 'while_statement' ||
      (opensFunction || node.type === 'class_definition' ? false : item.inLoop);
    for (let index = node.children.length - 1; index >= 0; index -= 1) {
      const child = node.children[index];
      if (child !== undefined) stack.push({ node: child, inFunction, inLoop });
    }
  }
}

/** Functions, classes and names at the top, also inside `if` and `try`. */
export function pythonDefinitions(root: SyntaxNode): ReadonlyMap<string, SyntaxNode> {
  const found = new Map<string, SyntaxNode>();
  const visit = (node: SyntaxNode): void => {
    for (const child of namedChildren(node)) {
      if (
        child.type === 'decorated_definition' ||
        ['if_statement', 'try_statement', 'block', 'else_clause', 'except_clause'].includes(child.type)
      )
        visit(child);
      else if (child.type === 'function_definition' || child.type === 'class_definition') {
        const name = childByField(child, 'name')?.text;
        if (name !== undefined) found.set(name, child);
      } else if (child.type === 'expression_statement') {
        const assignment = namedChildren(child)[0];
        const target = assignment?.type === 'assignment' ? childByField(assignment, 'left') : undefined;
        if (assignment !== undefined && target?.type === 'identifier') found.set(target.text, assignment);
      }
    }
  };
  visit(root);
  return found;
}

/** Expressions that do something; names, literals and arithmetic alone do nothing. */
const active = new Set(['call', 'assignment', 'augmented_assignment', 'named_expression', 'await', 'yield', 'list_comprehension']);

const acts = (statement: SyntaxNode): boolean => {
  for (const node of walk(statement)) if (active.has(node.type)) return true;
  return false;
};

export function pythonCode(parse: Parse, isForeign: (code: string) => boolean): CodeSyntax {
  const definitions = (code: string): readonly string[] => [...pythonDefinitions(parse(code).root).keys()];
  return {
    tags: new Set(['python', 'py', 'python3', 'py3', 'pycon', 'python-repl']),
    codeLine:
      /^(?:(?:async\s+)?def\s+[\p{L}\p{N}_]+\s*\(|class\s+[\p{L}\p{N}_]+\s*[:(]|import\s+[\w.]+(?:\s+as\s+\w+)?(?:,|\s*$)|from\s+[\w.]+\s+import\s|@\w|(?:if|for|while|with|try)\b.*:\s*$|[\p{L}_][\p{L}\p{N}_]*(?:\s*:\s*[\w[\], .]+)?\s*=\s*\S|>>> |print\()/u,
    hasPrompts: true,
    tokens: pythonTokens,
    parses(code) {
      const tree = parse(code);
      return !tree.hasError && pythonProblem(tree) === null;
    },
    errorBefore: (code) => parse(code).errorBefore,
    incomplete: pythonIncomplete,
    hasStatements: (code) => namedChildren(parse(code).root).some((node) => node.type !== 'expression_statement' || acts(node)),
    definitions,
    offers: (code, name) => definitions(code).includes(name),
    isForeign,
  };
}
