import { isBuiltin } from 'node:module';
import { childByField, namedChildren, type Parse, type SyntaxNode } from '../syntax-tree.ts';
import { readProgram } from './javascript-problem.ts';

/** Names that the probe gives the function's parameters. */
export const exportsName = '__annealExports';
export const requireName = '__annealRequire';

/**
 * A module as the strict body of a function: imports of Node's own modules first, exports taken off. It starts faster than a
 * module and can be stopped while it loads. Lines stay where they are. Null for what only a module can do: waiting at the
 * top, `import.meta`, re-exports, and imports of anything else.
 */
export function moduleAsFunction(parse: Parse, source: string): { readonly head: string; readonly body: string } | null {
  const { root, hasError } = parse(source);
  if (hasError) return null;
  let head = '';
  let tail = '';
  let body = '';
  let copied = 0;
  const replace = (from: number, to: number, text: string): void => {
    body += source.slice(copied, from) + text + source.slice(from, to).replace(/[^\n]+/g, '');
    copied = to;
  };
  for (const node of namedChildren(root)) {
    if (node.type === 'import_statement') {
      const required = requirement(node);
      if (required === null) return null;
      head += required;
      replace(node.start, node.end, '');
    } else if (node.type === 'export_statement') {
      const declaration = childByField(node, 'declaration');
      const value = childByField(node, 'value');
      const clause = namedChildren(node).find(({ type }) => type === 'export_clause');
      if (childByField(node, 'source') !== undefined) return null;
      if (declaration !== undefined) {
        const isDefault = node.children.some(({ type }) => type === 'default');
        const name = childByField(declaration, 'name')?.text;
        if (isDefault && name !== undefined) tail += `${exportsName}.default = ${name};`;
        replace(node.start, declaration.start, isDefault && name === undefined ? `${exportsName}.default = ` : '');
      } else if (value !== undefined) replace(node.start, value.start, `${exportsName}.default = `);
      else if (clause !== undefined) {
        for (const specifier of namedChildren(clause)) {
          const name = childByField(specifier, 'name')?.text ?? '';
          tail += `${exportsName}[${JSON.stringify((childByField(specifier, 'alias')?.text ?? name).replace(/^["']|["']$/g, ''))}] = ${name};`;
        }
        replace(node.start, node.end, ';');
      } else return null;
    }
  }
  body += source.slice(copied);
  const text = tail === '' ? body : `${body}\n${tail}`;
  const whole = readProgram(`"use strict";${head}${text}`);
  return whole.format === 'commonjs' && whole.problem === null ? { head, body: text } : null;
}

function requirement(node: SyntaxNode): string | null {
  const source = childByField(node, 'source');
  const name = source?.type === 'string' ? source.text.slice(1, -1) : '';
  if (!isBuiltin(name) || namedChildren(node).some(({ type }) => type === 'import_attribute')) return null;
  const required = `${requireName}(${JSON.stringify(name)})`;
  const clause = namedChildren(node).find(({ type }) => type === 'import_clause');
  return (clause === undefined ? [] : namedChildren(clause))
    .map((part) => {
      if (part.type === 'identifier') return `const ${part.text} = ${required};`;
      if (part.type === 'namespace_import') return `const ${namedChildren(part)[0]?.text ?? '_'} = ${required};`;
      const names = namedChildren(part).map((specifier) => {
        const own = childByField(specifier, 'name')?.text ?? '';
        return `${own}: ${childByField(specifier, 'alias')?.text ?? own}`;
      });
      return `const { ${names.join(', ')} } = ${required};`;
    })
    .join('');
}
