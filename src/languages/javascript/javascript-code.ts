import type { CodeSyntax } from '../extraction/code-syntax.ts';
import { childByField, namedChildren, type Parse, type SyntaxNode, walk } from '../syntax-tree.ts';
import { anonymousExport, javascriptDefinitions } from './javascript-definitions.ts';
import { javascriptIncomplete, javascriptTokens } from './javascript-tokens.ts';

/** Expressions that do something. */
const active = new Set([
  'call_expression',
  'assignment_expression',
  'augmented_assignment_expression',
  'update_expression',
  'await_expression',
  'new_expression',
]);

/** A name, a literal or prose that happens to parse: `Sure`, `Note: done`. */
function isIdle(node: SyntaxNode): boolean {
  if (node.type === 'empty_statement' || node.type === 'hash_bang_line') return true;
  if (node.type === 'labeled_statement') return isIdle(childByField(node, 'body') ?? node);
  if (node.type !== 'expression_statement') return false;
  for (const inner of walk(node)) if (active.has(inner.type)) return false;
  return true;
}

export const javascriptLine =
  /^(?:(?:export\s+(?:default\s+)?)?(?:async\s+)?function\b\s*\*?\s*[\p{L}_$\w]*\s*(?:<[^>]*>)?\(|(?:export\s+)?(?:const|let|var)\s+[[{\p{L}_$]|(?:export\s+)?(?:default\s+)?(?:abstract\s+)?class\s+\w+[\s\w.]*\{|import\s+(?:[\w*{]|["'])|export\s+[{*]|module\.exports\b|exports\.\w+\s*=|(?:if|for|while|switch)\s*\(.*[{;]\s*$|console\.\w+\(|return(?:\s+\S.*;|\s*;)|["']use strict["'])/u;

export function javascriptCode(
  parse: Parse,
  dialect: {
    readonly tags: ReadonlySet<string>;
    readonly codeLine: RegExp;
    readonly parses: (code: string) => boolean;
    readonly isForeign: (code: string) => boolean;
  },
): CodeSyntax {
  const definitions = (code: string): readonly string[] => [...javascriptDefinitions(parse(code).root).keys()];
  return {
    ...dialect,
    hasPrompts: false,
    tokens: javascriptTokens,
    errorBefore: (code) => parse(code).errorBefore,
    incomplete: javascriptIncomplete,
    hasStatements: (code) => namedChildren(parse(code).root).some((node) => !isIdle(node)),
    definitions,
    offers: (code, name) => definitions(code).includes(name) || anonymousExport(parse(code).root) !== null,
  };
}
