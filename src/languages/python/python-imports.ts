import type { Entry } from '../../domain/contract.ts';
import type { Diagnostic } from '../../domain/diagnostic.ts';
import { type SyntaxNode, walk } from '../syntax-tree.ts';

/** Names of `typing` that annotations use and that nobody defines themselves. */
const typingNames = new Set(
  'Any Callable Deque Dict FrozenSet Generator Iterable Iterator List Literal Mapping Optional Sequence Set Tuple Type TypeVar Union'.split(
    ' ',
  ),
);

/** The import that a signature's annotations need; empty when they need none. */
export function importForSignature(entry: Entry): string {
  if (entry.kind !== 'function') return '';
  const annotations = [...entry.parameters.map(({ annotation }) => annotation ?? ''), entry.returns ?? ''].join(' ');
  const used = [...new Set(annotations.match(/(?<![\w.])[A-Z]\w*/g) ?? [])].filter((name) => typingNames.has(name));
  return used.length === 0 ? '' : `from typing import ${used.sort().join(', ')}`;
}

/** Annotations are evaluated when the function is defined: a name of `typing` without its import keeps a program from loading. */
export function missingTypingImports(root: SyntaxNode): readonly Diagnostic[] {
  const used = new Map<string, SyntaxNode>();
  for (const node of walk(root)) {
    if (node.type === 'future_import_statement' || node.type === 'wildcard_import') return [];
    if (node.type !== 'type') continue;
    for (const part of walk(node))
      if (part.type === 'identifier' && typingNames.has(part.text) && !used.has(part.text)) used.set(part.text, part);
  }
  if (used.size === 0) return [];
  for (const node of walk(root)) {
    const defines = node.type === 'import_from_statement' || node.type === 'class_definition' || node.type === 'assignment';
    if (defines) for (const part of walk(node)) if (part.type === 'identifier' && !insideType(node, part)) used.delete(part.text);
  }
  return [...used].map(([name, node]) => ({
    severity: 'error',
    rule: 'import-missing',
    message: `${name} is not imported`,
    line: node.row + 1,
    hint: `Add: from typing import ${name}.`,
  }));
}

const insideType = (outer: SyntaxNode, inner: SyntaxNode): boolean =>
  outer.type !== 'import_from_statement' &&
  [...walk(outer)].some((node) => node.type === 'type' && node.start <= inner.start && inner.end <= node.end);
