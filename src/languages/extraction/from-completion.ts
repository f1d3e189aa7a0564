import type { Extraction } from '../../ports/language.ts';
import { longestPrefix } from './code-region.ts';
import { findBlocks } from './reply-blocks.ts';
import { cutAtEndToken, removeStrayTokens } from './reply-text.ts';
import { offersEntry, type Program, programIn, rejected, type Search, taken } from './search.ts';

/** A reply that goes on where the prompt's own code ended. */
export function fromCompletion(search: Search, prompt: string | undefined): Extraction | null {
  if (prompt === undefined || prompt === '') return null;
  const { syntax, entry, finish } = search;
  const ended = cutAtEndToken(search.text);
  if (finish === 'length' && ended === search.text) return rejected('truncated', 'The token limit was reached inside the code.');
  const body = removeStrayTokens(ended).replace(/\n\s*(?:```|~~~)[\s\S]*$/, '');
  const repeated = entry === null ? null : programIn(search, body);
  if (repeated !== null && offersEntry(search, repeated)) return taken(repeated, 'The answer repeats the beginning that it was given.');
  const bodies = [body, ...findBlocks(ended, () => true).flatMap(({ style, code }) => (style === 'fenced' ? [code] : []))];
  for (const candidate of bodies) {
    const joined = joinedProgram(search, prompt, candidate);
    if (joined !== null) return taken(joined, 'The beginning that was given, and its continuation.');
  }
  return rejected(
    syntax.incomplete(prompt + body) ? 'truncated' : 'syntax',
    'The beginning that was given and the answer make no program.',
  );
}

function joinedProgram(search: Search, prompt: string, body: string): Program | null {
  const { syntax, repaired } = search;
  // Whole before cut short: a body that lost its indentation leaves a beginning that parses as well.
  const readings = continuations(syntax, prompt, body);
  const suits = (program: Program | null): program is Program =>
    program !== null &&
    syntax.hasStatements(program.code) &&
    offersEntry(search, program) &&
    program.code.trimEnd().length > prompt.trimEnd().length;
  const whole = readings.map((text) => repaired(text)).find(suits);
  if (whole !== undefined) return whole;
  const prefix = longest(readings.map((text) => longestPrefix(syntax, text, repaired)));
  const program = prefix === null ? null : { code: prefix, mended: [] };
  return suits(program) ? program : null;
}

/** The one with the most lines, the first of equals. */
function longest(texts: readonly (string | null)[]): string | null {
  const lines = (text: string | null): number => text?.trimEnd().split('\n').length ?? 0;
  return texts.reduce((best, text) => (lines(text) > lines(best) ? text : best), null);
}

/** As it came, and with the indentation that a server trims off the first line. */
function continuations(syntax: Search['syntax'], prompt: string, body: string): readonly string[] {
  const lines = body.replace(/^\n+/, '').split('\n');
  const next = lines.slice(1).find((line) => line.trim() !== '');
  const width = /^[ \t]*/.exec(next ?? '')?.[0] || '    ';
  const gap = prompt.endsWith('\n') ? '' : '\n';
  const indented = `${prompt}${gap}${width}${lines.join('\n')}`;
  const shifted = prompt + gap + lines.map((line) => (line.trim() === '' ? line : `    ${line}`)).join('\n');
  // Behind a function that is whole already, such as one with a docstring only, a body at the margin would be outside of it.
  const outside = syntax.hasPrompts && /\n[ \t]+\S[^\n]*\s*$/.test(prompt) && /^\S/.test(lines[0] ?? '') && syntax.parses(prompt);
  if (outside) return [...(lines.slice(1).some((line) => /^\S/.test(line)) ? [shifted, indented] : [indented, shifted]), prompt + body];
  return [prompt + body, prompt + gap + lines.join('\n'), indented, shifted];
}
