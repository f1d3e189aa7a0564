import { childByField, namedChildren, type SyntaxNode } from '../syntax-tree.ts';

/** One use of a global: its whole dotted path as far as it is plain names, e.g. `string.split` or `wf.vars.x`. */
export type GlobalUse = {
  readonly node: SyntaxNode;
  readonly path: readonly string[];
  readonly kind: 'read' | 'write' | 'define';
  /** Inside a function, and so not part of what a program sets up. */
  readonly inFunction: boolean;
  /** Written by `function NAME`. */
  readonly isFunction: boolean;
};

export type LuaNames = { readonly uses: readonly GlobalUse[]; readonly locals: ReadonlySet<string> };

type Scope = { readonly names: Set<string>; readonly parent: Scope | null; readonly inFunction: boolean };

/** Every use of a global, by Lua's rules of scope. A parser's tree in, so that nothing here reads text. */
export function luaNames(root: SyntaxNode): LuaNames {
  const uses: GlobalUse[] = [];
  const locals = new Set<string>();

  const inside = (parent: Scope, inFunction = parent.inFunction): Scope => ({ names: new Set(), parent, inFunction });
  const declare = (scope: Scope, name: string): void => {
    scope.names.add(name);
    locals.add(name);
  };
  const isLocal = (scope: Scope | null, name: string): boolean => scope !== null && (scope.names.has(name) || isLocal(scope.parent, name));
  const note = (node: SyntaxNode, path: readonly string[], kind: GlobalUse['kind'], scope: Scope, isFunction = false): void => {
    const [first] = path;
    if (first !== undefined && !isLocal(scope, first)) uses.push({ node, path, kind, inFunction: scope.inFunction, isFunction });
  };

  const functionBody = (node: SyntaxNode, scope: Scope, self: boolean): void => {
    const inner = inside(scope, true);
    if (self) declare(inner, 'self');
    for (const parameter of namedChildren(childByField(node, 'parameters') ?? node))
      if (parameter.type === 'identifier') declare(inner, parameter.text);
    const body = childByField(node, 'body');
    if (body !== undefined) block(body, inner);
  };

  const target = (node: SyntaxNode, scope: Scope): void => {
    if (node.type === 'identifier') note(node, [node.text], 'write', scope);
    else {
      const path = plainPath(node);
      if (path !== null) note(node, path, 'define', scope);
      else expression(node, scope);
    }
  };

  const declaration = (node: SyntaxNode, scope: Scope): void => {
    const assignment = namedChildren(node).find(({ type }) => type === 'assignment_statement') ?? node;
    for (const list of namedChildren(assignment)) if (list.type === 'expression_list') expression(list, scope);
    for (const list of namedChildren(assignment))
      if (list.type === 'variable_list') for (const name of namedChildren(list)) if (name.type === 'identifier') declare(scope, name.text);
  };

  const statement = (node: SyntaxNode, scope: Scope): void => {
    switch (node.type) {
      case 'variable_declaration':
        declaration(node, scope);
        return;
      case 'assignment_statement':
        for (const list of namedChildren(node)) if (list.type === 'expression_list') expression(list, scope);
        for (const list of namedChildren(node))
          if (list.type === 'variable_list') for (const each of namedChildren(list)) target(each, scope);
        return;
      case 'function_declaration': {
        const name = childByField(node, 'name');
        if (name?.type === 'identifier' && node.children[0]?.type === 'local') declare(scope, name.text);
        else if (name?.type === 'identifier') note(name, [name.text], 'write', scope, true);
        else if (name !== undefined) note(name, plainPath(name) ?? [], 'define', scope);
        functionBody(node, scope, name?.type === 'method_index_expression');
        return;
      }
      case 'for_statement': {
        const clause = childByField(node, 'clause');
        const inner = inside(scope);
        for (const part of clause === undefined ? [] : namedChildren(clause)) {
          if (part.type === 'variable_list') for (const name of namedChildren(part)) declare(inner, name.text);
          else if (part.field === 'name') declare(inner, part.text);
          else expression(part, scope);
        }
        const body = childByField(node, 'body');
        if (body !== undefined) block(body, inner);
        return;
      }
      case 'repeat_statement': {
        const inner = inside(scope);
        const body = childByField(node, 'body');
        const condition = childByField(node, 'condition');
        if (body !== undefined) for (const each of namedChildren(body)) statement(each, inner);
        if (condition !== undefined) expression(condition, inner);
        return;
      }
      case 'goto_statement':
      case 'label_statement':
        return;
      default:
        for (const child of namedChildren(node)) {
          if (child.type === 'block') block(child, inside(scope));
          else if (statementTypes.has(child.type)) statement(child, scope);
          else expression(child, scope);
        }
    }
  };

  const block = (node: SyntaxNode, scope: Scope): void => {
    for (const each of namedChildren(node)) statement(each, scope);
  };

  const expression = (node: SyntaxNode, scope: Scope): void => {
    switch (node.type) {
      case 'identifier':
        note(node, [node.text], 'read', scope);
        return;
      case 'function_definition':
        functionBody(node, scope, false);
        return;
      case 'dot_index_expression': {
        const path = plainPath(node);
        if (path !== null) note(node, path, 'read', scope);
        else optional(childByField(node, 'table'), scope);
        return;
      }
      case 'method_index_expression': {
        optional(childByField(node, 'table'), scope);
        return;
      }
      case 'field': {
        const name = childByField(node, 'name');
        if (name !== undefined && node.children[0]?.type === '[') expression(name, scope);
        optional(childByField(node, 'value'), scope);
        return;
      }
      default:
        for (const child of namedChildren(node)) expression(child, scope);
    }
  };

  const optional = (node: SyntaxNode | undefined, scope: Scope): void => {
    if (node !== undefined) expression(node, scope);
  };

  const top: Scope = { names: new Set(), parent: null, inFunction: false };
  for (const node of namedChildren(root)) statement(node, top);
  return { uses, locals };
}

const statementTypes = new Set([
  'variable_declaration',
  'assignment_statement',
  'function_declaration',
  'for_statement',
  'repeat_statement',
  'while_statement',
  'if_statement',
  'do_statement',
  'else_statement',
  'elseif_statement',
  'return_statement',
]);

/** `a.b.c` as its names; null when it begins with anything but a name. */
function plainPath(node: SyntaxNode): readonly string[] | null {
  if (node.type === 'identifier') return [node.text];
  if (node.type !== 'dot_index_expression' && node.type !== 'method_index_expression') return null;
  const table = childByField(node, 'table');
  const field = childByField(node, 'field') ?? childByField(node, 'method');
  const path = table === undefined ? null : plainPath(table);
  return path === null || field === undefined ? null : [...path, field.text];
}
