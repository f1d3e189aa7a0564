import type { Contract } from '../../domain/contract.ts';
import type { Example } from '../../ports/language.ts';
import { closingBracket } from '../brackets.ts';
import { readEquality, readExample } from '../example-reading.ts';
import type { CallNode, ExpressionSyntax } from '../expression-syntax.ts';
import type { SyntaxNode } from '../syntax-tree.ts';

/** Assertions of test libraries, by their last name; the side that calls the entry is the actual value in any case. */
const pairAssertions =
  /(?:^|[.:_])(?:assert_?(?:are_?)?equals?|assert_?almost_?equals?|assertItemsEqual|assertCountEqual|assert(?:List|Tuple|Dict|Set|Sequence|MultiLine|Table|Str|Deep)?Equals?|assert_?is|assert_?items_?equals?|(?:(?:is|are)_)?(?:deep|strict|deepStrict|loose)?_?equals?|(?:(?:is|are)_)?same|deep|eql?s?|near|is|assert_?eq|toBe|toEqual|toStrictEqual|toBeCloseTo|toMatchObject)$/i;
const singleAssertions: readonly (readonly [RegExp, 'true' | 'false' | 'null'])[] = [
  [/(?:assert_?(?:is_?)?true|is_?true|truthy|toBeTruthy|[.:]true|(?:assert|t)\.ok|[.:]True)$/i, 'true'],
  [/(?:assert_?(?:is_?)?false|is_?false|falsy|toBeFalsy|[.:]false|notOk)$/i, 'false'],
  [/(?:assert_?is_?(?:nil|none|null)|is_?nil|is_?null|assert_?nil|toBeNull|toBeUndefined|isUndefined|[.:]Nil)$/i, 'null'],
];
/** `assert_not_equal`, `are_not.equal`, `assertNotEquals`: says what a value is not. */
const negated = /(?:^|[._:])(?:(?:is|are|assert)_?)?not(?=[._:A-Z]|$)|[a-z_]Not(?=[A-Z_])|(?:^|[._])not[A-Z]|_not_/;

const arrows = /(?:==|->|=>|→|➞|⇒|⟶|\s(?:=|returns?|is|should|must|gives?|yields?|equals?|evaluates)\s|верн|возвращ|да[её]т|долж|равн)/u;

/** No person reads a longer one, and a parser takes seconds for a text of this length that is none. */
const longestTest = 4000;

/** The expectations that one logical line of a reply states about the entry. */
export function readTestLine(syntax: ExpressionSyntax, raw: string, contract: Contract, name: string): readonly Example[] {
  if (raw.length > longestTest) return [];
  const line = raw
    .trim()
    .replace(/^(?:[-*+•]\s+(?!\[)|\(?\d+[.)]\s+|(?:test|case|example|тест|пример)\s*#?\d*\s*[:.)]\s+)/i, '')
    .replace(/[;,]\s*$/, '');
  if (line === '' || line.startsWith('>>>') || !line.includes(name)) return [];
  const assertions = assertionsIn(syntax, line, name);
  if (assertions !== null) return assertions;
  const statement = /^(?:assert|yield assert)\s+([\s\S]*)$/.exec(line)?.[1];
  if (statement !== undefined) {
    const read = withoutMessage(syntax, statement.replaceAll('\\\n', ' '));
    return read === null ? [] : [{ call: read.call, expected: read.expected, source: raw }];
  }
  if (!arrows.test(line)) return [];
  const read = readExample(syntax, unmarked(line), contract.entry);
  return read.ok ? [{ ...read.value, source: raw }] : [];
}

/** Without backticks and emphasis around parts of a sentence. */
const unmarked = (line: string): string => line.replaceAll('`', '').replace(/\*\*(.+?)\*\*/g, '$1');

/** A message may follow the condition after a comma. */
function withoutMessage(syntax: ExpressionSyntax, statement: string): ReturnType<typeof readEquality> {
  const whole = readEquality(syntax, statement);
  if (whole !== null) return whole;
  for (const comma of [...statement.matchAll(/,/g)].reverse().slice(0, 40)) {
    const read = readEquality(syntax, statement.slice(0, comma.index));
    if (read !== null && syntax.parse(statement.slice(comma.index + 1)) !== null) return read;
  }
  return null;
}

/** Assertions of a line that is one expression, also inside of `it("…", () => { … })`; null when it holds none. */
function assertionsIn(syntax: ExpressionSyntax, line: string, name: string): readonly Example[] | null {
  const node = syntax.parse(line.replace(/^\s*(?:local\s+\w+\s*=\s*)/, ''));
  if (node === null) return null;
  const calls = syntax.calls(node);
  const outer = calls[0];
  if (outer === undefined || (outer.node === node && outer.name === name)) return null;
  const read = calls.map((call) => (call.name === name ? null : fromAssertion(syntax, call, line, name))).filter((found) => found !== null);
  return read.length === 0 ? null : read.flat();
}

function fromAssertion(syntax: ExpressionSyntax, call: CallNode, line: string, name: string): readonly Example[] | null {
  const callsEntry = (argument: SyntaxNode): boolean => syntax.calls(argument).some((inner) => inner.name === name);
  const [first, second] = call.arguments ?? [];
  if (first === undefined) return null;
  const example = (actual: SyntaxNode, source: string): readonly Example[] => [
    { call: { type: 'expression', expression: actual.text }, expected: { type: 'value', source }, source: line },
  ];
  if (second !== undefined && pairAssertions.test(call.name)) {
    if (negated.test(call.name) || !(callsEntry(first) || callsEntry(second))) return [];
    return callsEntry(first) ? example(first, second.text) : example(second, first.text);
  }
  if (
    /^(?:assert|console\.assert|assert\.ok|lu\.assert|t\.assert|t\.true|assert\.truthy|assert\.is_true|luaunit\.assert)$/.test(call.name) &&
    callsEntry(first)
  ) {
    const read = readEquality(syntax, first.text);
    return read === null ? [] : [{ call: read.call, expected: read.expected, source: line }];
  }
  const single = singleAssertions.find(([pattern]) => pattern.test(call.name))?.[1];
  if (single === undefined || !callsEntry(first)) return null;
  if (negated.test(call.name) && !/notOk$/.test(call.name)) return [];
  const words =
    syntax.trueSource === 'True'
      ? { true: 'True', false: 'False', null: 'None' }
      : { true: 'true', false: 'false', null: syntax.readsJson === true ? 'null' : 'nil' };
  const equal = single === 'true' ? syntax.equality(syntax.bare(first)) : null;
  if (equal !== null) {
    const read = readEquality(syntax, first.text);
    return read === null ? [] : [{ call: read.call, expected: read.expected, source: line }];
  }
  return example(first, words[single]);
}

/** Lines, joined while brackets stay open and after a backslash; a text that ends inside brackets loses its last line. */
export function logicalLines(text: string): readonly string[] {
  const result: string[] = [];
  const lines = text.split('\n');
  for (let index = 0; index < lines.length; index += 1) {
    let line = lines[index] ?? '';
    while (line.endsWith('\\') && index + 1 < lines.length) {
      index += 1;
      line = `${line.slice(0, -1)} ${(lines[index] ?? '').trim()}`;
    }
    const open = line.search(/[([{]/);
    // A test body such as `describe(function() …` opens a bracket that holds other tests.
    if (open >= 0 && !/function\s*\([^)]*\)\s*\{?\s*$|=>\s*\{\s*$/.test(line)) {
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
