import { languageOfFile } from '../../language-names.ts';
import type { FencedBlock } from './fenced-blocks.ts';

/** Of files in a chat the one that a request names, or that defines what it names, or the only program; null: nobody can tell. */
export function chosenFile(files: readonly FencedBlock[], text: string): FencedBlock | null {
  const named = files.filter(({ file }) => file !== null && text.includes(file.split('/').at(-1) ?? file));
  if (named.length > 0) return only(named) ?? only(named.filter(({ file }) => file !== null && text.includes(file)));
  const names = namesIn(text);
  const defining = files.filter(({ code }) => definitionsIn(code).some((name) => names.has(name)));
  const programs = files.filter(({ file }) => file !== null && languageOfFile(file) !== undefined);
  return only(files) ?? only(defining) ?? only(programs);
}

const only = (files: readonly FencedBlock[]): FencedBlock | null => (files.length === 1 ? (files[0] ?? null) : null);

/** Words that cannot be but names: called, in backticks, behind `function`, or written as no word of a language is. */
function namesIn(text: string): ReadonlySet<string> {
  const called = /([A-Za-z_$][\w$]*)\s*\(/g;
  const quoted = /`([A-Za-z_$][\w$]*)`/g;
  const said = /\b(?:function|method|class|функци\p{L}*|класс\p{L}*)\s+([A-Za-z_$][\w$]*)/giu;
  const shaped = /\b([a-z]+(?:_\w+|[A-Z]\w*))\b/g;
  return new Set([called, quoted, said, shaped].flatMap((pattern) => [...text.matchAll(pattern)].map(([, name]) => name ?? '')));
}

const definitionsIn = (code: string): readonly string[] =>
  [
    ...code.matchAll(
      /^\s*(?:export\s+)?(?:default\s+)?(?:async\s+)?(?:def|class|(?:local\s+)?function\*?|local|const|let|var)\s+(?:[\w$]+[.:])*([\w$]+)/gm,
    ),
  ].map(([, name]) => name ?? '');
