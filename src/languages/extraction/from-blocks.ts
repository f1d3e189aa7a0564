import type { Extraction } from '../../ports/language.ts';
import { longestPrefix } from './code-region.ts';
import { chooseFromJson } from './from-json.ts';
import { cutAtOuterEndToken, dedent } from './repairs.ts';
import { type Block, findBlocks } from './reply-blocks.ts';
import { endTokenAt } from './reply-text.ts';
import { entryMissing, isBlank, offersEntry, type Program, programIn, programsInJson, rejected, type Search, taken } from './search.ts';

/** `stopped`: a leaked end token stood in it, so the model had finished, whatever the server says. */
type Read = Block & { readonly stopped: boolean };

/** Tags of what is shown beside an answer: commands, their output, data. */
const besideCode = new Set(
  'bash sh shell zsh console terminal powershell cmd bat text txt plaintext output log yaml yml toml ini html xml css sql dockerfile makefile csv'.split(
    ' ',
  ),
);

export function fromBlocks(search: Search): Extraction | null {
  const { syntax, text, entry, finish, repaired } = search;
  const all = upToEndToken(
    search,
    findBlocks(text, (code) => repaired(code) !== null),
  );
  const fenced = all.filter(
    ({ style, code, closed, tag }) => style === 'fenced' && (!isBlank(code) || (!closed && finish === 'length' && tag !== '')),
  );
  const blocks =
    fenced.length > 0
      ? fenced
      : all.filter(({ style, code, start }) => style === 'inline' || (longEnough(syntax, code) && !isBody(syntax, text, start)));
  if (blocks.length === 0) return null;
  const open = blocks.at(-1)?.closed === false ? blocks.at(-1) : undefined;
  const programs = programsOf(
    search,
    blocks.filter((block) => block !== open),
  );
  const chosen = choose(search, programs);
  if (chosen?.type === 'code' && (open === undefined || entry !== null || finish === 'stop')) return chosen;
  if (open !== undefined) return fromOpenBlock(search, open) ?? chosen ?? rejectBlocks(search, blocks);
  if (chosen !== null) return chosen;
  if (blocks[0]?.style === 'indented') return null;
  return rejectBlocks(search, blocks);
}

/** Blocks before the first leaked end token; one that stands outside of literals ends its block too. */
function upToEndToken({ syntax, text }: Search, blocks: readonly Block[]): readonly Read[] {
  const kept: Read[] = [];
  let at = 0;
  for (const block of blocks) {
    if (endTokenAt(text.slice(at, block.start)) >= 0) return kept;
    const code = endTokenAt(block.code) < 0 ? block.code : cutAtOuterEndToken(block.code, syntax);
    kept.push({ ...block, code, stopped: code !== block.code });
    if (code !== block.code) return kept;
    at = block.end;
  }
  return kept;
}

/** The indented lines go on with code that stands at the margin: they are the inside of a class or a function. */
function isBody(syntax: Search['syntax'], text: string, start: number): boolean {
  let end = text.lastIndexOf('\n', start - 1);
  while (end > 0) {
    const begin = text.lastIndexOf('\n', end - 1) + 1;
    const line = text.slice(begin, end);
    if (/^\S/.test(line)) return syntax.codeLine.test(line);
    end = begin - 1;
  }
  return false;
}

const longEnough = (syntax: Search['syntax'], code: string): boolean => syntax.definitions(dedent(code)).length > 0;

/** Programs of blocks. What commands and their output happen to parse as counts only where nothing else is. */
function programsOf(search: Search, blocks: readonly Block[]): readonly Program[] {
  const own = blocks.filter(({ tag }) => !besideCode.has(tag));
  const programs = own.flatMap((block) => programsInBlock(search, block));
  return programs.length > 0
    ? programs
    : blocks.filter(({ tag }) => besideCode.has(tag)).flatMap((block) => programsInBlock(search, block));
}

