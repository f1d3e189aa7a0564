import { readFile } from 'node:fs/promises';
import { Parser, Language as WasmGrammar, type Node as WasmNode, type Tree as WasmTree } from 'web-tree-sitter';

/** A node of a parsed program, copied out of the parser's memory so that nothing has to be freed. */
export type SyntaxNode = {
  readonly type: string;
  readonly named: boolean;
  readonly field: string | null;
  /** UTF-16 offsets into the source. */
  readonly start: number;
  readonly end: number;
  /** 0-based. */
  readonly row: number;
  readonly column: number;
  readonly missing: boolean;
  readonly text: string;
  readonly children: readonly SyntaxNode[];
};

export type SyntaxTree = {
  readonly source: string;
  readonly root: SyntaxNode;
  readonly hasError: boolean;
  /** Offset before which the first error lies, so that a beginning of the source that reaches it has the error too. */
  readonly errorBefore: number;
};

export type Parse = (source: string) => SyntaxTree;

/** The nodes at the top of a text without errors; null where it has one. The tree of a wrong text takes far longer to make, so it is not asked for. */
export function cleanNodes(tree: SyntaxTree): readonly SyntaxNode[] | null {
  return tree.hasError ? null : namedChildren(tree.root);
}

export type GrammarName = 'python' | 'lua' | 'javascript' | 'typescript';

// The library has one WebAssembly module for the whole process, and two initialisations at once would mix two of them.
let initialised: Promise<void> | undefined;

/** Loads one grammar; the function that comes back is pure. */
export async function loadParser(grammar: GrammarName): Promise<Parse> {
  initialised ??= Parser.init();
  await initialised;
  const wasm = await readFile(new URL(`./grammars/tree-sitter-${grammar}.wasm`, import.meta.url));
  const parser = new Parser();
  parser.setLanguage(await WasmGrammar.load(wasm));
  const recent = new Map<string, SyntaxTree>();
  return (source) => {
    const known = recent.get(source);
    if (known !== undefined) return known;
    const parsed = parseOnce(parser, source);
    // Reading a reply looks at the same few texts again and again.
    if (recent.size >= 8) recent.delete(recent.keys().next().value ?? '');
    recent.set(source, parsed);
    return parsed;
  };
}

/** Characters of the longest text that is parsed, and brackets inside brackets that Python and Lua themselves refuse. */
const longestText = 100_000;
const deepestBrackets = 200;

function parseOnce(parser: Parser, source: string): SyntaxTree {
  // The time of error recovery grows with the square of such texts.
  if (source.length > longestText || bracketDepth(source) > deepestBrackets)
    return { source, root: givenUp(source), hasError: true, errorBefore: source.length };
  // Recovery from errors takes the most time, and most texts with errors are only asked whether they have any.
  let errorBefore = source.length;
  const tree = parser.parse(source, null, {
    progressCallback({ hasError, currentOffset }) {
      // Bytes or characters: what is too far is only less of a help.
      if (hasError) errorBefore = Math.min(errorBefore, currentOffset);
      return hasError;
    },
  });
  if (tree === null) parser.reset();
  else
    try {
      if (!tree.rootNode.hasError) return { source, root: copyTree(tree, source), hasError: false, errorBefore };
      errorBefore = behindFirstError(tree, source);
    } finally {
      tree.delete();
    }
  let root: SyntaxNode | undefined;
  return {
    source,
    hasError: true,
    errorBefore,
    get root() {
      root ??= parsedWhole(parser, source);
      return root;
    },
  };
}

/** The token that nothing could follow is in the error's node, or is the next one. */
function behindFirstError(tree: WasmTree, source: string): number {
  // A cursor, because the root of such a text may have a node for each of its lines.
  const cursor = tree.walk();
  try {
    while (cursor.gotoFirstChild()) {
      while (!isWrong(cursor.currentNode)) if (!cursor.gotoNextSibling()) return source.length;
      if (cursor.currentNode.isError && !hasWrongChild(cursor.currentNode)) break;
    }
    const after = /\s*\S+/y;
    after.lastIndex = cursor.endIndex;
    return after.test(source) ? after.lastIndex : source.length;
  } finally {
    cursor.delete();
  }
}

const isWrong = (node: WasmNode): boolean => node.hasError || node.isMissing;
const hasWrongChild = (node: WasmNode): boolean => node.children.some((child) => child !== null && isWrong(child));

function parsedWhole(parser: Parser, source: string): SyntaxNode {
  const tree = parser.parse(source);
  if (tree === null) throw new Error('the parser gave no tree');
  try {
    return copyTree(tree, source);
  } finally {
    tree.delete();
  }
}

/** Without regard to literals: a bound, no more. */
function bracketDepth(source: string): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < source.length; at += 1) {
    const character = source[at] ?? '';
    if (character === '(' || character === '[' || character === '{') {
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if ((character === ')' || character === ']' || character === '}') && depth > 0) depth -= 1;
  }
  return deepest;
}

const givenUp = (source: string): SyntaxNode => ({
  type: 'ERROR',
  named: true,
  field: null,
  start: 0,
  end: source.length,
  row: 0,
  column: 0,
  missing: false,
  text: source,
  children: [],
});

type Draft = Omit<SyntaxNode, 'children'> & { readonly children: Draft[] };

// Iterative, because a model can nest brackets deeper than the stack of JavaScript allows.
function copyTree(tree: WasmTree, source: string): SyntaxNode {
  const cursor = tree.walk();
  const draft = (): Draft => ({
    type: cursor.nodeType,
    named: cursor.nodeIsNamed,
    field: cursor.currentFieldName,
    start: cursor.startIndex,
    end: cursor.endIndex,
    row: cursor.startPosition.row,
    column: cursor.startPosition.column,
    missing: cursor.nodeIsMissing,
    text: source.slice(cursor.startIndex, cursor.endIndex),
    children: [],
  });
  const root = draft();
  const stack: Draft[] = [root];
  try {
    for (;;) {
      if (cursor.gotoFirstChild()) {
        const node = draft();
        stack.at(-1)?.children.push(node);
        stack.push(node);
        continue;
      }
      for (;;) {
        if (stack.length === 1) return root;
        if (cursor.gotoNextSibling()) {
          stack.pop();
          const node = draft();
          stack.at(-1)?.children.push(node);
          stack.push(node);
          break;
        }
        cursor.gotoParent();
        stack.pop();
      }
    }
  } finally {
    cursor.delete();
  }
}

export const namedChildren = (node: SyntaxNode): readonly SyntaxNode[] =>
  node.children.filter((child) => child.named && child.type !== 'comment');

export const childByField = (node: SyntaxNode, field: string): SyntaxNode | undefined =>
  node.children.find((child) => child.field === field);

/** The node and everything below it, in source order. */
export function* walk(node: SyntaxNode): Generator<SyntaxNode> {
  const stack: SyntaxNode[] = [node];
  for (;;) {
    const next = stack.pop();
    if (next === undefined) return;
    yield next;
    for (let index = next.children.length - 1; index >= 0; index -= 1) {
      const child = next.children[index];
      if (child !== undefined) stack.push(child);
    }
  }
}
