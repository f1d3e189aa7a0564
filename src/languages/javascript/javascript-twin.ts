import { childByField, namedChildren, type SyntaxNode } from '../syntax-tree.ts';
import { idPattern, mayLeave, otherLiteral, type TwinPlace, unequalNumbers } from '../twin.ts';
import { javascriptLiteral } from './javascript-literals.ts';
import { javascriptSource } from './javascript-source.ts';

const tests = new Set(['test', 'it']);
const blocks = new Set(['describe', 'suite']);

type Title = readonly (string | null)[];
type Found = { readonly title: Title; readonly repeated: boolean; readonly places: readonly Place[] };
type Place = Pick<TwinPlace, 'start' | 'end' | 'write'>;

/** Where the tests of a file can be made to fail. */
export function javascriptTwinPlaces(root: SyntaxNode): readonly TwinPlace[] {
  const found: Found[] = [];
  for (const statement of namedChildren(root)) visit(statement, { title: [], repeated: false }, found);
  const exact = found.map(({ title }) => title.join(''));
  return found.flatMap(({ title, repeated, places }, index) => {
    const id = exact[index] ?? '';
    const isOne = !repeated && title.every((part) => part !== null) && exact.filter((other) => other === id).length === 1;
    return places.map((place) => ({ ...(isOne ? { test: id, draw: id } : { test: idPattern(title), draw: '*' }), ...place }));
  });
}

function visit(statement: SyntaxNode, around: { readonly title: Title; readonly repeated: boolean }, found: Found[]): void {
  const call = callOf(statement);
  if (call === null) {
    // Loops and branches around tests.
    if (/_statement$|^(?:statement_block|else_clause)$/.test(statement.type)) {
      for (const inner of namedChildren(statement)) visit(inner, { ...around, repeated: true }, found);
    }
    return;
  }
  const callee = childByField(call, 'function');
  const given = namedChildren(childByField(call, 'arguments') ?? call);
  const body = given.findLast(isFunction);
  const inner = body === undefined ? undefined : childByField(body, 'body');
  if (callee === undefined || body === undefined || inner === undefined) return;
  const [, name = '', variant = '', more = ''] = /^(\w+)(?:\s*\.\s*(\w+))?([\s\S]*)$/.exec(callee.text) ?? [];
  const isBlock = blocks.has(name);
  if (!isBlock && !tests.has(name)) {
    for (const one of namedChildren(inner)) visit(one, { ...around, repeated: true }, found);
    return;
  }
  // The opposite is expected of such tests.
  if (['fails', 'skip', 'todo', 'skipIf', 'runIf'].includes(variant)) return;
  const isTable = variant === 'each' || variant === 'for' || more !== '';
  const own = titleOf(given[0], isTable);
  const title = around.title.length === 0 ? own : [...around.title, ' > ', ...own];
  const repeated = around.repeated || isTable;
  if (isBlock) for (const one of namedChildren(inner)) visit(one, { title, repeated }, found);
  else found.push({ title, repeated, places: placesIn(body, inner) });
}

const isFunction = ({ type }: SyntaxNode): boolean => type === 'arrow_function' || type === 'function_expression';

