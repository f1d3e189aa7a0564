import { childByField, namedChildren, type SyntaxNode } from '../syntax-tree.ts';
import { otherLiteral, parametrised, type TwinPlace, unequalNumbers } from '../twin.ts';
import { pythonLiteral } from './python-literals.ts';
import { pythonSource } from './python-source.ts';

export type PythonTest = {
  readonly name: string;
  readonly node: SyntaxNode;
  readonly className: string | null;
  readonly decorated: boolean;
};

/** Test functions and methods of test classes, as the file defines them. */
export function pythonTests(root: SyntaxNode): readonly PythonTest[] {
  const found: PythonTest[] = [];
  const visit = (block: SyntaxNode, className: string | null): void => {
    for (const child of namedChildren(block)) {
      const node = child.type === 'decorated_definition' ? (childByField(child, 'definition') ?? child) : child;
      const name = childByField(node, 'name')?.text ?? '';
      if (node.type === 'function_definition' && name.startsWith('test')) found.push({ name, node, className, decorated: child !== node });
      else if (node.type === 'class_definition') {
        const body = childByField(node, 'body');
        if (body !== undefined) visit(body, className === null ? name : `${className}::${name}`);
      }
    }
  };
  visit(root, null);
  return found;
}

/** Where the tests of a file can be made to fail. */
export function pythonTwinPlaces(root: SyntaxNode): readonly TwinPlace[] {
  const optional = new Set<string>();
  for (const node of namedChildren(root)) noteOptional(node, '', optional);
  return pythonTests(root).flatMap(({ name, node, className }): readonly TwinPlace[] => {
    const id = className === null ? name : `${className}::${name}`;
    if (optional.has(id)) return [];
    const test = parametrised(id);
    const body = childByField(node, 'body');
    const places = body === undefined ? [] : placesIn(body);
    const given = places.length > 0 || body === undefined ? places : [neverHolds(node, body)];
    return given.map((place) => ({ test, draw: id, ...place }));
  });
}

/** Tests that may be meant to fail, or not to run. */
function noteOptional(node: SyntaxNode, prefix: string, found: Set<string>): void {
  const definition = node.type === 'decorated_definition' ? childByField(node, 'definition') : node;
  if (definition === undefined) return;
  const id = `${prefix}${childByField(definition, 'name')?.text ?? ''}`;
  const marks = namedChildren(node).filter(({ type }) => type === 'decorator');
  if (marks.some(({ text }) => /xfail|skip|expectedFailure|flaky/i.test(text))) found.add(id);
  if (definition.type !== 'class_definition') return;
  for (const inner of namedChildren(childByField(definition, 'body') ?? definition)) {
    noteOptional(inner, `${id}::`, found);
    const own = inner.type === 'decorated_definition' ? childByField(inner, 'definition') : inner;
    if (found.has(id)) found.add(`${id}::${(own && childByField(own, 'name')?.text) ?? ''}`);
  }
}

type Place = Pick<TwinPlace, 'start' | 'end' | 'write'>;

function neverHolds(node: SyntaxNode, body: SyntaxNode): Place {
  const statements = namedChildren(body);
  const last = statements.at(-1) ?? body;
  const sharesLine = last.row === node.row || last.row === statements.at(-2)?.row;
  const lead = sharesLine ? '; ' : `\n${' '.repeat(last.column)}`;
  return { start: last.end, end: last.end, write: (pick) => `${lead}assert ${unequalNumbers(pick).join(' == ')}` };
}

/** Assertions that are made whenever those before them hold. */
function placesIn(block: SyntaxNode): readonly Place[] {
  const found: Place[] = [];
  for (const statement of namedChildren(block)) {
    if (statement.type === 'return_statement' || statement.type === 'raise_statement') break;
    if (statement.type === 'assert_statement') {
      const [test] = namedChildren(statement);
      if (test !== undefined) found.push(...assertionPlaces(test));
    } else if (statement.type === 'expression_statement') {
      found.push(...methodPlaces(namedChildren(statement)[0]));
    } else if (statement.type === 'with_statement' || (statement.type === 'for_statement' && surelyEntered(statement))) {
      const head = statement.text.split('\n', 1)[0] ?? '';
      const body = childByField(statement, 'body');
      if (body !== undefined && !/raises|warns|suppress/i.test(head)) found.push(...placesIn(body));
    }
  }
  return found;
}

