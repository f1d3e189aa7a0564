import type { Contract } from '../../domain/contract.ts';
import type { Example, Reply } from '../../ports/language.ts';
import { closingBracket } from '../brackets.ts';
import { readEquality, readExample } from '../example-reading.ts';
import type { ExpressionSyntax } from '../expression-syntax.ts';
import { doctests } from '../found-examples.ts';
import type { SyntaxNode } from '../syntax-tree.ts';
import { cleanReply, cutAtEndToken } from './reply-text.ts';

/** Assertions of test libraries, by what stands first; the side that calls the entry is the actual value in any case. */
const pairAssertions =
  /(?:^|[.:_])(?:assert_?equals?|assertAlmostEquals?|assertItemsEqual|assertCountEqual|assertListEqual|assertDictEqual|(?:deep|strict|deepStrict)?equals?|same|eq|near|assert_?eq|toBe|toEqual|toStrictEqual)$/i;
const singleAssertions: readonly (readonly [RegExp, 'true' | 'false' | 'null'])[] = [
  [/(?:assert_?true|is_?true|truthy)$/i, 'true'],
  [/(?:assert_?false|is_?false|falsy)$/i, 'false'],
  [/(?:assert_?is_?(?:nil|none)|is_?nil|assert_?nil)$/i, 'null'],
];