/** What is known of a title. Tables fill in what stands behind `%` and `$`. */
function titleOf(node: SyntaxNode | undefined, isTable: boolean): Title {
  if (node?.type === 'template_string') {
    const parts = node.text.slice(1, -1).split(/\$\{[^}]*\}/);
    return parts.flatMap((part, index) => (index === 0 ? [part] : [null, part]));
  }
  if (node?.type !== 'string') return [null];
  const value = javascriptLiteral(node);
  const text = value?.type === 'string' ? value.value : '';
  if (!isTable) return [text];
  return text.split(/%[a-zA-Z#$%]|\$[\w.]+/).flatMap((part, index) => (index === 0 ? [part] : [null, part]));
}

/** The call that a statement consists of, awaited or returned or not. */
function callOf(statement: SyntaxNode): SyntaxNode | null {
  const wraps = statement.type === 'expression_statement' || statement.type === 'return_statement';
  const inner = wraps ? namedChildren(statement)[0] : statement;
  const call = inner?.type === 'await_expression' ? namedChildren(inner)[0] : inner;
  return call?.type === 'call_expression' ? call : null;
}

/** How a test ends early without failing. */
const leaving = { leaves: /^return_statement$/, inner: /function|^class|method_definition/, calls: /^\w+\.skip\(/ };

/** Assertions that are made whenever those before them hold. */
function placesIn(test: SyntaxNode, body: SyntaxNode): readonly Place[] {
  if (body.type !== 'statement_block') return assertionPlaces(body, true);
  // What follows `done()` counts for nothing.
  const calledBack = namedChildren(childByField(test, 'parameters') ?? body).length > 1;
  const found: Place[] = [];
  for (const statement of calledBack ? [] : namedChildren(body)) {
    if (statement.type === 'throw_statement') break;
    const isWaitedFor = statement.type === 'return_statement' || /^\s*await\b/.test(statement.text);
    if (statement.type !== 'return_statement' && mayLeave(statement, leaving)) break;
    found.push(...assertionPlaces(statement, isWaitedFor));
    if (statement.type === 'return_statement') break;
  }
  if (found.length > 0) return found;
  const reachesEnd = !calledBack && !namedChildren(body).some((statement) => mayLeave(statement, leaving));
  const at = reachesEnd ? body.end - 1 : body.start + 1;
  const write: Place['write'] = (pick) => {
    const [a, b] = unequalNumbers(pick);
    // There may be no semicolon before it.
    return `; if (${a} !== ${b}) throw new Error('${a} is not ${b}'); `;
  };
  return [{ start: at, end: at, write }];
}

const equality = /^(?:assert(?:\.strict)?\.)?(?:equal|strictEqual|deepEqual|deepStrictEqual)$/;
const opposites: Readonly<Record<string, string>> = {
  ...{ notEqual: 'equal', notStrictEqual: 'strictEqual', notDeepEqual: 'deepEqual', notDeepStrictEqual: 'deepStrictEqual' },
  ...{ throws: 'doesNotThrow', rejects: 'doesNotReject', match: 'doesNotMatch', doesNotMatch: 'match' },
};

const whole = (node: SyntaxNode, write: Place['write']): Place => ({ start: node.start, end: node.end, write });

function assertionPlaces(statement: SyntaxNode, isWaitedFor: boolean): readonly Place[] {
  const call = callOf(statement);
  const called = call === null ? undefined : childByField(call, 'function');
  if (call === null || called === undefined) return [];
  const given = namedChildren(childByField(call, 'arguments') ?? call).filter(({ type }) => type !== 'comment');
  const [first, second] = given;
  const name = called.text;
  // Nobody learns what became of a promise that is not waited for.
  if (!isWaitedFor && /\b(?:resolves|rejects|doesNotReject)\b/.test(name)) return [];
  if (equality.test(name)) return first === undefined || second === undefined ? [] : [oneOf(first, second)];
  if (/^assert(?:\.strict)?(?:\.ok)?$/.test(name)) return first === undefined ? [] : [whole(first, () => `!(${first.text})`)];
  const property = called.type === 'member_expression' ? childByField(called, 'property') : undefined;
  const object = childByField(called, 'object');
  if (property === undefined || object === undefined) return [];
  if (/^assert(?:\.strict)?$/.test(object.text)) {
    const opposite = opposites[property.text];
    return opposite === undefined ? [] : [whole(property, () => opposite)];
  }
  if (!/^expect\s*\(/.test(object.text)) return [];
  const isNegative = /\.\s*not$/.test(object.text);
  if (!isNegative && /^(?:toBe|toEqual|toStrictEqual)$/.test(property.text)) return first === undefined ? [] : [other(first)];
  if (!isNegative) return [whole(property, () => `not.${property.text}`)];
  const bare = childByField(object, 'object');
  return bare === undefined ? [] : [whole(object, () => bare.text)];
}

function oneOf(left: SyntaxNode, right: SyntaxNode): Place {
  return javascriptLiteral(right) === null && javascriptLiteral(left) !== null ? other(left) : other(right);
}

function other(node: SyntaxNode): Place {
  const value = javascriptLiteral(node);
  const wrapped: Place['write'] = (pick) => `[${node.text}, ${pick(90)}]`;
  return whole(node, value === null ? wrapped : otherLiteral(value, javascriptSource, wrapped));
}
