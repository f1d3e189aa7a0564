import type { Parameter } from '../../domain/contract.ts';
import type { Json } from '../../domain/json.ts';
import type { Example } from '../../ports/language.ts';
import type { ExpressionSyntax } from '../expression-syntax.ts';
import { readJsonAt } from './json-value.ts';

/** A test that a reply states as data: its arguments and its value. `text`: a call or an assertion as source instead. */
export type TestData = { readonly type: 'data'; readonly example: Example } | { readonly type: 'text'; readonly text: string };

type Fields = { readonly [key: string]: Json };

const argumentKeys = ['args', 'arguments', 'params', 'parameters', 'inputs', 'input', 'in', 'вход', 'аргументы'];
const valueKeys = [
  'expected',
  'expected_output',
  'expectedOutput',
  'output',
  'result',
  'returns',
  'return',
  'want',
  'value',
  'out',
  'answer',
  'ожидается',
  'выход',
  'результат',
];
const nameKeys = ['fn', 'function', 'func', 'entry', 'method'];
const textKeys = ['call', 'test', 'assert', 'assertion', 'code', 'expression'];

/** Begins a line that stands for a test that was read from JSON; its number follows. */
export const placeMark = '\u0001test ';

/** Objects that are read in one reply. */
const mostObjects = 400;

/** Objects such as `{"args": [1, 2], "expected": 3}` of a reply, in order, also of a list that was cut; and the text with marks in their places. */
export function testsInJson(
  syntax: ExpressionSyntax,
  text: string,
  name: string,
  parameters: readonly Parameter[],
): { readonly tests: readonly TestData[]; readonly rest: string } {
  const tests: TestData[] = [];
  let rest = '';
  let at = 0;
  for (let count = 0; count < mostObjects; count += 1) {
    const start = text.slice(at).search(/[{[]/) + at;
    if (start < at) break;
    const found = readJsonAt(text, start);
    const items = found.type === 'value' ? itemsOf(found.value).map((item) => testOf(syntax, item, name, parameters)) : [];
    const read = items.filter((item) => item !== null);
    if (found.type === 'value' && read.length > 0) {
      rest += `${text.slice(at, start)}\n${read.map((_, index) => `${placeMark}${tests.length + index}`).join('\n')}\n`;
      tests.push(...read);
      at = found.end;
    } else {
      rest += text.slice(at, start + 1);
      at = start + 1;
    }
  }
  return { tests, rest: rest + text.slice(at) };
}

/** Objects with a value for the call, wherever they are nested; pairs of a list of arguments and a value. */
function itemsOf(value: Json): readonly Json[] {
  if (Array.isArray(value)) {
    if (value.length > 0 && value.every((item) => typeof item === 'string')) return value;
    return value.length > 0 && value.every(isPair) ? value : value.flatMap(itemsOf);
  }
  if (typeof value !== 'object' || value === null) return [];
  const fields = value as Fields;
  if (valueKeys.some((key) => key in fields) || textKeys.some((key) => typeof fields[key] === 'string')) return [value];
  return Object.values(fields).flatMap((inner) => (typeof inner === 'object' ? itemsOf(inner) : []));
}

const isPair = (value: Json): boolean => Array.isArray(value) && value.length === 2 && Array.isArray(value[0]);

function testOf(syntax: ExpressionSyntax, item: Json, name: string, parameters: readonly Parameter[]): TestData | null {
  if (typeof item === 'string') return item.includes(`${name}(`) ? { type: 'text', text: item } : null;
  if (Array.isArray(item)) {
    const [given, value] = item;
    return Array.isArray(given) && value !== undefined ? dataTest(syntax, name, given, value) : null;
  }
  if (typeof item !== 'object' || item === null) return null;
  const fields = item as Fields;
  const named = nameKeys.map((key) => fields[key]).find((value) => typeof value === 'string');
  const valueKey = valueKeys.find((key) => key in fields);
  const source = [...textKeys, ...argumentKeys]
    .map((key) => fields[key])
    .find((value) => typeof value === 'string' && value.includes(`${name}(`));
  if (typeof source === 'string') {
    const value = valueKey === undefined ? undefined : fields[valueKey];
    if (value === undefined) return { type: 'text', text: source };
    const literal = typeof value === 'string' && syntax.parse(value) !== null ? value : jsonSource(syntax, value);
    return { type: 'text', text: `${source.replace(/^assert\s+/, '').trim()} == ${literal}` };
  }
  if (valueKey === undefined || (named !== undefined && named !== name)) return null;
  const key = argumentKeys.find((candidate) => candidate in fields);
  const value = fields[valueKey] ?? null;
  if (key === undefined) {
    // The parameters themselves are the keys.
    const own = parameters.map((parameter) => fields[parameter.name]);
    const given = own.filter((argument) => argument !== undefined);
    return own.length > 0 && given.length === own.length ? dataTest(syntax, name, given, value) : null;
  }
  return dataTest(syntax, name, argumentsOf(fields[key] ?? null, parameters), value);
}

/** A list is the list of arguments, unless only one argument is taken and the list is not of one. */
function argumentsOf(given: Json, parameters: readonly Parameter[]): readonly Json[] {
  const fixed = parameters.length > 0 && !parameters.some(({ variadic }) => variadic === true);
  if (Array.isArray(given)) return fixed && parameters.length === 1 && given.length !== 1 ? [given] : given;
  if (typeof given === 'object' && given !== null) {
    const fields = given as Fields;
    const own = parameters.map((parameter) => fields[parameter.name]).filter((argument) => argument !== undefined);
    if (own.length > 0 && own.length === Object.keys(fields).length) return own;
    return fixed && parameters.length === Object.keys(fields).length && parameters.length > 1 ? Object.values(fields) : [given];
  }
  return [given];
}

function dataTest(syntax: ExpressionSyntax, name: string, given: readonly Json[], value: Json): TestData {
  const call = `${name}(${given.map((item) => jsonSource(syntax, item)).join(', ')})`;
  const example: Example = {
    call: { type: 'expression', expression: call },
    expected: { type: 'value', source: jsonSource(syntax, value) },
    source: JSON.stringify({ args: given, expected: value }),
  };
  return { type: 'data', example };
}

/** A value of JSON as source text of the language. */
export function jsonSource(syntax: ExpressionSyntax, data: Json): string {
  if (syntax.readsJson === true) return JSON.stringify(data);
  const python = syntax.trueSource === 'True';
  if (data === null) return python ? 'None' : 'nil';
  if (typeof data === 'boolean') return python ? (data ? 'True' : 'False') : String(data);
  if (Array.isArray(data))
    return `${python ? '[' : '{'}${data.map((item: Json) => jsonSource(syntax, item)).join(', ')}${python ? ']' : '}'}`;
  if (typeof data === 'object') {
    const pairs = Object.entries(data).map(
      ([key, item]) => (python ? `${JSON.stringify(key)}: ` : `[${quoteLua(key)}] = `) + jsonSource(syntax, item),
    );
    return `{${pairs.join(', ')}}`;
  }
  return typeof data === 'string' && !python ? quoteLua(data) : JSON.stringify(data);
}

const quoteLua = (text: string): string => JSON.stringify(text).replace(/\\u([0-9a-f]{4})/gi, '\\u{$1}');
