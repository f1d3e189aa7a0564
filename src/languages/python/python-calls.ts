import type { Entry } from '../../domain/contract.ts';
import type { Diagnostic } from '../../domain/diagnostic.ts';
import { narrowEntry, type Parameters, wrongCount } from '../argument-count.ts';
import { childByField, namedChildren, type SyntaxNode, walk } from '../syntax-tree.ts';

/** What a `def` takes by position. */
function parametersOf(definition: SyntaxNode): Parameters | null {
  const list = childByField(definition, 'parameters');
  if (definition.type !== 'function_definition' || list === undefined) return null;
  let least = 0;
  let most = 0;
  let keywordsOnly = false;
  for (const parameter of namedChildren(list)) {
    const inner = parameter.type === 'typed_parameter' ? (namedChildren(parameter)[0] ?? parameter) : parameter;
    if (inner.type === 'keyword_separator') keywordsOnly = true;
    else if (inner.type === 'dictionary_splat_pattern' || inner.type === 'list_splat_pattern') return null;
    else if (keywordsOnly || inner.type === 'positional_separator') continue;
    else {
      most += 1;
      if (parameter.type === 'identifier' || parameter.type === 'typed_parameter') least += 1;
    }
  }
  return { least, most, text: list.text.replace(/\s+/g, ' ') };
}

/** Calls of a program's own functions with a number of arguments that they cannot take. */
export function pythonArgumentCounts(root: SyntaxNode, defined: ReadonlyMap<string, SyntaxNode>): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  const rebound = new Set<string>();
  for (const node of walk(root)) {
    if (node.type === 'assignment') rebound.add(childByField(node, 'left')?.text ?? '');
    // A parameter or an inner function of the same name hides the outer one.
    if (node.type === 'function_definition' && ![...defined.values()].includes(node)) rebound.add(childByField(node, 'name')?.text ?? '');
    if (node.type === 'parameters') for (const parameter of namedChildren(node)) rebound.add(parameter.text.split(/[:=\s]/, 1)[0] ?? '');
  }
  for (const node of walk(root)) {
    const name = node.type === 'call' ? (childByField(node, 'function')?.text ?? '') : '';
    const definition = defined.get(name);
    const parameters = definition === undefined || rebound.has(name) ? null : parametersOf(definition);
    const list = childByField(node, 'arguments');
    if (parameters === null || list?.type !== 'argument_list') continue;
    const given = namedChildren(list);
    if (given.some(({ type }) => /splat|keyword_argument|generator/.test(type))) continue;
    const fault = wrongCount(node, name, given.length, parameters);
    if (fault !== null) found.push(fault);
  }
  return found.slice(0, 3);
}

/** An entry that takes fewer arguments than it will be called with. */
export function pythonEntryCount(definition: SyntaxNode, entry: Entry): readonly Diagnostic[] {
  if (entry.kind !== 'function') return [];
  const wanted = entry.parameters.filter(({ defaultValue, variadic }) => defaultValue === undefined && variadic !== true).length;
  return narrowEntry(definition, entry, wanted, parametersOf(definition));
}

/** Where the value of a coroutine is used as if it were there already. */
const needsValue = new Set([
  'attribute',
  'subscript',
  'binary_operator',
  'comparison_operator',
  'boolean_operator',
  'not_operator',
  'interpolation',
  'expression_statement',
  'unary_operator',
]);

/** Calls of the program's own coroutines that nothing awaits. */
export function pythonUnawaited(root: SyntaxNode): readonly Diagnostic[] {
  const coroutines = new Set<string>();
  for (const node of walk(root))
    if (node.type === 'function_definition' && node.children[0]?.type === 'async' && !/\byield\b/.test(node.text))
      coroutines.add(childByField(node, 'name')?.text ?? '');
  if (coroutines.size === 0) return [];
  const found: Diagnostic[] = [];
  const visit = (node: SyntaxNode): void => {
    for (const child of namedChildren(node)) {
      const name = child.type === 'call' ? (childByField(child, 'function')?.text ?? '') : '';
      const iterates = node.type === 'for_statement' && child.field === 'right';
      if (coroutines.has(name) && (needsValue.has(node.type) || iterates))
        found.push({
          severity: 'warning',
          rule: 'not-awaited',
          message: `${name} is a coroutine whose value nobody awaits`,
          line: child.row + 1,
          hint: `Write await ${name}(…), inside an async function.`,
        });
      visit(child);
    }
  };
  visit(root);
  return found.slice(0, 3);
}
