import type { Value } from '../../domain/value.ts';
import type { CallNode, ExpressionSyntax } from '../expression-syntax.ts';
import { childByField, cleanNodes, namedChildren, type Parse, type SyntaxNode, walk } from '../syntax-tree.ts';
import { pythonLiteral } from './python-literals.ts';

const builtinNames =
  'abs all any ascii bin bool bytearray bytes chr complex dict dir divmod enumerate filter float format frozenset hash hex int isinstance iter len list map max min next oct ord pow print range repr reversed round set sorted str sum tuple type zip math set frozenset';

/** `a.b.c` for identifiers and attributes of identifiers; null for anything else. */
function dottedName(node: SyntaxNode | undefined): string | null {
  if (node === undefined) return null;
  if (node.type === 'identifier') return node.text;
  if (node.type !== 'attribute') return null;
  const object = dottedName(childByField(node, 'object'));
  const attribute = childByField(node, 'attribute');
  return object === null || attribute === undefined ? null : `${object}.${attribute.text}`;
}

function callsIn(node: SyntaxNode): readonly CallNode[] {
  const calls: CallNode[] = [];
  for (const part of walk(node)) {
    if (part.type !== 'call') continue;
    const name = dottedName(childByField(part, 'function'));
    if (name === null) continue;
    const list = childByField(part, 'arguments');
    const given = list === undefined || list.type !== 'argument_list' ? null : namedChildren(list);
    const plain = given?.every((argument) => !['keyword_argument', 'list_splat', 'dictionary_splat'].includes(argument.type));
    calls.push({ node: part, name, arguments: given !== null && plain === true ? given : null });
  }
  return calls;
}

const bare = (node: SyntaxNode): SyntaxNode => {
  const inner = node.type === 'parenthesized_expression' ? namedChildren(node)[0] : undefined;
  return inner === undefined ? node : bare(inner);
};

function equality(node: SyntaxNode): readonly [SyntaxNode, SyntaxNode] | null {
  if (node.type !== 'comparison_operator') return null;
  const [left, right, ...more] = namedChildren(node);
  const operators = node.children.filter((child) => !child.named);
  if (left === undefined || right === undefined || more.length > 0 || operators.length !== 1) return null;
  return operators[0]?.type === '==' || operators[0]?.type === 'is' ? [left, right] : null;
}

export function pythonExpressions(parse: Parse): ExpressionSyntax {
  const parseWithSetup: ExpressionSyntax['parseWithSetup'] = (text) => {
    const last = cleanNodes(parse(text))?.at(-1);
    if (last?.type !== 'expression_statement') return null;
    const [expression, ...more] = namedChildren(last);
    // `f(2) = 4` and `x = 1` are statements, `1, 2` is a tuple without its brackets.
    if (expression === undefined || more.length > 0 || expression.type.includes('assignment')) return null;
    return { setup: text.slice(0, last.start).trim().replace(/;$/, ''), expression };
  };
  return {
    parse(text) {
      const read = text.trim() === '' ? null : parseWithSetup(text.trim());
      return read === null || read.setup !== '' ? null : read.expression;
    },
    parseWithSetup,
    equality,
    isTruth: (node) => ['comparison_operator', 'not_operator', 'boolean_operator'].includes(node.type),
    calls: callsIn,
    literal: (node): Value | null => pythonLiteral(node),
    bare,
    trueSource: 'True',
    builtins: new Set(builtinNames.split(' ')),
    commentPrefix: '#',
  };
}
