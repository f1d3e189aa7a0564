import type { Example } from '../../ports/language.ts';
import { closingBracket } from '../brackets.ts';
import { readEquality } from '../example-reading.ts';
import type { ExpressionSyntax } from '../expression-syntax.ts';
import { namedChildren, type SyntaxNode, walk } from '../syntax-tree.ts';

const openings = /@pytest\.mark\.parametrize\(|(?:test|it|describe)\.each\(/g;

/** Tests over a table of values: `@pytest.mark.parametrize` and `test.each`; and the text without them. */
export function parameterised(syntax: ExpressionSyntax, text: string, name: string): readonly [readonly Example[], string] {
  const examples: Example[] = [];
  let rest = text;
  for (const match of text.matchAll(openings)) {
    const open = match.index + match[0].length - 1;
    const close = closingBracket(text, open);
    if (close < 0) continue;
    const given = syntax.parse(`f${text.slice(open, close + 1)}`);
    const list = given === null ? [] : (syntax.calls(given)[0]?.arguments ?? []);
    const table = list.at(-1);
    const body = text.slice(close + 1, close + 1200);
    const names = match[0].startsWith('@')
      ? (list[0]?.text.match(/\w+/g) ?? [])
      : (/\(\s*(?:async\s*)?\(?\{?\s*([\w\s,]+?)\s*\}?\)?\s*=>/.exec(body.slice(body.indexOf(',')).replace(/^,/, '('))?.[1] ?? '').split(
          /\s*,\s*/,
        );
    const condition = conditionIn(syntax, body, name);
    if (table === undefined || condition === null || names.length === 0) continue;
    for (const row of namedChildren(table)) {
      const cells = names.length === 1 ? [row] : namedChildren(row);
      if (cells.length !== names.length) continue;
      const values = new Map(names.map((key, index) => [key, cells[index]?.text ?? '']));
      examples.push({
        call: { type: 'expression', expression: filled(condition.actual, values) },
        expected: { type: 'value', source: filled(condition.expected, values) },
        source: row.text,
      });
    }
    const assertion = body.indexOf(condition.line);
    rest = rest.replace(text.slice(match.index, close + 1 + assertion + condition.line.length), '');
  }
  return [examples, rest];
}

type Condition = { readonly actual: SyntaxNode; readonly expected: SyntaxNode; readonly line: string };

function conditionIn(syntax: ExpressionSyntax, body: string, name: string): Condition | null {
  for (const line of body.split('\n')) {
    const source = /(?:assert\s+|^\s*|=>\s*\{?\s*(?:return\s+)?)((?:assert\b|expect\(|[\p{L}_])[^;]*?)[;})\s]*$/u;
    if (!line.includes(`${name}(`)) continue;
    for (const text of [line.replace(/^\s*assert\s+/, ''), source.exec(line)?.[1] ?? '', `${source.exec(line)?.[1] ?? ''})`]) {
      const node = syntax.parse(text.trim().replace(/;$/, ''));
      const sides = node === null ? null : syntax.equality(syntax.bare(node));
      if (node === null || sides === null || readEquality(syntax, node.text) === null) continue;
      const calls = (side: SyntaxNode): boolean => syntax.calls(side).some((call) => call.name === name);
      const [left, right] = sides;
      return { actual: calls(left) ? left : right, expected: calls(left) ? right : left, line };
    }
  }
  return null;
}

/** The source of a node with its names replaced by values. */
function filled(node: SyntaxNode, values: ReadonlyMap<string, string>): string {
  let text = '';
  let at = node.start;
  for (const inner of walk(node)) {
    const value = inner.type === 'identifier' ? values.get(inner.text) : undefined;
    if (value === undefined || inner.start < at) continue;
    text += node.text.slice(at - node.start, inner.start - node.start) + value;
    at = inner.end;
  }
  return text + node.text.slice(at - node.start);
}
