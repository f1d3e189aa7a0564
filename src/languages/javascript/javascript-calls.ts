import type { Entry } from '../../domain/contract.ts';
import type { Diagnostic } from '../../domain/diagnostic.ts';
import { narrowEntry, type Parameters, wrongCount } from '../argument-count.ts';
import { childByField, namedChildren, type SyntaxNode, walk } from '../syntax-tree.ts';

/** What a function takes; null when it takes any number. */
function parametersOf(definition: SyntaxNode): Parameters | null {
  const list = childByField(definition, 'parameters');
  const single = childByField(definition, 'parameter');
  if (single !== undefined) return { least: 1, most: 1, text: `(${single.text})` };
  if (list === undefined || /\barguments\b/.test(definition.text)) return null;
  let least = 0;
  let most = 0;
  for (const parameter of namedChildren(list)) {
    const pattern = childByField(parameter, 'pattern') ?? parameter;
    if (pattern.type === 'rest_pattern' || pattern.text === 'this') return null;
    most += 1;
    const optional =
      pattern.type === 'assignment_pattern' || parameter.type === 'optional_parameter' || childByField(parameter, 'value') !== undefined;
    if (!optional) least = most;
  }
  return { least, most, text: list.text.replace(/\s+/g, ' ') };
}

/** Calls of a program's own functions with fewer or more arguments than they take. */
export function javascriptArgumentCounts(root: SyntaxNode, defined: ReadonlyMap<string, SyntaxNode>): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  const names = [...walk(root)].flatMap((node) => {
    const name = childByField(node, 'name');
    return name !== undefined && /declarator|function/.test(node.type)
      ? [name.text]
      : node.type === 'formal_parameters'
        ? namedChildren(node).map(({ text }) => /^\w+/.exec(text)?.[0] ?? '')
        : [];
  });
  for (const node of walk(root)) {
    const name = node.type === 'call_expression' ? (childByField(node, 'function')?.text ?? '') : '';
    const definition = defined.get(name);
    // A second binding of the name may be the one that is meant.
    if (definition === undefined || names.filter((other) => other === name).length > 1) continue;
    const parameters = /function/.test(definition.type) ? parametersOf(definition) : null;
    const list = childByField(node, 'arguments');
    if (parameters === null || list?.type !== 'arguments') continue;
    const given = namedChildren(list);
    if (given.some(({ type }) => type === 'spread_element')) continue;
    const fault = wrongCount(node, name, given.length, parameters);
    if (fault !== null) found.push(fault);
  }
  return found.slice(0, 3);
}

/** An entry that takes fewer arguments than it will be called with. */
export function javascriptEntryCount(definition: SyntaxNode, entry: Entry): readonly Diagnostic[] {
  if (entry.kind !== 'function' || !/function/.test(definition.type)) return [];
  const wanted = entry.parameters.filter(
    ({ defaultValue, variadic, annotation }) => defaultValue === undefined && variadic !== true && annotation !== undefined,
  ).length;
  return narrowEntry(definition, entry, wanted, parametersOf(definition));
}

/** Where the value of a promise is used as if it were there already. */
const needsValue = new Set([
  'binary_expression',
  'template_substitution',
  'spread_element',
  'subscript_expression',
  'augmented_assignment_expression',
  'update_expression',
]);

/** Calls of the program's own async functions that nothing awaits. */
export function javascriptUnawaited(root: SyntaxNode): readonly Diagnostic[] {
  const asyncNames = new Set<string>();
  for (const node of walk(root)) {
    const value = node.type === 'variable_declarator' ? childByField(node, 'value') : node;
    if (value === undefined || value.children[0]?.type !== 'async' || /generator/.test(value.type)) continue;
    if (/^(?:function_declaration|function_expression|arrow_function)$/.test(value.type))
      asyncNames.add(childByField(node, 'name')?.text ?? '');
  }
  asyncNames.delete('');
  if (asyncNames.size === 0) return [];
  const found: Diagnostic[] = [];
  const visit = (node: SyntaxNode): void => {
    for (const child of namedChildren(node)) {
      const name = child.type === 'call_expression' ? (childByField(child, 'function')?.text ?? '') : '';
      const isMember =
        node.type === 'member_expression' &&
        child.field === 'object' &&
        !/^(?:then|catch|finally)$/.test(childByField(node, 'property')?.text ?? '');
      const iterates = node.type === 'for_in_statement' && child.field === 'right' && !node.children.some(({ type }) => type === 'await');
      if (asyncNames.has(name) && (isMember || iterates || needsValue.has(node.type)))
        found.push({
          severity: 'warning',
          rule: 'not-awaited',
          message: `${name} gives a promise whose value nobody awaits`,
          line: child.row + 1,
          hint: `Write await ${name}(…) in parentheses, inside an async function.`,
        });
      visit(child);
    }
  };
  visit(root);
  return found.slice(0, 3);
}
