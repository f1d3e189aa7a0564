import type { Diagnostic } from '../domain/diagnostic.ts';
import { type SyntaxNode, walk } from './syntax-tree.ts';

/** Where a parser stopped understanding, and what it expected there. */
export function syntaxProblem(root: SyntaxNode): Diagnostic {
  let unexpected: SyntaxNode | null = null;
  for (const node of walk(root)) {
    if (node.missing) return problem(`expected '${node.type}'`, node);
    if (node.type === 'ERROR') unexpected ??= node;
  }
  if (unexpected === null) return problem('the text is no program', root);
  // An error that spans many lines began where its last understood part ends.
  const last = unexpected.children.at(-1) ?? unexpected;
  const near = last.text.split('\n', 1)[0]?.trim() ?? '';
  return problem(near === '' ? 'invalid syntax' : `invalid syntax near '${near.length > 40 ? `${near.slice(0, 39)}…` : near}'`, last);
}

const problem = (message: string, node: SyntaxNode): Diagnostic => ({
  severity: 'error',
  rule: 'syntax',
  message,
  line: node.row + 1,
});
