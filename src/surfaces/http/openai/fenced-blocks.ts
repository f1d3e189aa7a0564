/** A fenced block of a message, as people and editors write them. */
export type FencedBlock = {
  readonly fence: string;
  /** The first word behind the fence, in small letters. */
  readonly tag: string;
  /** Named on the line above, or behind the tag. */
  readonly file: string | null;
  readonly code: string;
  /** Offsets of the block, with the line of its file's name. */
  readonly start: number;
  readonly end: number;
};

const opening = /^ {0,3}(`{3,}|~{3,})([^`]*)$/;
const fileName = /^[^\s`*<>|"(]+\.[A-Za-z0-9]{1,10}$/;

/** The name of a file that a line consists of, whatever marks it carries. */
function nameIn(line: string): string | null {
  const bare = line.trim().replace(/^[#*`\s]+|[*`:\s]+$/g, '');
  return fileName.test(bare) ? bare : null;
}

/** Blocks in order. One that is never closed goes to the end of the text. */
export function fencedBlocks(text: string): readonly FencedBlock[] {
  const blocks: FencedBlock[] = [];
  const lines = text.split('\n');
  const offsets: number[] = [];
  let offset = 0;
  for (const line of lines) {
    offsets.push(offset);
    offset += line.length + 1;
  }
  for (let at = 0; at < lines.length; at += 1) {
    const found = opening.exec((lines[at] ?? '').trimEnd());
    if (found === null) continue;
    const [fence, info] = [found[1] ?? '```', (found[2] ?? '').trim()];
    const above = at > 0 ? nameIn(lines[at - 1] ?? '') : null;
    const beside = info
      .split(/\s+/)
      .slice(1)
      .find((word) => fileName.test(word));
    const { code, next } = bodyOf(lines, at + 1, fence);
    blocks.push({
      fence,
      tag: (info.split(/[\s{:,]/)[0] ?? '').toLowerCase(),
      file: above ?? beside ?? null,
      code,
      start: offsets[above === null ? at : at - 1] ?? 0,
      end: offsets[next] ?? text.length,
    });
    at = next - 1;
  }
  return blocks;
}

/** The lines up to the closing fence; a text that lacks its last line end has the fence right behind it. */
function bodyOf(lines: readonly string[], from: number, fence: string): { readonly code: string; readonly next: number } {
  const body: string[] = [];
  for (let at = from; at < lines.length; at += 1) {
    const line = (lines[at] ?? '').replace(/\r$/, '');
    const bare = line.trim();
    if (bare.length >= fence.length && bare === (fence[0] ?? '`').repeat(bare.length)) return { code: ended(body), next: at + 1 };
    const isLastLine = (lines[at + 1] ?? '').trim() === '';
    if (isLastLine && line.endsWith(fence)) return { code: [...body, line.slice(0, -fence.length)].join('\n'), next: at + 1 };
    body.push(line);
  }
  return { code: ended(body), next: lines.length };
}

const ended = (body: readonly string[]): string => (body.length === 0 ? '' : `${body.join('\n')}\n`);

/** A block that nothing in its code closes. `fence` is used where it is long enough. */
export function fenced(code: string, tag: string, fence = '```'): string {
  const longest = Math.max(0, ...[...code.matchAll(/`{3,}/g)].map(([run]) => run.length));
  const marks = fence.startsWith('`') && fence.length > longest ? fence : '`'.repeat(Math.max(3, longest + 1));
  return `${marks}${tag}\n${code.endsWith('\n') || code === '' ? code : `${code}\n`}${marks}`;
}
