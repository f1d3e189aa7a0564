import type { Entry, Parameter } from '../domain/contract.ts';
import type { Call, Expected } from '../domain/test.ts';
import type { Value } from '../domain/value.ts';
import type { Example, Reading } from '../ports/language.ts';
import type { CallNode, ExpressionSyntax } from './expression-syntax.ts';
import { readProgramExample } from './program-example.ts';
import { relationSigns, relationWords } from './relation-words.ts';
import type { SyntaxNode } from './syntax-tree.ts';

/** Spaces around words are needed, around arrows not. */
const relation = new RegExp(`\\s{0,8}(?:${relationSigns})\\s*|\\s{1,8}(?:=|${relationWords})\\s+`, 'giu');

const raises = /^(.*?)\s{1,8}(?:raises?|throws?|errors?|вызывает|бросает|выбрасывает)(?:\s+(?:an?\s+)?([A-Za-z_][\w.]*))?\s*$/su;

export function readExample(syntax: ExpressionSyntax, text: string, entry: Entry | null): Reading<Example> {
  const source = text.trim();
  if (source === '') return fail('The example is empty; write for instance f(3) == 6.');
  const program = readProgramExample(source);
  if (program !== null) return program;
  const plain = source.replace(/^assert\s+/, '').replace(/^[`]+|[`.]+$/g, '');
  const read = readRaises(syntax, plain) ?? readEquality(syntax, plain) ?? readRelation(syntax, plain);
  if (read === null) {
    return fail(
      `Cannot read the example "${shorten(source)}": write a call and its value, for instance f(3) == 6 or f("") raises ValueError.`,
    );
  }
  if (read.call.setup !== undefined && comparesResult(syntax, read.call.setup)) {
    return fail(`"${shorten(source)}" holds several examples, of which only the last would count: give each of them apart.`);
  }
  const problem = wrongEntry(syntax, read.node, entry);
  if (problem !== null) return fail(problem);
  return { ok: true, value: { call: read.call, expected: read.expected, source: text } };
}

export type ReadExample = { readonly node: SyntaxNode; readonly call: Call & { readonly type: 'expression' }; readonly expected: Expected };

const fail = (reason: string): { readonly ok: false; readonly reason: string } => ({ ok: false, reason });
const shorten = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text).replace(/\p{Cc}/gu, ' ');

const expressionCall = (node: SyntaxNode, setup = ''): Call & { readonly type: 'expression' } => ({
  type: 'expression',
  expression: node.text,
  ...(setup === '' ? {} : { setup }),
});

function readRaises(syntax: ExpressionSyntax, text: string): ReadExample | null {
  const match = raises.exec(text);
  const read = match?.[1] === undefined ? null : syntax.parseWithSetup(match[1]);
  if (read === null || syntax.calls(read.expression).length === 0) return null;
  const error = match?.[2];
  const named = error !== undefined && !/^(?:error|exception)$/.test(error);
  return {
    node: read.expression,
    call: expressionCall(read.expression, read.setup),
    expected: { type: 'raises', ...(named ? { error } : {}) },
  };
}

/** `f(3) == 6`, `6 == f(3)`, `not f(3)`, `f(3)`: whatever the language itself reads as one expression. */
export function readEquality(syntax: ExpressionSyntax, text: string): ReadExample | null {
  const read = syntax.parseWithSetup(text);
  if (read === null || syntax.calls(read.expression).length === 0) return null;
  const whole = syntax.bare(read.expression);
  const sides = syntax.equality(whole);
  if (sides === null) {
    return { node: whole, call: expressionCall(whole, read.setup), expected: { type: 'value', source: syntax.trueSource } };
  }
  const [left, right] = sides;
  // The side that calls something unknown to the language is the one to observe.
  const own = (node: SyntaxNode): boolean => ownCalls(syntax, node).length > 0;
  const [actual, other] = !own(left) && own(right) ? [right, left] : [left, right];
  return { node: actual, call: expressionCall(actual, read.setup), expected: { type: 'value', source: other.text } };
}

