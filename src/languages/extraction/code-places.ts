import type { Code, InlineCode, Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';

/** Code that Markdown marks, and where it stands in the text: offsets. */
export type CodePlace<Kind = Code | InlineCode> = { readonly node: Kind; readonly start: number; readonly end: number };

// Tags such as `<answer>` would swallow the fences behind them.
const noHtml = { disable: { null: ['htmlFlow', 'htmlText'] } };

export function codePlaces(text: string): readonly CodePlace[] {
  const { part, at } = aroundFences(text);
  return codeNodes(fromMarkdown(part, { extensions: [noHtml] })).map((node) => ({
    node,
    start: at + (node.position?.start.offset ?? 0),
    end: at + (node.position?.end.offset ?? part.length),
  }));
}

/** Longer texts are read from their first fence to their last only: the time that lists take grows with the square of their length. */
const longText = 20_000;
/** Characters in front of a fence that can hold it as a list does. */
const reachBefore = 4000;

function aroundFences(text: string): { readonly part: string; readonly at: number } {
  if (text.length <= longText) return { part: text, at: 0 };
  const fences = [...text.matchAll(/`{3,}|~{3,}/g)];
  const [first, last] = [fences[0], fences.at(-1)];
  if (first === undefined || last === undefined) return { part: '', at: 0 };
  const at = text.lastIndexOf('\n', Math.max(0, first.index - reachBefore)) + 1;
  const lineEnd = text.indexOf('\n', last.index);
  const opens = fences.length % 2 === 1 || /^.[`~]*[ \t]*\w/.test(text.slice(last.index, last.index + 40));
  return { part: text.slice(at, opens || lineEnd < 0 ? text.length : lineEnd), at };
}

function codeNodes(node: Nodes): readonly (Code | InlineCode)[] {
  if (node.type === 'code' || node.type === 'inlineCode') return [node];
  return 'children' in node ? node.children.flatMap(codeNodes) : [];
}