/** Expectations about the entry in a reply, each on its own: cut, foreign and mis-shaped ones are dropped. */
export function extractTestExamples(syntax: ExpressionSyntax, reply: Reply, contract: Contract): readonly Example[] {
  if (contract.entry.kind !== 'function') return [];
  const { name, parameters } = contract.entry;
  const { text, stillThinking } = cleanReply(`${reply.prefill ?? ''}${reply.text}`);
  if (stillThinking) return [];
  const plain = cutAtEndToken(text);
  const lines = plain.split('\n').filter((line) => !/^\s*(?:```|~~~)/.test(line));
  const body = lines.join('\n');
  const found = [...doctests(syntax, body), ...logicalLines(body).flatMap((line) => readLine(syntax, line, contract, name))];
  const required = parameters.filter(({ defaultValue, variadic }) => defaultValue === undefined && variadic !== true).length;
  const most = parameters.some(({ variadic }) => variadic === true) ? Number.POSITIVE_INFINITY : parameters.length;
  const seen = new Set<string>();
  return found.filter(({ call, expected }) => {
    if (call.type !== 'expression') return false;
    const node = syntax.parse(call.expression);
    const own = node === null ? [] : syntax.calls(node).filter((inner) => inner.name === name);
    const fits =
      own.length > 0 && own.every(({ arguments: given }) => given === null || (given.length >= required && given.length <= most));
    const key = JSON.stringify([call, expected]);
    if (!fits || seen.has(key) || (expected.type === 'value' && node !== null && syntax.equality(node) !== null)) return false;
    seen.add(key);
    return true;
  });
}

/** Lines, joined while brackets stay open; a text that ends inside brackets loses its last line. */
function logicalLines(text: string): readonly string[] {
  const result: string[] = [];
  const lines = text.split('\n');
  for (let index = 0; index < lines.length; index += 1) {
    let line = lines[index] ?? '';
    const open = line.search(/[([{]/);
    // A test body such as `describe(function() …` opens a bracket that holds other tests.
    if (open >= 0 && !/function\s*\([^)]*\)\s*$/.test(line)) {
      let joined = line;
      for (let more = index + 1; closingBracket(joined, open) < 0 && more < Math.min(lines.length, index + 20); more += 1)
        joined += `\n${lines[more] ?? ''}`;
      if (closingBracket(joined, open) >= 0 && joined !== line) {
        index += joined.split('\n').length - line.split('\n').length;
        line = joined;
      }
    }
    result.push(line);
  }
  return result;
}

function readLine(syntax: ExpressionSyntax, raw: string, contract: Contract, name: string): readonly Example[] {
  const line = raw
    .trim()
    .replace(/^(?:[-*]\s+(?!\[)|\d+[.)]\s+)/, '')
    .replace(/[;,]\s*$/, '');
  if (line.startsWith('>>>')) return [];
  if (line.startsWith('{')) return fromObject(syntax, line, name);
  if (line.startsWith('|')) return fromTableRow(syntax, line, contract);
  const assertion = fromAssertion(syntax, line, name);
  if (assertion !== null) return assertion;
  const statement = /^assert\s+([\s\S]*)$/.exec(line)?.[1];
  if (statement !== undefined) {
    const read = withoutMessage(syntax, statement);
    return read === null ? [] : [{ call: read.call, expected: read.expected, source: raw }];
  }
  if (!/(?:==|->|=>|→|➞|⇒|\s(?:returns?|is|should|gives?)\s|верн|возвращ)/u.test(line)) return [];
  const read = readExample(syntax, line.replaceAll('`', ''), contract.entry);
  return read.ok ? [{ ...read.value, source: raw }] : [];
}

/** A message may follow the condition after a comma. */
function withoutMessage(syntax: ExpressionSyntax, statement: string): ReturnType<typeof readEquality> {
  const whole = readEquality(syntax, statement);
  if (whole !== null) return whole;
  for (const comma of [...statement.matchAll(/,/g)].reverse()) {
    const read = readEquality(syntax, statement.slice(0, comma.index));
    if (read !== null && syntax.parse(statement.slice(comma.index + 1)) !== null) return read;
  }
  return null;
}

function fromAssertion(syntax: ExpressionSyntax, line: string, name: string): readonly Example[] | null {
  const node = syntax.parse(line.replace(/^\s*(?:local\s+\w+\s*=\s*)/, ''));
  const outer = node === null ? undefined : syntax.calls(node)[0];
  if (outer === undefined || outer.node !== node || outer.name === name || outer.arguments === null) return null;
  const callsEntry = (argument: SyntaxNode): boolean => syntax.calls(argument).some((inner) => inner.name === name);
  const [first, second] = outer.arguments;
  if (first === undefined) return null;
  if (outer.name === 'assert' || outer.name === 'console.assert') {
    const read = readEquality(syntax, first.text);
    return read === null ? [] : [{ call: read.call, expected: read.expected, source: line }];
  }
  const example = (actual: SyntaxNode, source: string): readonly Example[] => [
    { call: { type: 'expression', expression: actual.text }, expected: { type: 'value', source }, source: line },
  ];
  if (second !== undefined && pairAssertions.test(outer.name)) {
    if (callsEntry(first) === callsEntry(second)) return callsEntry(first) ? example(first, second.text) : [];
    return callsEntry(first) ? example(first, second.text) : example(second, first.text);
  }
  const single = singleAssertions.find(([pattern]) => pattern.test(outer.name))?.[1];
  if (single === undefined || !callsEntry(first)) return null;
  const words =
    syntax.trueSource === 'True'
      ? { true: 'True', false: 'False', null: 'None' }
      : { true: 'true', false: 'false', null: syntax.readsJson === true ? 'null' : 'nil' };
  return example(first, words[single]);
}

/** `{"args": [1, 2], "expected": 3}`: values of JSON, written as source by way of the language's own literals. */
function fromObject(syntax: ExpressionSyntax, line: string, name: string): readonly Example[] {
  let data: unknown;
  try {
    data = JSON.parse(line);
  } catch {
    return [];
  }
  if (typeof data !== 'object' || data === null) return [];
  const { args, arguments: given, input, inputs, expected, output, result } = data as { readonly [key: string]: unknown };
  const list = [args, given, inputs, input].find((item) => Array.isArray(item));
  const value = expected ?? output ?? result;
  if (!Array.isArray(list) || value === undefined) return [];
  const call = `${name}(${list.map((item) => jsonSource(syntax, item)).join(', ')})`;
  return [{ call: { type: 'expression', expression: call }, expected: { type: 'value', source: jsonSource(syntax, value) }, source: line }];
}

export function jsonSource(syntax: ExpressionSyntax, data: unknown): string {
  if (syntax.readsJson === true) return JSON.stringify(data);
  const python = syntax.trueSource === 'True';
  if (data === null) return python ? 'None' : 'nil';
  if (typeof data === 'boolean') return python ? (data ? 'True' : 'False') : String(data);
  if (Array.isArray(data)) return `${python ? '[' : '{'}${data.map((item) => jsonSource(syntax, item)).join(', ')}${python ? ']' : '}'}`;
  if (typeof data === 'object') {
    const pairs = Object.entries(data).map(
      ([key, item]) => (python ? `${JSON.stringify(key)}: ` : `[${quoteLua(key)}] = `) + jsonSource(syntax, item),
    );
    return `{${pairs.join(', ')}}`;
  }
  return typeof data === 'string' && !python ? quoteLua(data) : JSON.stringify(data);
}

const quoteLua = (text: string): string => JSON.stringify(text).replace(/\\u([0-9a-f]{4})/gi, '\\u{$1}');

function fromTableRow(syntax: ExpressionSyntax, line: string, contract: Contract): readonly Example[] {
  const cells = line
    .split('|')
    .slice(1)
    .map((cell) => cell.trim().replace(/^`+|`+$/g, ''));
  const [call, expected] = cells;
  if (call === undefined || expected === undefined || syntax.parse(expected) === null) return [];
  const read = readExample(syntax, `${call} == ${expected}`, contract.entry);
  return read.ok ? [{ ...read.value, source: line }] : [];
}
