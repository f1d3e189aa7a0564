import type { Contract, Entry } from '../../domain/contract.ts';
import type { Example, Reply } from '../../ports/language.ts';
import { ownCalls } from '../example-reading.ts';
import type { ExpressionSyntax } from '../expression-syntax.ts';
import { doctests, findRequestExamples } from '../found-examples.ts';
import { commentedExamples } from './commented-examples.ts';
import { cleanReply, cutAtEndToken } from './reply-text.ts';
import { placeMark, testsInJson } from './test-data.ts';
import { logicalLines, readTestLine } from './test-lines.ts';
import { parameterised } from './test-parameters.ts';
import { testsInTables } from './test-tables.ts';

/** Longer replies are cut here. */
const maxCharacters = 100_000;

/** `cut`: the reply ended in the middle of a test that was left out. `dropped`: calls that do not fit the entry. */
export type FoundTests = {
  readonly type: 'tests';
  readonly name: string;
  readonly examples: readonly Example[];
  readonly dropped: readonly string[];
  readonly cut: boolean;
};

/** Expectations about the entry in a reply, each on its own: cut, foreign and mis-shaped ones are dropped. */
export function extractTestExamples(syntax: ExpressionSyntax, reply: Reply, contract: Contract): readonly Example[] {
  if (contract.entry.kind !== 'function') return [];
  const found = findTests(syntax, reply, contract);
  return found.type === 'tests' ? found.examples : [];
}

/** The same with what was left out; `thinking` when the reply never came to its answer. */
export function findTests(syntax: ExpressionSyntax, reply: Reply, contract: Contract): FoundTests | { readonly type: 'thinking' } {
  const cleaned = cleanReply(`${reply.prefill ?? ''}${reply.text}`.slice(0, maxCharacters));
  if (cleaned.stillThinking) return { type: 'thinking' };
  const text = contract.entry.kind === 'function' ? withoutModule(cleaned.text, contract.entry.name) : cleaned.text;
  const ended = cutAtEndToken(text);
  const cut = reply.finish === 'length' && ended === text && !/(?:\n|`{3,}|~{3,})\s*$/.test(text);
  // What the limit cut may parse and still lack its end.
  const whole = cut ? ended.slice(0, lastWholeLine(ended)) : ended;
  const lines = whole.split('\n').filter((line) => !/^[ \t]{0,40}>?[ \t]{0,40}(?:```|~~~)/.test(line));
  const body = lines.join('\n').replace(/^(\s*)>\s(?!>>)/gm, (line) => (isQuote(lines) ? '' : line));
  const { entry } = contract;
  const name = entry.kind === 'function' ? entry.name : (mostCalled(syntax, body) ?? '');
  const own: Entry = entry.kind === 'function' ? entry : { kind: 'function', name, parameters: [{ name: 'args', variadic: true }] };
  const named: Contract = { ...contract, entry: own };
  const found = name === '' ? [] : read(syntax, cut ? ended : body, body, named, name, own.kind === 'function' ? own.parameters : []);
  const fitting = found.filter((example) => fits(syntax, example, own));
  const dropped = found
    .filter((example) => !fitting.includes(example))
    .map(({ call, source }) => (call.type === 'expression' ? call.expression : source));
  const seen = new Set<string>();
  const examples = fitting.filter(({ call, expected }) => {
    const key = JSON.stringify([call, expected]);
    return seen.has(key) ? false : seen.add(key);
  });
  return { type: 'tests', name, examples, dropped, cut };
}

const moduleBinding =
  /^[ \t]*(?:(?:local|const|let|var)\s+(\w+)\s*=\s*(?:await\s+)?(?:require|import)\b|import\s+(?:\*\s+as\s+)?(\w+)(?:\s+as\s+(\w+))?(?:\s+from\b|\s*;?[ \t]*$))/gm;

/** Tests that reach the function through the module that they import call it by its name alone; none do where one already does. */
function withoutModule(text: string, name: string): string {
  const called = name.replaceAll('$', '\\$');
  if (new RegExp(`(?<![\\w.:])${called}\\s*\\(`).test(text)) return text;
  const modules = [...text.matchAll(moduleBinding)].map(([, assigned, imported, alias]) => assigned ?? alias ?? imported ?? '');
  if (modules.length === 0) return text;
  return text.replace(new RegExp(`(?<![\\w.])(?:${modules.join('|')})\\.(?=${called}\\s*\\()`, 'g'), '');
}

const isQuote = (lines: readonly string[]): boolean => lines.every((line) => line.trim() === '' || /^\s*>/.test(line));

/** Up to the last line end; JSON is read by its own brackets. */
const lastWholeLine = (text: string): number => text.lastIndexOf('\n') + 1;

type Parameters = Extract<Entry, { readonly kind: 'function' }>['parameters'];

function read(
  syntax: ExpressionSyntax,
  whole: string,
  body: string,
  contract: Contract,
  name: string,
  parameters: Parameters,
): readonly Example[] {
  const fenceless = whole
    .split('\n')
    .filter((line) => !/^\s*(?:```|~~~)/.test(line))
    .join('\n');
  const json = testsInJson(syntax, fenceless, name, parameters);
  const rest = commentedExamples(syntax, json.tests.length > 0 ? json.rest : body);
  const tables = testsInTables(syntax, rest, contract, name);
  const [rows, others] = parameterised(syntax, rest.replace(/^[ \t]*\|.*\|[ \t]*$/gm, ''), name);
  const lines = logicalLines(others).flatMap((line) => {
    if (!line.startsWith(placeMark)) return readTestLine(syntax, line, contract, name);
    const test = json.tests[Number(line.slice(placeMark.length))];
    if (test?.type === 'data') return [test.example];
    return logicalLines(test?.text ?? '').flatMap((inner) => readTestLine(syntax, inner, contract, name));
  });
  const strict = [...doctests(syntax, others), ...tables, ...rows, ...lines];
  // Sentences only where nothing is written as code.
  return strict.length > 0 ? strict : findRequestExamples(syntax, rest, contract.entry);
}

/** The function that most lines are about. */
function mostCalled(syntax: ExpressionSyntax, text: string): string | null {
  const counts = new Map<string, number>();
  for (const line of logicalLines(text).slice(0, 400)) {
    const node = syntax.parse(line.trim().replace(/^assert\s+|^>>>\s+|[;,]$/g, ''));
    for (const { name } of node === null ? [] : ownCalls(syntax, node)) {
      if (!/^(?:describe|it|test|expect|assert.*|equal|deepEqual|strictEqual)$/.test(name)) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

/** The call is on the entry, with a number of arguments that it takes. */
function fits(syntax: ExpressionSyntax, { call, expected }: Example, entry: Entry): boolean {
  if (call.type !== 'expression' || entry.kind !== 'function') return false;
  const { name, parameters } = entry;
  const required = parameters.filter(({ defaultValue, variadic }) => defaultValue === undefined && variadic !== true).length;
  const most = parameters.some(({ variadic }) => variadic === true) ? Number.POSITIVE_INFINITY : parameters.length;
  const node = syntax.parse(call.expression);
  const own = node === null ? [] : syntax.calls(node).filter((inner) => inner.name === name);
  return (
    own.length > 0 &&
    own.every(({ arguments: given }) => given === null || (given.length >= required && given.length <= most)) &&
    !(expected.type === 'value' && node !== null && syntax.equality(node) !== null)
  );
}
