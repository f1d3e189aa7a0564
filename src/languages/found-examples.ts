import type { Entry } from '../domain/contract.ts';
import type { Example } from '../ports/language.ts';
import { closingBracket } from './brackets.ts';
import { ownCalls } from './example-reading.ts';
import type { ExpressionSyntax } from './expression-syntax.ts';
import { becomingWords, relationSigns, relationWords } from './relation-words.ts';

export type FoundExample = Example & { readonly origin: 'docstring' | 'prose' };

// Requests come from strangers too, and each place that looks like an example costs parses: reading must stay short.
const mostExamples = 100;
const mostSetupLines = 100;
const mostOutputLines = 100;
const mostCallCharacters = 500;
const mostParses = 2000;

/** Examples in a request: doctest lines first, then sentences; one for each call. */
export function findRequestExamples(syntax: ExpressionSyntax, request: string, entry: Entry | null): readonly FoundExample[] {
  const found = [...doctests(syntax, request), ...sentences(syntax, request, entry), ...pairs(syntax, request, entry)];
  const seen = new Set<string>();
  return found.filter(({ call }) => {
    if (call.type !== 'expression') return false;
    const node = syntax.parse(call.expression);
    const names = node === null ? [] : ownCalls(syntax, node).map(({ name }) => name);
    const key = `${call.setup ?? ''}\n${call.expression}`;
    if (seen.has(key) || names.length === 0 || (entry?.kind === 'function' && !names.includes(entry.name))) return false;
    seen.add(key);
    return true;
  });
}

/** `>>> f(2)` and its value on the next line; lines without a value are set-up for those after them. */
export function doctests(syntax: ExpressionSyntax, text: string): readonly FoundExample[] {
  const prefix = new RegExp(`^\\s*(?:${syntax.commentPrefix}+|\\*|//)?\\s?`);
  const lines = text.split('\n').map((line) => line.replace(prefix, '').trim());
  const examples: FoundExample[] = [];
  let setup: string[] = [];
  let lastPrompt = -2;
  for (let index = 0; index < lines.length && examples.length < mostExamples; index += 1) {
    const first = /^(?:>>>|>)\s+(.*)$/.exec(lines[index] ?? '')?.[1];
    if (first === undefined) continue;
    // A new block of prompts starts afresh.
    if (lines.slice(lastPrompt + 1, index).some((line) => line === '')) setup = [];
    const typed = [first];
    for (; /^\.\.\.(?:\s|$)/.test(lines[index + 1] ?? ''); index += 1) typed.push((lines[index + 1] ?? '').replace(/^\.\.\.\s?/, ''));
    lastPrompt = index;
    const source = typed.join('\n');
    const output: string[] = [];
    for (; output.length < mostOutputLines && isOutput(lines[index + 1] ?? ''); index += 1) output.push(lines[index + 1] ?? '');
    const expression = syntax.parse(source);
    const error = output[0]?.startsWith('Traceback') ? /^(\w+)(?::|$)/.exec(output.at(-1) ?? '')?.[1] : undefined;
    const value = expression === null || error !== undefined ? null : literalPrefix(syntax, output.join('\n'));
    if (expression !== null && (value !== null || error !== undefined)) {
      const before = setup.join('\n');
      examples.push({
        call: { type: 'expression', expression: expression.text, ...(before === '' ? {} : { setup: before }) },
        expected: error === undefined ? { type: 'value', source: value ?? '' } : { type: 'raises', error },
        source: [`>>> ${source}`, ...output].join('\n'),
        origin: 'docstring',
      });
    } else if (output.length === 0 && setup.length < mostSetupLines) setup.push(source);
  }
  return examples;
}

