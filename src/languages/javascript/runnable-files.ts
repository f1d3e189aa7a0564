import { folderOf, joinedPath, pathBetween } from '../../domain/program-place.ts';
import { childByField, namedChildren, type Parse, type SyntaxNode, walk } from '../syntax-tree.ts';
import { readProgram } from './javascript-problem.ts';

type Files = Readonly<Record<string, string>>;

export type RunnableFiles = {
  readonly files: Files;
  /** The name under which each file of code is there. */
  readonly names: ReadonlyMap<string, string>;
};

/**
 * Files of a project as Node itself can load them: without types, under a name that says what they are, and with imports that name a
 * file. Compilers and bundlers of TypeScript take `./calc` for `calc.ts` and leave out imports of types; Node does neither. Lines stay
 * where they are.
 */
export function runnableFiles(parse: Parse, toJavaScript: (code: string) => string, files: Files): RunnableFiles {
  const plain = new Map(
    Object.entries(files).flatMap(([name, text]) => {
      const typed = isTyped.test(name);
      return isCode.test(name) ? [[name, { code: typed ? toJavaScript(text) : text, typed }] as const] : [];
    }),
  );
  const names = new Map([...plain].map(([name, { code, typed }]) => [name, typed ? `${name}.${endOf(code)}` : name]));
  const made: Record<string, string> = {};
  for (const [name, text] of Object.entries(files)) {
    const own = plain.get(name);
    if (own !== undefined) made[names.get(name) ?? name] = withFullImports(parse, own, name, files, names);
    else made[name] = text;
    if (name.endsWith('.json')) made[`${name}.mjs`] = `export default ${text}\n`;
  }
  return { files: made, names };
}

const isTyped = /\.[mc]?ts$/;
const isCode = /\.[mc]?[jt]s$/;
const endOf = (code: string): string => (readProgram(code).format === 'module' ? 'mjs' : 'cjs');

/** What a relative import may leave out, in the order in which bundlers look for it; `typed` stands in place of `.js` and its like. */
export const importEnds = {
  left: [
    ...['', '.mjs', '.js', '.mts', '.ts', '.cjs', '.cts', '.json'],
    ...['/index.mjs', '/index.js', '/index.cjs', '/index.mts', '/index.ts'],
  ],
  typed: ['.ts', '.mts', '.cts'],
} as const;

/** Files that a relative import may mean. */
export function importedPaths(specifier: string): readonly string[] {
  if (!specifier.startsWith('.')) return [];
  const stem = specifier.replace(/\.[mc]?js$/, '');
  const typed = stem === specifier ? [] : importEnds.typed.map((end) => `${stem}${end}`);
  return [...importEnds.left.map((end) => `${specifier}${end}`), ...typed];
}

/** The file among these that an import of another one means; null where it is none of them. */
export function importedFile(specifier: string, from: string, files: Files): string | null {
  const places = importedPaths(specifier).map((path) => joinedPath(folderOf(from), path));
  return places.find((place) => place in files) ?? null;
}

type Edit = { readonly start: number; readonly end: number; readonly text: string };

function withFullImports(
  parse: Parse,
  { code, typed }: { readonly code: string; readonly typed: boolean },
  name: string,
  files: Files,
  names: ReadonlyMap<string, string>,
): string {
  const { root } = parse(code);
  const edits: Edit[] = typed ? [...unusedImports(root)] : [];
  for (const { node, inModule, attributed } of imports(root)) {
    const target = importedFile(node.text.slice(1, -1), name, files);
    if (target === null) continue;
    const asModule = target.endsWith('.json') && inModule && !attributed;
    const text = pathBetween(name, asModule ? `${target}.mjs` : (names.get(target) ?? target));
    edits.push({ start: node.start, end: node.end, text: JSON.stringify(text) });
  }
  let written = code;
  // What stands in something that goes goes with it.
  const outer = edits.filter(
    (edit) => !edits.some(({ start, end }) => start <= edit.start && edit.end <= end && end - start > edit.end - edit.start),
  );
  for (const { start, end, text } of outer.sort((a, b) => b.start - a.start)) written = written.slice(0, start) + text + written.slice(end);
  return written;
}

/** The strings that name imported files. */
function imports(root: SyntaxNode): readonly { readonly node: SyntaxNode; readonly inModule: boolean; readonly attributed: boolean }[] {
  return [...walk(root)].flatMap((node) => {
    if (node.type === 'import_statement' || node.type === 'export_statement') {
      const source = childByField(node, 'source');
      const attributed = namedChildren(node).some(({ type }) => type === 'import_attribute');
      return source?.type === 'string' ? [{ node: source, inModule: true, attributed }] : [];
    }
    const called = node.type === 'call_expression' ? childByField(node, 'function') : undefined;
    const [first, second] = namedChildren(childByField(node, 'arguments') ?? node);
    if (first?.type !== 'string' || (called?.type !== 'import' && called?.text !== 'require')) return [];
    return [{ node: first, inModule: called.type === 'import', attributed: second !== undefined }];
  });
}

/** Names that are imported and used nowhere once the types are gone: compilers take them for types. */
function unusedImports(root: SyntaxNode): readonly Edit[] {
  const statements = namedChildren(root).filter(({ type }) => type === 'import_statement');
  const used = new Set<string>();
  for (const statement of namedChildren(root)) {
    if (statement.type === 'import_statement') continue;
    for (const node of walk(statement)) if (/identifier$/.test(node.type)) used.add(node.text);
  }
  return statements.flatMap((statement): readonly Edit[] => {
    const clause = namedChildren(statement).find(({ type }) => type === 'import_clause');
    const list = clause === undefined ? undefined : namedChildren(clause).find(({ type }) => type === 'named_imports');
    const specifiers = list === undefined ? [] : namedChildren(list);
    const isUsed = (node: SyntaxNode): boolean => used.has((childByField(node, 'alias') ?? childByField(node, 'name') ?? node).text);
    const left = specifiers.filter(isUsed);
    if (list === undefined || left.length === specifiers.length) return [];
    const lines = '\n'.repeat(list.text.split('\n').length - 1);
    if (left.length === 0 && clause !== undefined && namedChildren(clause).length === 1) {
      return [{ start: statement.start, end: statement.end, text: '\n'.repeat(statement.text.split('\n').length - 1) }];
    }
    return [{ start: list.start, end: list.end, text: `{ ${left.map(({ text }) => text).join(', ')} ${lines}}` }];
  });
}
