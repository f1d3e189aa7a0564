import { childByField, namedChildren, type Parse, type SyntaxNode, walk } from '../syntax-tree.ts';
import { readProgram } from './javascript-problem.ts';

/** A file of the tests as the body of a function, which gets what it imports from whoever calls it. */
export type TestModule = { readonly head: string; readonly body: string; readonly module: boolean };

type Edit = { readonly start: number; readonly end: number; readonly text: string };

/** Lines stay where they are. Text that does not parse is left alone: it fails when it is run, with its own message. */
export function testsAsFunction(parse: Parse, source: string): TestModule {
  const { root } = parse(source);
  const nodes = namedChildren(root);
  const isModule =
    nodes.some(({ type }) => type === 'import_statement' || type === 'export_statement') || readProgram(source).format === 'module';
  const text = source.startsWith('#!') ? `//${source.slice(2)}` : source;
  if (!isModule) return { head: '', body: text, module: false };
  let head = '';
  let tail = '';
  const edits: Edit[] = [...metaEdits(root)];
  for (const node of nodes) {
    if (node.type === 'import_statement') {
      head += imported(node);
      edits.push({ start: node.start, end: node.end, text: '' });
    } else if (node.type === 'export_statement') {
      const one = exported(node);
      head += one.head;
      tail += one.tail;
      edits.push(one.edit);
    }
  }
  const body = applied(text, edits);
  return { head, body: tail === '' ? body : `${body}\n${tail}`, module: true };
}

function applied(source: string, edits: readonly Edit[]): string {
  let text = '';
  let copied = 0;
  for (const { start, end, text: written } of [...edits].sort((a, b) => a.start - b.start)) {
    if (start < copied) continue;
    text += source.slice(copied, start) + written + source.slice(start, end).replace(/[^\n]+/g, '');
    copied = end;
  }
  return text + source.slice(copied);
}

/** `import.meta` and `import(…)` exist in modules only. */
function metaEdits(root: SyntaxNode): readonly Edit[] {
  return [...walk(root)].flatMap((node): Edit[] => {
    if (node.type === 'meta_property' && node.text === 'import.meta') return [{ start: node.start, end: node.end, text: '__annealMeta' }];
    const called = node.type === 'call_expression' ? childByField(node, 'function') : undefined;
    return called?.type === 'import' ? [{ start: called.start, end: called.end, text: '__annealImport' }] : [];
  });
}

const bare = (text: string): string => text.replace(/^["']|["']$/g, '');
const taken = (source: SyntaxNode | undefined): string => `await __annealImport(${JSON.stringify(bare(source?.text ?? ''))})`;

function imported(node: SyntaxNode): string {
  const from = taken(childByField(node, 'source'));
  const clause = namedChildren(node).find(({ type }) => type === 'import_clause');
  if (clause === undefined) return `${from};`;
  return namedChildren(clause)
    .map((part) => {
      if (part.type === 'identifier') return `const { default: ${part.text} } = ${from};`;
      if (part.type === 'namespace_import') return `const ${namedChildren(part)[0]?.text ?? '_'} = ${from};`;
      const names = namedChildren(part).map((specifier) => {
        const own = childByField(specifier, 'name')?.text ?? '';
        return `${own}: ${childByField(specifier, 'alias')?.text ?? own}`;
      });
      return `const { ${names.join(', ')} } = ${from};`;
    })
    .join('');
}

function exported(node: SyntaxNode): { readonly head: string; readonly tail: string; readonly edit: Edit } {
  const declaration = childByField(node, 'declaration');
  const value = childByField(node, 'value');
  const source = childByField(node, 'source');
  const clause = namedChildren(node).find(({ type }) => type === 'export_clause');
  const isDefault = node.children.some(({ type }) => type === 'default');
  const whole = { start: node.start, end: node.end, text: ';' };
  if (source !== undefined) {
    if (clause === undefined) return { head: `Object.assign(__annealExports, ${taken(source)});`, tail: '', edit: whole };
    const names = exportNames(clause).map(([own, as]) => `__annealExports[${as}] = m.${own};`);
    return { head: `{ const m = ${taken(source)}; ${names.join(' ')} }`, tail: '', edit: whole };
  }
  if (clause !== undefined) {
    return {
      head: '',
      tail: exportNames(clause)
        .map(([own, as]) => `__annealExports[${as}] = ${own};`)
        .join(''),
      edit: whole,
    };
  }
  const inner = declaration ?? value;
  const start = { start: node.start, end: inner?.start ?? node.end };
  const names = declaration === undefined ? [] : declaredNames(declaration);
  if (isDefault && names.length === 0) return { head: '', tail: '', edit: { ...start, text: '__annealExports.default = ' } };
  const tail = names.map((name) => `__annealExports[${JSON.stringify(isDefault ? 'default' : name)}] = ${name};`).join('');
  return { head: '', tail, edit: { ...start, text: '' } };
}

const exportNames = (clause: SyntaxNode): readonly (readonly [string, string])[] =>
  namedChildren(clause).map((specifier) => {
    const own = childByField(specifier, 'name')?.text ?? '';
    return [own, JSON.stringify(bare(childByField(specifier, 'alias')?.text ?? own))] as const;
  });

function declaredNames(declaration: SyntaxNode): readonly string[] {
  const own = childByField(declaration, 'name');
  if (own !== undefined) return [own.text];
  return namedChildren(declaration).flatMap((one) => {
    const name = one.type === 'variable_declarator' ? childByField(one, 'name') : undefined;
    return name?.type === 'identifier' ? [name.text] : [];
  });
}