/** Each place where a value may begin takes parses of the whole text, and that of a stranger may hold hundreds. */
const mostParsedCharacters = 20_000;

function readRelation(syntax: ExpressionSyntax, text: string): ReadExample | null {
  for (const match of [...text.matchAll(relation)].slice(0, 1 + Math.floor(mostParsedCharacters / text.length))) {
    const left = syntax.parseWithSetup(text.slice(0, match.index));
    const right = syntax.parse(text.slice(match.index + match[0].length));
    if (left === null || right === null || syntax.calls(left.expression).length === 0) continue;
    return { node: left.expression, call: expressionCall(left.expression, left.setup), expected: { type: 'value', source: right.text } };
  }
  return null;
}

/** Calls on functions that the language does not define. */
export function ownCalls(syntax: ExpressionSyntax, node: SyntaxNode): readonly CallNode[] {
  return syntax.calls(node).filter(({ name }) => !name.includes('.') && !syntax.builtins.has(name));
}

/** A statement such as `f(1) == 2`, whose outcome nobody would look at. */
function comparesResult(syntax: ExpressionSyntax, setup: string): boolean {
  return setup.split(/[\n;]/u).some((line) => {
    const node = syntax.parse(line);
    return node !== null && syntax.equality(node) !== null && ownCalls(syntax, node).length > 0;
  });
}

function wrongEntry(syntax: ExpressionSyntax, node: SyntaxNode, entry: Entry | null): string | null {
  if (entry === null || entry.kind === 'module') return null;
  if (entry.kind !== 'function') return 'The task asks for a whole program: write stdin: "3 4\\n" -> "7\\n".';
  if (syntax.calls(node).some(({ name }) => name === entry.name)) return null;
  const other = ownCalls(syntax, node)[0]?.name;
  return other === undefined
    ? `The example does not call ${entry.name}.`
    : `The example calls ${other}, but the function is ${entry.name}: use one name for both.`;
}

/** The one function that an example's call uses, with parameters named by the sort of their arguments. */
export function entryOfCall(syntax: ExpressionSyntax, call: Call): Entry | null {
  if (call.type !== 'expression') return null;
  const node = syntax.parse(call.expression);
  if (node === null) return null;
  const own = ownCalls(syntax, node);
  const [first] = own;
  if (first === undefined || first.arguments === null || own.some(({ name }) => name !== first.name)) return null;
  const names = new Map<string, number>();
  const parameters = first.arguments.map((argument): Parameter => {
    const name = parameterName(syntax.literal(argument));
    const seen = (names.get(name) ?? 0) + 1;
    names.set(name, seen);
    return { name: seen === 1 ? name : `${name}${seen}` };
  });
  return { kind: 'function', name: first.name, parameters };
}

function parameterName(value: Value | null): string {
  switch (value?.type) {
    case 'int':
    case 'float':
      return 'n';
    case 'string':
    case 'bytes':
      return 's';
    case 'list':
    case 'tuple':
    case 'set':
    case 'empty-table':
      return 'items';
    case 'map':
      return 'data';
    case 'bool':
      return 'flag';
    default:
      return 'x';
  }
}

/** The literal arguments of the only call on `name` inside an expression. */
export function literalArgumentsOf(syntax: ExpressionSyntax, call: Call, name: string): readonly Value[] | null {
  if (call.type !== 'expression' || call.setup !== undefined) return null;
  const node = syntax.parse(call.expression);
  const calls = node === null ? [] : syntax.calls(node).filter((inner) => inner.name === name);
  const [only, ...more] = calls;
  if (only === undefined || only.arguments === null || more.length > 0) return null;
  const values = only.arguments.map((argument) => syntax.literal(argument));
  return values.every((value) => value !== null) ? values : null;
}
