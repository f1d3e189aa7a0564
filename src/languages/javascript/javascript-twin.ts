import type { Value } from '../../domain/value.ts';
import { childByField, namedChildren, type SyntaxNode } from '../syntax-tree.ts';
import type { TwinPlace } from '../twin.ts';
import { javascriptLiteral } from './javascript-literals.ts';

const tests = new Set(['test', 'it']);
const blocks = new Set(['describe', 'suite']);
const equality = /^assert(?:\.strict)?\.(?:equal|strictEqual|deepEqual|deepStrictEqual)$|^(?:equal|strictEqual|deepEqual|deepStrictEqual)$/;
const matcher = /^(?:toBe|toEqual|toStrictEqual)$/;

/** The last statement of each test: all before it hold when a right program comes to it. */
export function javascriptTwinPlaces(root: SyntaxNode): readonly TwinPlace[] {
  const found: TwinPlace[] = [];
  const visit = (block: SyntaxNode, names: readonly string[]): void => {
    for (const statement of namedChildren(block)) {
      const call = callOf(statement);
      if (call === null) continue;
      const name = childByField(call, 'function')?.text ?? '';
      const given = namedChildren(childByField(call, 'arguments') ?? call);
      const [title] = given;
      const body = given.find(({ type }) => type === 'arrow_function' || type === 'function_expression');
      const inner = body === undefined ? undefined : childByField(body, 'body');
      if (title?.type !== 'string' || inner === undefined) continue;
      const path = [...names, title.text.slice(1, -1)];
      if (blocks.has(name)) visit(inner, path);
      else if (tests.has(name)) found.push(...placeIn(inner, path.join(' > ')));
    }
  };
  visit(root, []);
  const ids = found.map(({ test }) => test);
  return found.filter(({ test }) => ids.indexOf(test) === ids.lastIndexOf(test));
}

/** The call that a statement consists of, awaited or not. */
function callOf(statement: SyntaxNode): SyntaxNode | null {
  const inner = statement.type === 'expression_statement' ? namedChildren(statement)[0] : statement;
  const call = inner?.type === 'await_expression' ? namedChildren(inner)[0] : inner;
  return call?.type === 'call_expression' ? call : null;
}

function placeIn(body: SyntaxNode, test: string): readonly TwinPlace[] {
  const last = body.type === 'statement_block' ? namedChildren(body).at(-1) : body;
  const literal = last === undefined ? null : literalOf(last);
  if (literal !== null) return [{ test, ...literal }];
  if (body.type !== 'statement_block') return [];
  const at = body.end - 1;
  return [{ test, start: at, end: at, failing: (a, b) => ` if (${a} !== ${b}) throw new Error('${a} is not ${b}'); ` }];
}

function literalOf(statement: SyntaxNode): { readonly start: number; readonly end: number; readonly value: Value } | null {
  const call = callOf(statement);
  if (call === null) return null;
  const called = childByField(call, 'function');
  const given = namedChildren(childByField(call, 'arguments') ?? call);
  if (equality.test(called?.text ?? '')) return only(given.slice(0, 2));
  const property = called?.type === 'member_expression' ? childByField(called, 'property')?.text : undefined;
  if (property === undefined || !matcher.test(property)) return null;
  const before = childByField(called ?? call, 'object')?.text ?? '';
  return before.startsWith('expect(') && !/\)\s*\.\s*not$/.test(before) ? only(given.slice(0, 1)) : null;
}

/** The one that is a literal. */
function only(sides: readonly SyntaxNode[]): { readonly start: number; readonly end: number; readonly value: Value } | null {
  const literals = sides.flatMap((side) => {
    const value = javascriptLiteral(side);
    return value === null ? [] : [{ start: side.start, end: side.end, value }];
  });
  const [literal, more] = literals;
  return literal === undefined || more !== undefined ? null : literal;
}
