import { parse as parseJavaScript } from 'acorn';
import type { Parse } from '../syntax-tree.ts';

/** The text is a whole program of JavaScript that does something: one word, or one text, parses too. */
export function readsAsJavaScript(code: string): boolean {
  if (code.length > 100_000) return false;
  try {
    const { body } = parseJavaScript(code, {
      ecmaVersion: 'latest',
      sourceType: 'module',
    });
    return body.some(
      (node) => node.type !== 'ExpressionStatement' || !/^(?:Identifier|Literal|TemplateLiteral)$/.test(node.expression.type),
    );
  } catch {
    return false;
  }
}

/** The text is a whole program by this grammar. */
export const readsBy =
  (parse: Parse) =>
  (code: string): boolean =>
    !parse(code).hasError;
