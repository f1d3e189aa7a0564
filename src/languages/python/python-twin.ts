import { childByField, namedChildren, type SyntaxNode, walk } from '../syntax-tree.ts';
import { mayLeave, otherLiteral, parametrised, type TwinPlace, unequalNumbers } from '../twin.ts';
import { pythonLiteral } from './python-literals.ts';
import { pythonSource } from './python-source.ts';

export type PythonTest = {
  readonly name: string;
  readonly node: SyntaxNode;
  readonly className: string | null;
  readonly decorators: readonly SyntaxNode[];
};

/** Test functions and methods of test classes, as the file defines them. */
export function pythonTests(root: SyntaxNode): readonly PythonTest[] {
  const found: PythonTest[] = [];
  const visit = (block: SyntaxNode, className: string | null): void => {
    for (const child of namedChildren(block)) {
      const node = child.type === 'decorated_definition' ? (childByField(child, 'definition') ?? child) : child;
      const name = childByField(node, 'name')?.text ?? '';
      if (node.type === 'function_definition' && name.startsWith('test'))
        found.push({ name, node, className, decorators: namedChildren(child).filter(({ type }) => type === 'decorator') });
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
  return pythonTests(root).flatMap(({ name, node, className, decorators }): readonly TwinPlace[] => {
    const id = className === null ? name : `${className}::${name}`;
    if (optional.has(id)) return [];
    const test = parametrised(id);
    const body = childByField(node, 'body');
    const own = ownNames(node);
    const places = body === undefined ? [] : [...tablePlaces(root, decorators, node), ...placesIn(body, own)];
    // pytest does not run what yields.
    if (body === undefined || mayLeave(body, yielding)) return [];
    const given = places.length > 0 ? places : [neverHolds(node, body)];
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

/** Parameters, and names that a test gives to values. */
function ownNames(test: SyntaxNode): ReadonlySet<string> {
  const names = [...walk(test)].flatMap((node) => {
    if (node.type === 'parameters') return namedChildren(node);
    const target = node.type === 'assignment' ? childByField(node, 'left') : undefined;
    return target?.type === 'identifier' ? [target] : [];
  });
  return new Set(names.map(({ text }) => text));
}

/** How a test ends early without failing. */
const leaving = {
  leaves: /^return_statement$/,
  inner: /^(?:function_definition|class_definition|lambda)$/,
  calls: /^[\w.]*\b(?:skip|xfail|skipTest|importorskip)\(/,
};
const yielding = { ...leaving, leaves: /^yield$/, calls: /^$/ };

/** At the end, where that is surely reached, else at the beginning. */
function neverHolds(node: SyntaxNode, body: SyntaxNode): Place {
  const statements = namedChildren(body);
  const [first = body] = statements;
  const last = statements.at(-1) ?? body;
  const atEnd = !statements.some((statement) => mayLeave(statement, leaving));
  const [place, beside] = atEnd ? [last, statements.at(-2)] : [first, statements[1]];
  const sharesLine = place.row === node.row || place.row === beside?.row;
  const lead = sharesLine ? '; ' : `\n${' '.repeat(place.column)}`;
  const at = atEnd ? last.end : first.start;
  const write: Place['write'] = (pick) => {
    const text = `assert ${unequalNumbers(pick).join(' == ')}`;
    return atEnd ? `${lead}${text}` : `${text}${lead}`;
  };
  return { start: at, end: at, write };
}

/** Assertions that are made whenever those before them hold. */
function placesIn(block: SyntaxNode, own: ReadonlySet<string>): readonly Place[] {
  const found: Place[] = [];
  for (const statement of namedChildren(block)) {
    if (statement.type === 'raise_statement' || mayLeave(statement, leaving)) break;
    if (statement.type === 'assert_statement') {
      const [test] = namedChildren(statement);
      if (test !== undefined) found.push(...(namedPlace(statement, test, own) ?? assertionPlaces(test)));
    } else if (statement.type === 'expression_statement') {
      found.push(...methodPlaces(namedChildren(statement)[0]));
    } else if (statement.type === 'with_statement' || (statement.type === 'for_statement' && surelyEntered(statement))) {
      const head = statement.text.split('\n', 1)[0] ?? '';
      const body = childByField(statement, 'body');
      if (body !== undefined && !/raises|warns|suppress/i.test(head)) found.push(...placesIn(body, own));
    }
  }
  return found;
}

/**
 * `parametrize("x, wanted", [(1, 2), …])` of a test that uses `wanted` for nothing but to compare it: every row wants something else.
 */
function tablePlaces(root: SyntaxNode, decorators: readonly SyntaxNode[], test: SyntaxNode): readonly Place[] {
  const body = childByField(test, 'body');
  if (body === undefined) return [];
  return decorators.flatMap((decorator): readonly Place[] => {
    const call = namedChildren(decorator)[0];
    if (call?.type !== 'call' || !/\bparametrize$/.test(childByField(call, 'function')?.text ?? '')) return [];
    const [names, given] = namedChildren(childByField(call, 'arguments') ?? call);
    const listed = names === undefined ? null : pythonLiteral(names);
    const wanted = listed?.type === 'string' ? listed.value.split(',').map((name) => name.trim()) : [];
    const rows = given?.type === 'identifier' ? onlyList(root, given.text) : given;
    if (rows?.type !== 'list') return [];
    return wanted.flatMap((name, column): readonly Place[] => {
      if (!isOnlyCompared(body, name)) return [];
      const cells = namedChildren(rows).map((row) => cellOf(row, wanted.length === 1 ? null : column));
      const written = cells.map((cell) => (cell === undefined ? null : other(cell)));
      if (cells.length === 0 || !written.every((one) => one !== null)) return [];
      return [whole(rows, (pick) => edited(rows, written, pick))];
    });
  });
}

/** A list that the file gives a name and uses once. */
function onlyList(root: SyntaxNode, name: string): SyntaxNode | undefined {
  if ([...root.text.matchAll(new RegExp(`\\b${name}\\b`, 'g'))].length !== 2) return undefined;
  const assignments = namedChildren(root).map((statement) => namedChildren(statement)[0]);
  const assignment = assignments.find((one) => one?.type === 'assignment' && childByField(one, 'left')?.text === name);
  return assignment === undefined ? undefined : childByField(assignment, 'right');
}

function isOnlyCompared(body: SyntaxNode, name: string): boolean {
  const uses = [...walk(body)].filter(({ type, text }) => type === 'identifier' && text === name);
  const compared = namedChildren(body).filter((statement) => {
    const [test] = statement.type === 'assert_statement' ? namedChildren(statement) : [];
    const [, right, more] = test?.type === 'comparison_operator' ? namedChildren(test) : [];
    return right?.text === name && more === undefined && test?.children.some((child) => !child.named && child.text === '==') === true;
  });
  return uses.length === 1 && compared.length === 1;
}

function cellOf(row: SyntaxNode, column: number | null): SyntaxNode | undefined {
  if (column === null) return row;
  if (row.type === 'tuple' || row.type === 'list') return namedChildren(row)[column];
  const given = row.type === 'call' ? childByField(row, 'arguments') : undefined;
  return given === undefined ? undefined : namedChildren(given)[column];
}

function edited(node: SyntaxNode, places: readonly Place[], pick: (n: number) => number): string {
  let [written, copied] = ['', node.start];
  for (const { start, end, write } of places) {
    written += node.text.slice(copied - node.start, start - node.start) + write(pick);
    copied = end;
  }
  return written + node.text.slice(copied - node.start);
}

/** `assert f(x) == wanted`: the name itself gets another value first, because the program may look at the names of its caller. */
function namedPlace(statement: SyntaxNode, test: SyntaxNode, own: ReadonlySet<string>): readonly Place[] | null {
  const [left, right, more] = test.type === 'comparison_operator' ? namedChildren(test) : [];
  const isEquality = test.children.some(({ named, text }) => !named && text === '==');
  if (!isEquality || left === undefined || right?.type !== 'identifier' || more !== undefined || !own.has(right.text)) return null;
  if (pythonLiteral(left) !== null || new RegExp(`\\b${right.text}\\b`).test(left.text)) return null;
  const { start } = statement;
  return [{ start, end: start, write: (pick) => `${right.text} = [${right.text}, ${pick(90)}]; ` }];
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
