import { childByField, namedChildren, type SyntaxNode } from '../syntax-tree.ts';

const declarations = new Set([
  'function_declaration',
  'generator_function_declaration',
  'class_declaration',
  'abstract_class_declaration',
  'enum_declaration',
]);

const functions = new Set(['function_expression', 'generator_function', 'arrow_function', 'class']);

/** Names at the top of a program and names that it exports, with the node that defines each. */
export function javascriptDefinitions(root: SyntaxNode): ReadonlyMap<string, SyntaxNode> {
  const found = new Map<string, SyntaxNode>();
  for (const node of namedChildren(root)) collect(node, found);
  // An object that the module exports by its name offers what it holds.
  for (const name of exportedNames(root)) {
    const value = found.get(name);
    if (value?.type === 'object') collectObject(value, noteIn(found));
  }
  return found;
}

/** Names in `module.exports = name` and `export default name`. */
const exportedNames = (root: SyntaxNode): readonly string[] =>
  namedChildren(root).flatMap((node) => /^(?:module\.exports\s*=|export\s+default)\s*([\w$]+)\s*;?$/.exec(node.text)?.[1] ?? []);

const noteIn =
  (found: Map<string, SyntaxNode>): Note =>
  (name, value) => {
    if (name !== undefined) found.set(plainName(name), found.get(name.text) ?? value);
  };

function collect(node: SyntaxNode, found: Map<string, SyntaxNode>): void {
  const note = noteIn(found);
  if (declarations.has(node.type)) note(childByField(node, 'name'), node);
  else if (node.type === 'lexical_declaration' || node.type === 'variable_declaration') {
    for (const declarator of namedChildren(node)) {
      const value = childByField(declarator, 'value') ?? declarator;
      // Taken from another module, not defined here.
      if (/^(?:await\s+import|require)\s*\(/.test(value.text)) continue;
      const name = childByField(declarator, 'name');
      if (name?.type === 'identifier') note(name, value);
      else for (const inner of name === undefined ? [] : namedChildren(name)) note(inner, value);
    }
  } else if (node.type === 'export_statement') collectExport(node, found, note);
  else if (node.type === 'expression_statement') {
    const assignment = namedChildren(node)[0];
    if (assignment?.type === 'assignment_expression') collectAssignment(assignment, note);
  }
}

type Note = (name: SyntaxNode | undefined, value: SyntaxNode) => void;

function collectExport(node: SyntaxNode, found: Map<string, SyntaxNode>, note: Note): void {
  const declaration = childByField(node, 'declaration');
  if (declaration !== undefined) collect(declaration, found);
  const value = childByField(node, 'value');
  if (value !== undefined) {
    note(childByField(value, 'name'), value);
    if (value.type === 'object') collectObject(value, note);
  }
  const clause = namedChildren(node).find(({ type }) => type === 'export_clause');
  for (const specifier of clause === undefined ? [] : namedChildren(clause)) {
    note(childByField(specifier, 'alias') ?? childByField(specifier, 'name'), specifier);
  }
}

/** `exports.f = …`, `module.exports.f = …`, `module.exports = { … }` and a bare `f = …`. */
function collectAssignment(node: SyntaxNode, note: Note): void {
  const [left, right] = [childByField(node, 'left'), childByField(node, 'right')];
  if (left === undefined || right === undefined) return;
  if (left.type === 'identifier') note(left, right);
  if (left.type !== 'member_expression') return;
  const property = childByField(left, 'property');
  if (left.text === 'module.exports') {
    if (right.type === 'object') collectObject(right, note);
    else note(childByField(right, 'name'), right);
  } else if (/^(?:module\.)?exports\.[\w$]+$|^(?:globalThis|global|window)\.[\w$]+$/.test(left.text)) note(property, right);
}

function collectObject(node: SyntaxNode, note: Note): void {
  for (const member of namedChildren(node)) {
    if (member.type === 'pair') note(childByField(member, 'key'), childByField(member, 'value') ?? member);
    else if (member.type === 'method_definition') note(childByField(member, 'name'), member);
    else if (member.type === 'shorthand_property_identifier') note(member, member);
  }
}

const plainName = (node: SyntaxNode): string => (node.type === 'string' ? node.text.slice(1, -1) : node.text);

/** `export default function (n) { … }` and `module.exports = (n) => …` offer a function under any name. */
export function anonymousExport(root: SyntaxNode): SyntaxNode | null {
  for (const node of namedChildren(root)) {
    const assignment = node.type === 'expression_statement' ? namedChildren(node)[0] : undefined;
    const value =
      node.type === 'export_statement'
        ? node.children.some(({ type }) => type === 'default')
          ? childByField(node, 'value')
          : undefined
        : assignment?.type === 'assignment_expression' && childByField(assignment, 'left')?.text === 'module.exports'
          ? childByField(assignment, 'right')
          : undefined;
    if (value !== undefined && functions.has(value.type) && childByField(value, 'name') === undefined) return value;
  }
  return null;
}
