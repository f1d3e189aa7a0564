import { childByField, namedChildren, type SyntaxNode } from '../syntax-tree.ts';
import { idPattern, mayLeave, otherLiteral, type TwinPlace, unequalNumbers } from '../twin.ts';
import { luaLiteral } from './lua-literals.ts';
import { luaSource } from './lua-source.ts';

const tests = new Set(['it', 'spec', 'test']);
const blocks = new Set(['describe', 'context', 'insulate', 'expose']);

type Title = readonly (string | null)[];
type Place = Pick<TwinPlace, 'start' | 'end' | 'write'>;
type Found = { readonly title: Title; readonly repeated: boolean; readonly places: readonly Place[] };

/** Where the tests of a file can be made to fail. */
export function luaTwinPlaces(root: SyntaxNode): readonly TwinPlace[] {
  const found: Found[] = [];
  for (const node of namedChildren(root)) visit(node, { title: [], repeated: false }, found);
  const exact = found.map(({ title }) => title.join(''));
  return found.flatMap(({ title, repeated, places }, index) => {
    const id = exact[index] ?? '';
    const isOne = !repeated && title.every((part) => part !== null) && exact.filter((other) => other === id).length === 1;
    return places.map((place) => ({ ...(isOne ? { test: id, draw: id } : { test: idPattern(title), draw: '*' }), ...place }));
  });
}

function visit(node: SyntaxNode, around: { readonly title: Title; readonly repeated: boolean }, found: Found[]): void {
  if (node.type === 'function_declaration') {
    const method = childByField(node, 'name')?.text ?? '';
    const body = childByField(node, 'body');
    if (body !== undefined && /^[tT]est\w*(?:[.:][tT]est\w*)?$/.test(method)) {
      found.push({ title: [method.replace(':', '.')], repeated: false, places: placesIn(body) });
    }
    return;
  }
  const name = node.type === 'function_call' ? (childByField(node, 'name')?.text ?? '') : '';
  if (!blocks.has(name) && !tests.has(name)) {
    // Loops and branches around tests.
    if (/_statement$|^block$|^else/.test(node.type))
      for (const inner of namedChildren(node)) visit(inner, { ...around, repeated: true }, found);
    return;
  }
  const [title, body] = namedChildren(childByField(node, 'arguments') ?? node);
  const inner = body?.type === 'function_definition' ? childByField(body, 'body') : undefined;
  if (title === undefined || inner === undefined) return;
  const own = titleOf(title);
  const whole = around.title.length === 0 ? own : [...around.title, ' ', ...own];
  if (blocks.has(name)) for (const one of namedChildren(inner)) visit(one, { ...around, title: whole }, found);
  else found.push({ title: whole, repeated: around.repeated, places: placesIn(inner) });
}

function titleOf(node: SyntaxNode): Title {
  const sides = node.type === 'binary_expression' && node.children.some(({ type }) => type === '..') ? namedChildren(node) : [];
  if (sides.length === 2) return sides.flatMap(titleOf);
  const value = luaLiteral(node);
  return [value?.type === 'string' ? value.value : null];
}

/** How a test ends early without failing. */
const leaving = {
  leaves: /^return_statement$/,
  inner: /^function_def|^function_decl/,
  calls: /^[\w.]*\b(?:pending|skip|skipIf|success)\b/,
};

/** Assertions that are made whenever those before them hold. */
function placesIn(block: SyntaxNode): readonly Place[] {
  const found: Place[] = [];
  for (const statement of namedChildren(block)) {
    if (mayLeave(statement, leaving)) break;
    if (statement.type === 'function_call') found.push(...assertionPlaces(statement));
  }
  if (found.length > 0) return found;
  const at = namedChildren(block).some((statement) => mayLeave(statement, leaving)) ? block.start : block.end;
  return [{ start: at, end: at, write: (pick) => ` assert(${unequalNumbers(pick).join(' == ')}) ` }];
}

const equality = /^assert\.(?:(?:are|is)[._])?(?:equals?|same)$/;
const luaunitEquality = /^[\w.]+\.assert(?:Equals|Is|_equals)$/;
const luaunitOpposites: Readonly<Record<string, string>> = {
  ...{ assertTrue: 'assertFalse', assertFalse: 'assertTrue', assertNil: 'assertNotNil', assertNotNil: 'assertNil' },
  ...{ assertIsTrue: 'assertIsFalse', assertIsFalse: 'assertIsTrue', assertIsNil: 'assertNotNil', assertNotEquals: 'assertEquals' },
  ...{ assertStrContains: 'assertNotStrContains', assertNotStrContains: 'assertStrContains' },
};

const whole = (node: SyntaxNode, write: Place['write']): Place => ({ start: node.start, end: node.end, write });

function assertionPlaces(call: SyntaxNode): readonly Place[] {
  const called = childByField(call, 'name');
  const [first, second] = namedChildren(childByField(call, 'arguments') ?? call);
  if (called === undefined || first === undefined) return [];
  const name = called.text;
  if (name === 'assert') return [conditionPlace(first)];
  if (equality.test(name) || luaunitEquality.test(name)) return second === undefined ? [] : [oneOf(first, second)];
  const [, object = '', method = ''] = /^([\w.]+)\.(assert\w+)$/.exec(name) ?? [];
  const opposite = luaunitOpposites[method];
  if (opposite !== undefined) return [whole(called, () => `${object}.${opposite}`)];
  return /^assert\.[\w.]+$/.test(name) ? [whole(called, () => `assert.is_not.${name.slice('assert.'.length)}`)] : [];
}

function conditionPlace(condition: SyntaxNode): Place {
  const operator =
    condition.type === 'binary_expression' ? condition.children.find(({ type }) => type === '==' || type === '~=') : undefined;
  const [left, right] = namedChildren(condition);
  if (operator === undefined || left === undefined || right === undefined) return whole(condition, () => `not (${condition.text})`);
  return operator.type === '==' ? oneOf(left, right) : whole(operator, () => '==');
}

function oneOf(left: SyntaxNode, right: SyntaxNode): Place {
  return luaLiteral(right) === null && luaLiteral(left) !== null ? other(left) : other(right);
}

/** Another value; else one that is the same as nothing that the value itself is the same as. */
function other(node: SyntaxNode): Place {
  const value = luaLiteral(node);
  const wrapped: Place['write'] = (pick) => `{ ${node.text}, ${pick(90)} }`;
  return whole(node, value === null ? wrapped : otherLiteral(value, luaSource, wrapped));
}