function surelyEntered(statement: SyntaxNode): boolean {
  const over = childByField(statement, 'right');
  if (over === undefined || /\b(?:continue|break|return)\b/.test(statement.text)) return false;
  if (over.type === 'list' || over.type === 'tuple')
    return namedChildren(over).some(({ type }) => type !== 'comment' && !type.includes('splat'));
  return /^range\([1-9]\d*\)$/.test(over.text);
}

const whole = (node: SyntaxNode, write: Place['write']): Place => ({ start: node.start, end: node.end, write });
/** Equals nothing that the value itself equals. */
const wrapped = (node: SyntaxNode): Place => whole(node, (pick) => `[${node.text}, ${pick(90)}]`);
const other = (node: SyntaxNode): Place => {
  const value = pythonLiteral(node);
  const { write } = wrapped(node);
  return value === null ? wrapped(node) : whole(node, otherLiteral(value, pythonSource, write));
};
const opposites: Readonly<Record<string, string>> = { '!=': '==', '<': '>=', '>': '<=', '<=': '>', '>=': '<', 'not in': 'in' };

function assertionPlaces(test: SyntaxNode): readonly Place[] {
  const [inner] = namedChildren(test);
  if (test.type === 'parenthesized_expression' && inner !== undefined) return assertionPlaces(inner);
  if (test.type === 'boolean_operator' && childByField(test, 'operator')?.text === 'and') {
    return ['left', 'right'].flatMap((side) => {
      const node = childByField(test, side);
      return node === undefined ? [] : assertionPlaces(node);
    });
  }
  const negated = whole(test, () => `not (${test.text})`);
  if (test.type !== 'comparison_operator') return [negated];
  const sides = namedChildren(test);
  const operators = test.children.filter((child) => !child.named);
  const [left, right] = [sides.at(-2), sides.at(-1)];
  const operator = operators.at(-1);
  if (left === undefined || right === undefined || operator === undefined) return [negated];
  if (operator.text === '==') return [sides.length === 2 ? oneOf(left, right) : other(right)];
  if (sides.length > 2) return [negated];
  if (operator.text === 'in') return [wrapped(left)];
  const opposite = opposites[operator.text];
  return [opposite === undefined ? negated : whole(operator, () => opposite)];
}

/** The one of two sides that is a literal, else the expected one. */
function oneOf(left: SyntaxNode, right: SyntaxNode): Place {
  return pythonLiteral(right) === null && pythonLiteral(left) !== null ? other(left) : other(right);
}

const equalities = new Set(
  'assertEqual assertEquals assertIs assertAlmostEqual assertListEqual assertDictEqual assertTupleEqual assertSetEqual assertSequenceEqual assertMultiLineEqual assertCountEqual'.split(
    ' ',
  ),
);
const methods: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['assertTrue', 'assertFalse'],
    ['assertIsNone', 'assertIsNotNone'],
    ['assertGreater', 'assertLessEqual'],
    ['assertLess', 'assertGreaterEqual'],
    ['assertIsInstance', 'assertNotIsInstance'],
    ['assertRegex', 'assertNotRegex'],
  ].flatMap(([a = '', b = '']) => [
    [a, b],
    [b, a],
  ]),
);

function methodPlaces(call: SyntaxNode | undefined): readonly Place[] {
  if (call?.type !== 'call') return [];
  const called = childByField(call, 'function');
  const name = /^self\.(\w+)$/.exec(called?.text ?? '')?.[1] ?? '';
  const [first, second] = namedChildren(childByField(call, 'arguments') ?? call);
  if (called === undefined || first === undefined) return [];
  if (equalities.has(name)) return second === undefined ? [] : [oneOf(first, second)];
  if (name === 'assertIn') return [wrapped(first)];
  if (name === 'assertNotEqual') return [whole(called, () => 'self.assertEqual')];
  const opposite = methods[name];
  return opposite === undefined ? [] : [whole(called, () => `self.${opposite}`)];
}
