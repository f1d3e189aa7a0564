import type { Contract } from '../../domain/contract.ts';
import type { Json } from '../../domain/json.ts';
import type { Value } from '../../domain/value.ts';
import type { Example, Reply, ValueExtraction } from '../../ports/language.ts';
import type { ExpressionSyntax } from '../expression-syntax.ts';
import { childByField, namedChildren, type SyntaxNode } from '../syntax-tree.ts';
import { findTests } from './extract-tests.ts';
import { looksLikeRefusal } from './refusal.ts';
import { cleanReply, cutAtEndToken } from './reply-text.ts';

/**
 * The tests of a reply as data: `{ fn, args, expected }`. A literal is a JSON value (nil, None and undefined are null, an empty
 * Lua table is a list), anything else `{ $expr: source }`. What cannot be told as one call and its value is left out.
 */
export function extractTestCases(syntax: ExpressionSyntax, reply: Reply, contract: Contract): ValueExtraction {
  const found = findTests(syntax, reply, contract);
  if (found.type === 'thinking') return { type: 'rejected', reason: 'truncated', detail: 'The answer ended before the reasoning did.' };
  const names = contract.entry.kind === 'function' ? contract.entry.parameters.map(({ name }) => name) : [];
  const cases = found.examples.map((example) => testCase(syntax, example, found.name, names));
  const told = cases.filter((item) => item !== null);
  const left = [...found.dropped, ...found.examples.filter((_, index) => cases[index] === null).map(({ source }) => source.trim())];
  if (told.length > 0) return { type: 'value', value: told, why: why(found.name, told.length, left, found.cut) };
  return nothing(reply, found.cut, left);
}

function why(name: string, count: number, left: readonly string[], cut: boolean): string {
  const parts = [`${count} ${count === 1 ? 'test' : 'tests'} of ${name}.`];
  if (left.length > 0) parts.push(`Left out: ${left.slice(0, 5).join('; ')}${left.length > 5 ? ' …' : ''}.`);
  if (cut) parts.push('The last one was cut off.');
  return parts.join(' ');
}

function nothing(reply: Reply, cut: boolean, left: readonly string[]): ValueExtraction {
  const text = cutAtEndToken(cleanReply(reply.text).text);
  if (text.replace(/[\s\u200b]/g, '') === '') return { type: 'rejected', reason: 'empty', detail: 'The answer is empty.' };
  if (left.length > 0)
    return { type: 'rejected', reason: 'no-code', detail: `No test fits the function. Left out: ${left.slice(0, 5).join('; ')}.` };
  if (looksLikeRefusal(text)) return { type: 'rejected', reason: 'refusal', detail: 'The model declined.' };
  return cut && /[=({[]/.test(text)
    ? { type: 'rejected', reason: 'truncated', detail: 'The answer was cut off before the first test was whole.' }
    : { type: 'rejected', reason: 'no-code', detail: 'There is no test in the answer.' };
}

function testCase(syntax: ExpressionSyntax, { call, expected }: Example, name: string, names: readonly string[]): Json | null {
  if (call.type !== 'expression' || expected.type !== 'value') return null;
  const node = syntax.parse(call.expression);
  const value = syntax.parse(expected.source);
  if (node === null || value === null) return null;
  const direct = directCall(syntax, node, name);
  const args = direct === null ? null : argumentsOf(syntax, direct.node, direct.given, names);
  if (direct === null || args === null) return null;
  const result = jsonOf(syntax, value);
  if (!direct.negated) return { fn: name, args, expected: result };
  return typeof result === 'boolean' ? { fn: name, args, expected: !result } : null;
}

type Direct = { readonly node: SyntaxNode; readonly given: readonly SyntaxNode[] | null; readonly negated: boolean };

/** The call itself, also behind `await` and `not`; null where something is done with its value. */
function directCall(syntax: ExpressionSyntax, node: SyntaxNode, name: string): Direct | null {
  const bare = syntax.bare(node);
  const [first] = syntax.calls(bare);
  if (first?.node === bare) return first.name === name ? { node: bare, given: first.arguments, negated: false } : null;
  const inner = namedChildren(bare).at(-1);
  const waits = bare.type === 'await' || bare.type === 'await_expression';
  const negates = bare.type === 'not_operator' || (bare.type === 'unary_expression' && /^(?:!|not\b)/.test(bare.text));
  if (inner === undefined || !(waits || negates)) return null;
  const direct = directCall(syntax, inner, name);
  return direct === null ? null : { ...direct, negated: negates !== direct.negated };
}

/** In the order of the parameters, where some are given by name. */
function argumentsOf(
  syntax: ExpressionSyntax,
  call: SyntaxNode,
  given: readonly SyntaxNode[] | null,
  names: readonly string[],
): readonly Json[] | null {
  if (given !== null) return given.map((argument) => jsonOf(syntax, argument));
  const list = childByField(call, 'arguments');
  const args: Json[] = [];
  for (const argument of list === undefined ? [] : namedChildren(list)) {
    const key = argument.type === 'keyword_argument' ? childByField(argument, 'name')?.text : undefined;
    const value = key === undefined ? argument : childByField(argument, 'value');
    const place = key === undefined ? args.length : names.indexOf(key);
    if (value === undefined || place < 0 || value.type.endsWith('splat')) return null;
    args[place] = jsonOf(syntax, value);
  }
  return Object.keys(args).length === args.length ? args : null;
}

const jsonOf = (syntax: ExpressionSyntax, node: SyntaxNode): Json => {
  const value = syntax.literal(node);
  return (
    (value === null ? undefined : jsonValue(value)) ?? (value?.type === 'null' ? null : isUndefined(value) ? null : { $expr: node.text })
  );
};

const isUndefined = (value: Value | null): boolean => value?.type === 'opaque' && value.kind === 'undefined';

/** Undefined for values that JSON has no form for. */
function jsonValue(value: Value): Json | undefined {
  switch (value.type) {
    case 'null':
      return null;
    case 'bool':
    case 'string':
      return value.value;
    case 'int':
    case 'float': {
      const number = Number(value.value);
      return Number.isFinite(number) ? number : undefined;
    }
    case 'list':
    case 'tuple':
      return all(value.items.map((item) => (isUndefined(item) ? null : jsonValue(item))));
    case 'empty-table':
      return [];
    case 'map': {
      const keys = value.entries.map(([key]) => (key.type === 'string' ? key.value : undefined));
      const items = all(value.entries.map(([, item]) => jsonValue(item)));
      return items === undefined || keys.includes(undefined)
        ? undefined
        : Object.fromEntries(keys.map((key, index) => [key ?? '', items[index] ?? null]));
    }
    default:
      return undefined;
  }
}

const all = (items: readonly (Json | undefined)[]): readonly Json[] | undefined =>
  items.every((item) => item !== undefined) ? items.map((item) => item ?? null) : undefined;
