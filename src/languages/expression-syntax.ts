import type { Value } from '../domain/value.ts';
import type { SyntaxNode } from './syntax-tree.ts';

/** A call inside an expression; `name` is dotted, e.g. `table.concat`. `arguments` null: not plain positional ones. */
export type CallNode = { readonly node: SyntaxNode; readonly name: string; readonly arguments: readonly SyntaxNode[] | null };

/** What reading examples needs to know of a language. */
export interface ExpressionSyntax {
  /** The whole text as one expression, without errors. */
  parse(text: string): SyntaxNode | null;
  /** Statements, and then the expression at the end. */
  parseWithSetup(text: string): { readonly setup: string; readonly expression: SyntaxNode } | null;
  /** The two sides of an equality test (`==`, Python's `is`). */
  equality(node: SyntaxNode): readonly [SyntaxNode, SyntaxNode] | null;
  /** Comparisons, `not`, `and`, `in`: their value is a truth value. */
  isTruth(node: SyntaxNode): boolean;
  /** All calls by name, outermost first. */
  calls(node: SyntaxNode): readonly CallNode[];
  /** The value of a literal; null for everything else. */
  literal(node: SyntaxNode): Value | null;
  /** The node without parentheses around it. */
  bare(node: SyntaxNode): SyntaxNode;
  readonly trueSource: string;
  /** JSON is source text of the language. */
  readonly readsJson?: boolean;
  /** Names that the language itself defines and that an example may use around the entry. */
  readonly builtins: ReadonlySet<string>;
  /** Starts of comment lines in which examples may stand. */
  readonly commentPrefix: string;
}
