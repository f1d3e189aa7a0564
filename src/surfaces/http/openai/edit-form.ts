import { linesOfBoth, ranges, unifiedDiff } from '../../mend/unified-diff.ts';
import { fenced } from './fenced-blocks.ts';

/**
 * How an editor wants a changed file: the whole text under its name; blocks of what to search and what stands in its place, with the
 * file's name above the fence or behind it; a unified diff.
 */
export type EditForm = 'whole' | 'blocks' | 'named-blocks' | 'diff';

const nameInside = /^(?:`{3,}|~{3,})\w*\n[^\n`]+\n<<<<<<< SEARCH$/m;

/** What the system prompt asks for, with its examples; null: nothing, an answer is for a person. `patch` cannot be given. */
export function editFormOf(system: string, examples: string): EditForm | 'patch' | null {
  if (/\*\*\* Begin Patch\b/.test(system)) return 'patch';
  if (/SEARCH\/REPLACE/.test(system)) return nameInside.test(`${system}\n${examples}`) ? 'named-blocks' : 'blocks';
  if (/\bdiff -U0\b|\b(?:return|write|output|produce)\b[^.\n]{0,80}\bunified diffs?\b/i.test(system)) return 'diff';
  return /\bfile listing\b/i.test(system) ? 'whole' : null;
}

type Edit = {
  readonly form: EditForm;
  readonly file: string;
  /** Of the file as it is shown; it is made longer where the text needs that. */
  readonly fence: string;
  readonly language: string;
};

/** A change as its editor applies it; empty where there is none. */
export function writeEdit(before: string, after: string, { form, file, fence, language }: Edit): string {
  const [old, now] = [withEnd(before), withEnd(after)];
  if (form === 'whole') return `${file}\n${fenced(after, '', fence)}`;
  if (old === now) return '';
  if (form === 'diff') return fenced(unifiedDiff(old, now, file), 'diff', fence);
  // Such a line would end a block too early.
  if (marks.test(old) || marks.test(now)) return fenced(after, language, fence);
  return changesOf(old, now)
    .map(({ search, replace }) => {
      const block = `<<<<<<< SEARCH\n${search}=======\n${replace}>>>>>>> REPLACE\n`;
      return form === 'blocks' ? `${file}\n${fenced(block, language, fence)}` : fenced(`${file}\n${block}`, language, fence);
    })
    .join('\n\n');
}

const marks = /^(?:<{5,9} SEARCH|={5,9}|>{5,9} REPLACE)\s*$/m;

const withEnd = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

type Change = { readonly search: string; readonly replace: string };

/** Stretches with lines around them, as long as an editor that takes the first place it finds comes to the same; else the whole text. */
function changesOf(before: string, after: string): readonly Change[] {
  const lines = linesOfBoth(before, after);
  const side = (from: number, to: number, other: '-' | '+'): string =>
    lines
      .slice(from, to)
      .filter(({ mark }) => mark !== other)
      .map(({ text }) => `${text}\n`)
      .join('');
  const changes = ranges(lines).map(([from, to]) => ({ search: side(from, to, '+'), replace: side(from, to, '-') }));
  const applied = changes.reduce((text, { search, replace }) => text.replace(search, () => replace), before);
  return applied === after && changes.every(({ search }) => search !== '') ? changes : [{ search: before, replace: after }];
}
