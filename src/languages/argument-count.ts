import type { Entry } from '../domain/contract.ts';
import type { Diagnostic } from '../domain/diagnostic.ts';
import type { SyntaxNode } from './syntax-tree.ts';

/** What a function takes by position, and how it is written. */
export type Parameters = { readonly least: number; readonly most: number; readonly text: string };

/** A call of the program's own function with a number of arguments that it cannot take. */
export function wrongCount(call: SyntaxNode, name: string, given: number, parameters: Parameters): Diagnostic | null {
  if (given >= parameters.least && given <= parameters.most) return null;
  return argumentCount(call, `${name} is called with ${count(given)}`, `It is defined as ${name}${parameters.text}.`);
}

/** An entry that takes fewer arguments than it will be called with. */
export function narrowEntry(
  definition: SyntaxNode,
  entry: Entry & { readonly kind: 'function' },
  wanted: number,
  parameters: Parameters | null,
): readonly Diagnostic[] {
  if (parameters === null || parameters.most >= wanted) return [];
  const signature = `${entry.name}(${entry.parameters.map(({ name }) => name).join(', ')})`;
  const message = `${entry.name} is called with ${count(wanted)} and takes ${parameters.most}`;
  return [argumentCount(definition, message, `Define it as ${signature}.`)];
}

const argumentCount = (node: SyntaxNode, message: string, hint: string): Diagnostic => ({
  severity: 'warning',
  rule: 'argument-count',
  message,
  line: node.row + 1,
  hint,
});

const count = (number: number): string => `${number} argument${number === 1 ? '' : 's'}`;
