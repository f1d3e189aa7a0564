import { childByField, namedChildren, type SyntaxNode, walk } from '../syntax-tree.ts';
import type { NameUses } from '../undefined-names.ts';

/** What a program finds in Node besides its own names. */
export const javascriptGlobals: ReadonlySet<string> = new Set([
  ...Object.getOwnPropertyNames(globalThis),
  ...'require module exports __filename __dirname arguments undefined this super eval globalThis global process Buffer console structuredClone fetch WebSocket File navigator crypto performance CustomEvent Iterator Float16Array WeakRef FinalizationRegistry'.split(
    ' ',
  ),
]);

/** Fields whose names a node binds. */
const bindingFields: Readonly<Record<string, readonly string[]>> = {
  variable_declarator: ['name'],
  function_declaration: ['name', 'parameters'],
  generator_function_declaration: ['name', 'parameters'],
  function_expression: ['name', 'parameters'],
  generator_function: ['name', 'parameters'],
  function_signature: ['name', 'parameters'],
  method_definition: ['parameters'],
  arrow_function: ['parameter', 'parameters'],
  class_declaration: ['name'],
  abstract_class_declaration: ['name'],
  class: ['name'],
  catch_clause: ['parameter'],
  for_in_statement: ['left'],
  assignment_expression: ['left'],
  enum_declaration: ['name', 'body'],
  internal_module: ['name'],
  module: ['name'],
  type_alias_declaration: ['name', 'value'],
  interface_declaration: ['name', 'body'],
};
const bindingNodes = new Set([
  'import_clause',
  'import_specifier',
  'namespace_import',
  'import_require_clause',
  'index_signature',
  'function_type',
  'method_signature',
  'ambient_declaration',
  'type_predicate',
  'asserts',
  'construct_signature',
  'call_signature',
]);
const bindingTypes = new Set(['identifier', 'shorthand_property_identifier_pattern', 'type_identifier', 'property_identifier']);

/** What a program binds anywhere and what it uses, without regard to scopes; null where names can come from nowhere. */
export function javascriptNames(root: SyntaxNode): NameUses | null {
  const bound = new Set<string>();
  const used = new Map<string, SyntaxNode>();
  const bind = (node: SyntaxNode): void => {
    for (const part of walk(node)) if (bindingTypes.has(part.type)) bound.add(part.text);
  };
  for (const node of walk(root)) {
    if (node.type === 'with_statement' || (node.type === 'call_expression' && childByField(node, 'function')?.text === 'eval')) return null;
    for (const field of bindingFields[node.type] ?? [])
      for (const child of node.children) if (child.field === field) bindTarget(child, bind);
    if (bindingNodes.has(node.type)) bind(node);
  }
  const visit = (node: SyntaxNode): void => {
    for (const child of namedChildren(node)) {
      const isUse = child.type === 'identifier' || child.type === 'shorthand_property_identifier';
      const typeofGuard = node.type === 'unary_expression' && node.children[0]?.type === 'typeof';
      if (isUse && !typeofGuard && !used.has(child.text)) used.set(child.text, child);
      // What a type names may be a type of the language's library.
      if (
        !/^(?:type_annotation|type_arguments|type_parameters|interface_declaration|type_alias_declaration|implements_clause|decorator)$/.test(
          child.type,
        )
      )
        visit(child);
    }
  };
  visit(root);
  return { bound, used };
}

/** `x.y = 1` binds nothing, and neither does a default value. */
function bindTarget(node: SyntaxNode, bind: (node: SyntaxNode) => void): void {
  if (node.type === 'member_expression' || node.type === 'subscript_expression') return;
  if (node.type === 'assignment_pattern' || node.type === 'object_assignment_pattern') {
    const left = childByField(node, 'left');
    if (left !== undefined) bindTarget(left, bind);
    return;
  }
  if (node.type === 'required_parameter' || node.type === 'optional_parameter') {
    const pattern = childByField(node, 'pattern');
    if (pattern !== undefined) bindTarget(pattern, bind);
    return;
  }
  if (
    node.type === 'formal_parameters' ||
    node.type === 'object_pattern' ||
    node.type === 'array_pattern' ||
    node.type === 'rest_pattern'
  ) {
    for (const child of namedChildren(node)) bindTarget(child, bind);
    return;
  }
  if (node.type === 'pair_pattern') {
    const value = childByField(node, 'value');
    if (value !== undefined) bindTarget(value, bind);
    return;
  }
  bind(node);
}
