import type { CallNode, ExpressionSyntax } from '../expression-syntax.ts';
import { childByField, cleanNodes, namedChildren, type Parse, type SyntaxNode, walk } from '../syntax-tree.ts';
import { javascriptLiteral } from './javascript-literals.ts';

const builtinNames =
  'Array BigInt Boolean Date Error Number Object RangeError RegExp String Symbol TypeError assert decodeURIComponent deepEqual deepStrictEqual encodeURIComponent eval expect isDeepStrictEqual isFinite isNaN parseFloat parseInt require strictEqual structuredClone';

/** Functions of two arguments that say whether these are equal. */
const equalities =
  /^(?:Object\.is|(?:assert\.|util\.|_\.|chai\.)?(?:isDeepStrictEqual|isEqual|deepStrictEqual|deepEqual|strictEqual|equal))$/;

/** `a.b.c` for identifiers and properties of identifiers; null for anything else. */
function dottedName(node: SyntaxNode | undefined): string | null {
  if (node === undefined) return null;
  if (node.type === 'identifier') return node.text;
  if (node.type !== 'member_expression' || node.children.some(({ type }) => type === 'optional_chain')) return null;
  const object = dottedName(childByField(node, 'object'));
  const property = childByField(node, 'property');
  return object === null || property?.type !== 'property_identifier' ? null : `${object}.${property.text}`;
}

function callsIn(node: SyntaxNode): readonly CallNode[] {
  const calls: CallNode[] = [];
  for (const part of walk(node)) {
    if (part.type !== 'call_expression') continue;
    const expectation = expectationIn(part);
    if (expectation !== null) calls.push({ node: part, name: `expect.${expectation.matcher}`, arguments: expectation.sides });
    const callee = childByField(part, 'function');
    const name = dottedName(callee);
    const list = childByField(part, 'arguments');
    if (name === null || list?.type !== 'arguments') continue;
    const given = namedChildren(list);
    calls.push({ node: part, name, arguments: given.some(({ type }) => type === 'spread_element') ? null : given });
  }
  return calls;
}

const matchers = /^(?:toBe|toEqual|toStrictEqual|toBeCloseTo|equals?|eql|toBeNull|toBeUndefined|toBeTruthy|toBeFalsy)$/;
const chainWords = /^(?:to|be|deep|is|and|have|strictly|should)$/;

/** `expect(f(2)).toBe(4)`, `expect(f(2)).to.deep.equal(4)`, `expect(f(2)).toBeNull()`: the actual value first. */
function expectationIn(node: SyntaxNode): { readonly matcher: string; readonly sides: readonly SyntaxNode[] } | null {
  const callee = childByField(node, 'function');
  const property = callee?.type === 'member_expression' ? childByField(callee, 'property')?.text : undefined;
  if (property === undefined || !matchers.test(property)) return null;
  let object = callee === undefined ? undefined : childByField(callee, 'object');
  while (object?.type === 'member_expression' && chainWords.test(childByField(object, 'property')?.text ?? ''))
    object = childByField(object, 'object');
  if (object?.type !== 'call_expression' || childByField(object, 'function')?.text !== 'expect') return null;
  const first = (call: SyntaxNode): SyntaxNode | undefined => namedChildren(childByField(call, 'arguments') ?? call)[0];
  const [actual, expected] = [first(object), first(node)];
  if (actual === undefined) return null;
  const alone = /^toBe(?:Null|Undefined|Truthy|Falsy)$/.test(property);
  if (expected === undefined) return alone ? { matcher: property, sides: [actual] } : null;
  return { matcher: property, sides: [actual, expected] };
}

const bare = (node: SyntaxNode): SyntaxNode => {
  const inner = node.type === 'parenthesized_expression' ? namedChildren(node)[0] : undefined;
  return inner === undefined ? node : bare(inner);
};

const operatorOf = (node: SyntaxNode): string => childByField(node, 'operator')?.type ?? '';

function equality(node: SyntaxNode): readonly [SyntaxNode, SyntaxNode] | null {
  if (node.type === 'binary_expression') {
    const [left, right] = [childByField(node, 'left'), childByField(node, 'right')];
    const equal = operatorOf(node) === '==' || operatorOf(node) === '===';
    return equal && left !== undefined && right !== undefined ? [left, right] : null;
  }
  const call = node.type === 'call_expression' ? callsIn(node)[0] : undefined;
  const [first, second] = call?.node === node ? (call.arguments ?? []) : [];
  if (call === undefined || first === undefined || second === undefined) return null;
  return call.name.startsWith('expect.') || equalities.test(call.name) ? [first, second] : null;
}

const truthOperators = new Set(['==', '===', '!=', '!==', '<', '>', '<=', '>=', '&&', '||', 'in', 'instanceof']);

/** No value to observe: assignments, several expressions, and steps on what cannot be stepped, such as `f(3)-- > 6`. */
const isStatementLike = (node: SyntaxNode): boolean =>
  /assignment|sequence_expression/.test(node.type) ||
  [...walk(node)].some((inner) => inner.type === 'update_expression' && childByField(inner, 'argument')?.type !== 'identifier');

export function javascriptExpressions(parse: Parse): ExpressionSyntax {
  const parseExpression = (text: string): SyntaxNode | null => {
    // In parentheses `{ a: 1 }` is an object, and a line end ends nothing.
    const [statement, ...rest] = cleanNodes(parse(`(${text}\n)`)) ?? [];
    const group = statement?.type === 'expression_statement' && rest.length === 0 ? namedChildren(statement)[0] : undefined;
    const [inner, ...more] = group?.type === 'parenthesized_expression' ? namedChildren(group) : [];
    return inner === undefined || more.length > 0 || isStatementLike(inner) ? null : inner;
  };
  return {
    parse: (text) => (text.trim() === '' ? null : parseExpression(text.trim().replace(/;$/, ''))),
    parseWithSetup(text) {
      const trimmed = text.trim().replace(/;$/, '');
      if (trimmed === '') return null;
      const whole = parseExpression(trimmed);
      if (whole !== null) return { setup: '', expression: whole };
      const last = cleanNodes(parse(trimmed))?.at(-1);
      if (last?.type !== 'expression_statement' || last.start === 0) return null;
      const expression = parseExpression(last.text.replace(/;$/, ''));
      const setup = trimmed.slice(0, last.start).trim().replace(/;$/, '');
      // Prose parses as statements that do nothing, one name a line.
      return expression === null || !/[=({]/.test(setup) ? null : { setup, expression };
    },
    equality,
    isTruth: (node) =>
      (node.type === 'binary_expression' && truthOperators.has(operatorOf(node))) ||
      (node.type === 'unary_expression' && operatorOf(node) === '!'),
    calls: callsIn,
    literal: javascriptLiteral,
    bare,
    trueSource: 'true',
    readsJson: true,
    builtins: new Set(builtinNames.split(' ')),
    commentPrefix: '//',
  };
}