const isOutput = (line: string): boolean => line !== '' && !/^(?:>>>|>\s|```|"""|'''|\]\])/.test(line);

/** The whole text as a literal, or its lines up to one that no longer belongs to it. */
function literalPrefix(syntax: ExpressionSyntax, text: string): string | null {
  const lines = text.split('\n');
  for (let count = lines.length; count > 0; count -= 1) {
    const source = lines.slice(0, count).join('\n').trim();
    const node = syntax.parse(source);
    if (node !== null && syntax.literal(node) !== null) return source;
  }
  return null;
}

const relation = new RegExp(`^[\\s\`*]*(?:(?:${relationSigns}|=(?!=))|(?:${relationWords})(?![\\p{L}\\p{N}_]))[\\s:\`*]*`, 'iu');

const raising = /^[\s`*]*(?:raises?|throws?|вызывает|бросает|выбрасывает)\s+(?:an?\s+)?`?([A-Z]\w*)/u;

/** Calls in a sentence that are followed by a relation and a literal. */
function sentences(syntax: ExpressionSyntax, request: string, entry: Entry | null): readonly FoundExample[] {
  const examples: FoundExample[] = [];
  let looks = 0;
  const budget = { parses: mostParses };
  const name = entry?.kind === 'function' ? entry.name.replace(/\W/g, '\\$&') : '[\\p{L}_][\\p{L}\\p{N}_]*';
  for (const match of request.matchAll(new RegExp(`(?<![\\p{L}\\p{N}_.:])${name}\\(`, 'gu'))) {
    const close = closingBracket(request, match.index + match[0].length - 1, mostCallCharacters);
    if (close < 0 || /(?:def|function)\s{1,8}$/.test(request.slice(Math.max(0, match.index - 16), match.index))) continue;
    looks += 1;
    if (looks > mostExamples) break;
    const expression = syntax.parse(request.slice(match.index, close + 1));
    const [call] = expression === null ? [] : syntax.calls(expression);
    if (call === undefined || call.arguments === null || !call.arguments.every((argument) => syntax.literal(argument) !== null)) continue;
    const rest = request.slice(close + 1, close + 400);
    const raised = raising.exec(rest);
    const relates = relation.exec(rest);
    const value = relates === null ? null : leadingLiteral(syntax, rest.slice(relates[0].length), budget);
    const source = request.slice(match.index, close + 1);
    if (raised !== null) {
      examples.push({
        call: { type: 'expression', expression: source },
        expected: { type: 'raises', error: raised[1] ?? '' },
        source: source + raised[0],
        origin: 'prose',
      });
    } else if (relates !== null && value !== null) {
      examples.push({
        call: { type: 'expression', expression: source },
        expected: { type: 'value', source: value },
        source: source + relates[0] + value,
        origin: 'prose',
      });
    }
  }
  return examples;
}

/** `so`, `e.g.`, `например` say that one case is shown, and not what becomes of a part: `each 0 becomes 1`. */
const showing =
  /(?<![\p{L}\p{N}_])(?:so(?:\s+that)?|e\.\s?g\.|for\s+(?:example|instance)|examples?|то\s+есть|например|пример|так)[\s,:`]{1,8}(?=[[{(])/giu;
const becoming = new RegExp(`^[\\s\`]*(?:(?:${relationSigns})|(?:${becomingWords})(?![\\p{L}\\p{N}_]))[\\s:\`]*`, 'iu');

/** `so [1, 1, 2] becomes [1, 2]`, of a function with one parameter: a value in brackets and what becomes of it. */
function pairs(syntax: ExpressionSyntax, request: string, entry: Entry | null): readonly FoundExample[] {
  if (entry?.kind !== 'function' || entry.parameters.length !== 1) return [];
  const examples: FoundExample[] = [];
  const budget = { parses: mostParses };
  let looks = 0;
  for (const match of request.matchAll(showing)) {
    looks += 1;
    if (looks > mostExamples) break;
    const start = match.index + match[0].length;
    const close = closingBracket(request, start, mostCallCharacters);
    const given = close < 0 ? '' : request.slice(start, close + 1);
    const node = given === '' ? null : syntax.parse(given);
    const rest = request.slice(close + 1, close + 400);
    const relates = becoming.exec(rest);
    if (node === null || relates === null || syntax.literal(node) === null) continue;
    const value = leadingLiteral(syntax, rest.slice(relates[0].length), budget);
    if (value === null) continue;
    examples.push({
      call: { type: 'expression', expression: `${entry.name}(${given})` },
      expected: { type: 'value', source: value },
      source: given + relates[0] + value,
      origin: 'prose',
    });
  }
  return examples;
}

/** The longest literal that a text begins with and that ends at a boundary. */
function leadingLiteral(syntax: ExpressionSyntax, text: string, budget: { parses: number }): string | null {
  const line = text.split(/\n/, 1)[0] ?? '';
  for (let end = Math.min(line.length, 200); end > 0; end -= 1) {
    const source = line.slice(0, end);
    if (/[\s.,;:!?`]$/.test(source) || /^[\p{L}\p{N}_]/u.test(line.slice(end))) continue;
    // `4.` at the end of a sentence is 4, and `4.5` is not 4.
    if (budget.parses <= 0) return null;
    if (/^\.\d/.test(line.slice(end)) || /^\s*(?:[-+*/%]|\.\.)\s*[\w(]/.test(line.slice(end))) continue;
    budget.parses -= 1;
    const node = syntax.parse(source);
    if (node !== null && syntax.literal(node) !== null) return source;
  }
  return null;
}
