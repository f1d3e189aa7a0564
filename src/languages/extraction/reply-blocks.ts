import type { Code } from 'mdast';
import { type CodePlace, codePlaces } from './code-places.ts';

/** `closed` is false when the reply ended before the closing fence. */
export type Block = {
  readonly style: 'fenced' | 'inline' | 'indented';
  readonly tag: string;
  readonly code: string;
  readonly closed: boolean;
  /** Offsets of the whole block in the text. */
  readonly start: number;
  readonly end: number;
};

/** Blocks of one reply that are looked at, the last ones: an answer with more is a runaway. */
const mostBlocks = 200;
/** Characters behind a block in which its real end is looked for. */
const reach = 60_000;

/** Closing fences after a block's first one that are tried as its end. */
const maxLaterClosings = 6;

/** Code blocks of a Markdown text, in order. `parses` decides how far a fenced block goes when fences stand inside its code. */
export function findBlocks(text: string, parses: (code: string) => boolean): readonly Block[] {
  const blocks: Block[] = [];
  for (const place of codePlaces(text).slice(-mostBlocks)) {
    const { node, start } = place;
    if (start < (blocks.at(-1)?.end ?? 0)) continue;
    const block = node.type === 'inlineCode' ? inlineBlock(text, place) : readBlock(text, place, node, parses);
    if (block === null) continue;
    // An answer in Markdown that is itself in a fence.
    const inner = /^(?:markdown|md)$/.test(block.tag) ? findBlocks(block.code, parses).filter(({ style }) => style === 'fenced') : [];
    if (inner.length === 0) blocks.push(block);
    else
      blocks.push(
        ...inner.map((one) => ({
          ...one,
          closed: one.closed || block.closed,
          start,
          end: block.end,
        })),
      );
  }
  return blocks;
}

/** A fence opened and closed on one line, with its tag unless the first word is code. */
function inlineBlock(text: string, { node, start, end }: CodePlace): Block | null {
  const raw = text.slice(start, end);
  if (!raw.startsWith('```')) return null;
  const tagged = /^(lua|python|py|python3|javascript|js|typescript|ts)\s+(?=\S)/i.exec(node.value);
  const code = tagged === null ? node.value : node.value.slice(tagged[0].length);
  return { style: 'inline', tag: tagged?.[1]?.toLowerCase() ?? '', code, closed: true, start, end };
}

function readBlock(text: string, { start, end }: CodePlace, node: Code, parses: (code: string) => boolean): Block {
  const opening = /^[ \t]*(`{3,}|~{3,})/.exec(text.slice(start));
  if (opening === null) return { style: 'indented', tag: '', code: node.value, closed: true, start, end };
  const fence = opening[1] ?? '```';
  const closing = new RegExp(`^[ \\t>]*\\${fence[0]}{${fence.length},}[ \\t]*$`);
  const lastLine = text.slice(start, end).split('\n').at(-1) ?? '';
  const closed = text.slice(start, end).includes('\n') && closing.test(lastLine);
  const tag = (node.lang ?? '').toLowerCase().replace(/^[{.]+|[}:,].*$/g, '');
  const block: Block = { style: 'fenced', tag, code: atMargin(text, start, end, closed) ?? node.value, closed, start, end };
  // Code can begin on the line of the fence itself.
  const fromFence = node.meta === null || node.meta === undefined ? null : `${node.meta}\n${block.code}`;
  if (fromFence !== null && !parses(block.code) && parses(fromFence)) return { ...block, code: fromFence };
  if (parses(block.code)) return block;
  return (closed ? extended(text, block, closing, parses) : null) ?? gluedCloser(text, block, fence[0] ?? '`', parses) ?? block;
}

/** Code that stands at the margin though its fence is indented: Markdown would take the fence's indentation off its lines. */
function atMargin(text: string, start: number, end: number, closed: boolean): string | null {
  const indentation = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  if (!/^[ \t]+$/.test(indentation)) return null;
  const lines = text
    .slice(start, end)
    .split('\n')
    .slice(1, closed ? -1 : undefined);
  return lines.some((line) => /^\S/.test(line)) ? lines.join('\n') : null;
}

/** The same block up to a closer that stands at the end of a line of code, when that much is a program. */
function gluedCloser(text: string, block: Block, mark: string, parses: (code: string) => boolean): Block | null {
  const bodyStart = text.indexOf('\n', block.start) + 1;
  const glued = new RegExp(`\\${mark}{3,}(?:[ \\t]+[^\\n]*)?(?:\\n|$)`, 'g');
  const body = text.slice(bodyStart, bodyStart + reach);
  for (const match of [...body.matchAll(glued)].slice(0, maxLaterClosings)) {
    const code = body.slice(0, match.index);
    // On a line of its own it is no closer for Markdown: too short for a fence that nothing else closes.
    if ((block.closed && !/\S[^\n]*$/.test(code)) || !parses(code)) continue;
    return {
      ...block,
      code,
      closed: true,
      end: bodyStart + match.index + match[0].length,
    };
  }
  return null;
}

/** The same block up to a later closing fence, when only that much is a program: code can hold fences in a literal. */
function extended(text: string, block: Block, closing: RegExp, parses: (code: string) => boolean): Block | null {
  const bodyStart = text.indexOf('\n', block.start) + 1;
  let at = block.end + 1;
  let tries = 0;
  for (const line of text.slice(block.end + 1, block.end + reach).split('\n')) {
    if (closing.test(line)) {
      tries += 1;
      if (tries > maxLaterClosings) return null;
      const code = text.slice(bodyStart, at - 1);
      if (parses(code)) return { ...block, code, closed: true, end: at + line.length };
    }
    at += line.length + 1;
  }
  return null;
}
