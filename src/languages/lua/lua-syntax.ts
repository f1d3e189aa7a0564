import type { CallNode, ExpressionSyntax } from '../expression-syntax.ts';
import { childByField, cleanNodes, namedChildren, type Parse, type SyntaxNode, walk } from '../syntax-tree.ts';
import { luaLiteral } from './lua-literals.ts';

const builtinNames =
  'assert error getmetatable ipairs load next pairs pcall print rawequal rawget rawlen rawset require select setmetatable tonumber tostring type unpack xpcall';

function dottedName(node: SyntaxNode | undefined): string | null {
  if (node === undefined) return null;
  if (node.type === 'identifier') return node.text;
  return node.type === 'dot_index_expression' && /^[\w.]+$/.test(node.text) ? node.text : null;
}

function callsIn(node: SyntaxNode): readonly CallNode[] {
  const calls: CallNode[] = [];
  for (const part of walk(node)) {
    if (part.type !== 'function_call') continue;
    const name = dottedName(childByField(part, 'name'));
    const list = childByField(part, 'arguments');
    if (name !== null && list !== undefined) calls.push({ node: part, name, arguments: namedChildren(list) });
  }
  return calls;
}

const operatorOf = (node: SyntaxNode): string => node.children.find((child) => !child.named)?.type ?? '';

const bare = (node: SyntaxNode): SyntaxNode => {
  const inner = node.type === 'parenthesized_expression' ? namedChildren(node)[0] : undefined;
  return inner === undefined ? node : bare(inner);
};

const truthOperators = new Set(['==', '~=', '<', '>', '<=', '>=', 'and', 'or']);

/** Each line's end takes a parse of all that follows it, and a stranger's text may have thousands. */
const mostParsedCharacters = 20_000;

export function luaExpressions(parse: Parse): ExpressionSyntax {
  const parseExpression = (text: string): SyntaxNode | null => {
    const statement = cleanNodes(parse(`return ${text}`)) ?? [];
    const list = statement[0] === undefined ? [] : namedChildren(statement[0]);
    if (statement.length !== 1 || list.length !== 1 || list[0] === undefined) return null;
    const expressions = namedChildren(list[0]);
    return expressions.length === 1 ? (expressions[0] ?? null) : null;
  };
  return {
    parse: (text) => (text.trim() === '' || /^\s*return\b/.test(text) ? null : parseExpression(text.trim())),
    parseWithSetup(text) {
      const whole = parseExpression(text.trim());
      if (whole !== null) return { setup: '', expression: whole };
      // Statements end where the rest of the text is one expression.
      let parsed = 0;
      for (const mark of [...text.matchAll(/[;\n]/g)].reverse()) {
        parsed += text.length - mark.index;
        if (parsed > mostParsedCharacters) break;
        const setup = text.slice(0, mark.index).trim();
        const expression = parseExpression(text.slice(mark.index + 1).trim());
        if (expression !== null) return parse(setup).hasError ? null : { setup, expression };
      }
      return null;
    },
    equality(node) {
      if (node.type !== 'binary_expression' || operatorOf(node) !== '==') return null;
      const [left, right] = [childByField(node, 'left'), childByField(node, 'right')];
      return left === undefined || right === undefined ? null : [left, right];
    },
    isTruth: (node) =>
      (node.type === 'binary_expression' && truthOperators.has(operatorOf(node))) ||
      (node.type === 'unary_expression' && operatorOf(node) === 'not'),
    calls: callsIn,
    literal: luaLiteral,
    bare,
    trueSource: 'true',
    builtins: new Set(builtinNames.split(' ')),
    commentPrefix: '--',
  };
}