function programsInBlock(search: Search, { code, tag }: Block): readonly Program[] {
  if (tag === 'diff' || tag === 'patch') {
    const added = addedFile(code);
    return added === null ? [] : asList(programIn(search, added));
  }
  if (/^\s*[{[]/.test(code)) {
    const found = programsInJson(search, code);
    if (found.type === 'programs' && found.programs.length > 0) {
      const chosen = chooseFromJson(search, found);
      return chosen?.type === 'code' ? [{ code: chosen.code, mended: ['JSON around the code'] }] : found.programs;
    }
  }
  return asList(programIn(search, code));
}

const asList = (program: Program | null): readonly Program[] => (program === null ? [] : [program]);

/** The new file of a patch that only adds lines; null for a change to a file that is not here. */
function addedFile(patch: string): string | null {
  const lines = patch.split('\n').filter((line) => !/^(?:diff |index |new file|--- |\+\+\+ |@@|\\ No newline)/.test(line));
  return lines.every((line) => line.startsWith('+') || line.trim() === '') ? lines.map((line) => line.slice(1)).join('\n') : null;
}

/** The last program that offers the entry; without an entry the last, unless several stand side by side. */
function choose(search: Search, programs: readonly Program[]): Extraction | null {
  const { syntax, entry } = search;
  const last = programs.at(-1);
  if (last === undefined) return null;
  if (entry !== null) {
    const offering = programs.filter((program) => offersEntry(search, program)).at(-1);
    if (offering === undefined) return entryMissing(entry);
    return taken(
      offering,
      programs.length > 1 ? `The last of ${programs.length} blocks that defines ${entry}.` : `The block defines ${entry}.`,
    );
  }
  const names = syntax.definitions(last.code);
  const rival = programs.slice(0, -1).find(({ code }) => isRival(syntax, code, last.code));
  if (rival !== undefined)
    return rejected('ambiguous', `Several blocks stand side by side: ${[...syntax.definitions(rival.code), ...names].join(', ')}.`);
  return taken(last, programs.length > 1 ? `The last of ${programs.length} blocks.` : 'The only block.');
}

/** Both define something, and neither has to do with the other. */
function isRival(syntax: Search['syntax'], code: string, last: string): boolean {
  const [names, lastNames] = [ownNames(syntax, code), ownNames(syntax, last)];
  return (
    names.length > 0 &&
    lastNames.length > 0 &&
    !names.some((name) => lastNames.includes(name) || mentions(last, name)) &&
    !lastNames.some((name) => mentions(code, name))
  );
}

/** What a program defines, without the table that a module returns: that has the same name in most of them. */
function ownNames(syntax: Search['syntax'], code: string): readonly string[] {
  const names = syntax.definitions(code);
  const members = names.filter((name) => !new RegExp(`\\breturn\\s+${escaped(name)}\\s*;?\\s*$`, 'u').test(code));
  return members.length > 0 ? members : names;
}

const escaped = (name: string): string => name.replace(/[^\p{L}\p{N}_]/gu, '\\$&');

const mentions = (code: string, name: string): boolean =>
  new RegExp(`(?<![\\p{L}\\p{N}_.])${escaped(name)}(?![\\p{L}\\p{N}_])`, 'u').test(code);

/** A fence that never closes: cut off, or whole with its closer forgotten. */
function fromOpenBlock(search: Search, block: Read): Extraction | null {
  const { syntax, entry, repaired } = search;
  const finish = block.stopped ? 'stop' : search.finish;
  if (finish === 'length') return rejected('truncated', 'The token limit was reached inside the code block.');
  if (isBlank(block.code)) return null;
  const body = block.code;
  const whole = programIn(search, body);
  if (whole !== null)
    return entry !== null && !syntax.offers(whole.code, entry)
      ? null
      : taken(whole, 'The code block lacks its closing fence, and the code is whole.');
  const prefix = longestPrefix(syntax, body, repaired);
  // A shorter beginning is an answer only where what follows is no unfinished code.
  if (prefix !== null && (!syntax.incomplete(body) || proseFollows(syntax, body, prefix))) {
    return entry !== null && !syntax.offers(prefix, entry)
      ? null
      : taken({ code: prefix, mended: [] }, 'The code block lacks its closing fence; what follows the code is no code.');
  }
  return syntax.incomplete(body) ? rejected('truncated', 'The code ends in the middle.') : null;
}

const proseFollows = (syntax: Search['syntax'], body: string, code: string): boolean => {
  const rest = body.slice(code.length);
  return (
    rest.trim() === '' ||
    (rest.startsWith('\n') &&
      !syntax.codeLine.test(rest.trim().split('\n', 1)[0] ?? '') &&
      /^[*_#>\s-]*\p{L}[^=(){}]*\s\p{L}/u.test(rest.trim())) ||
    /^`+$/.test(rest.trim())
  );
};

function rejectBlocks({ syntax, finish }: Search, blocks: readonly Read[]): Extraction {
  const filled = blocks.filter(({ code }) => !isBlank(code));
  const own = filled.filter(({ tag }) => tag === '' || syntax.tags.has(tag));
  if (filled.some(({ code }) => syntax.parses(code) && !syntax.hasStatements(code)))
    return rejected('no-code', 'The code block does nothing: it holds comments, names or values only.');
  if (filled.length > 0 && filled.every(({ code }) => syntax.isForeign(code)))
    return rejected('wrong-language', 'The code is in another language.');
  if (own.length === 0) {
    if (filled.some(({ tag }) => tag === 'diff' || tag === 'patch')) return rejected('no-code', 'The answer is a patch, not a program.');
    return filled.some(({ tag }) => !besideCode.has(tag))
      ? rejected(
          'wrong-language',
          `No code block is in the language that was asked for: ${[...new Set(filled.map(({ tag }) => tag))].join(', ')}.`,
        )
      : rejected('no-code', filled.length > 0 ? 'The only blocks are commands or data.' : 'The code block is empty.');
  }
  if (finish === 'length' && own.at(-1)?.closed === false)
    return rejected('truncated', 'The token limit was reached inside the code block.');
  return own.some(({ code }) => syntax.isForeign(code))
    ? rejected('wrong-language', 'The code is in another language.')
    : rejected('syntax', 'The code does not parse.');
}
