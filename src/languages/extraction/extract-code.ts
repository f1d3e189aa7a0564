import type { RejectionReason } from '../../domain/candidate.ts';
import type { Contract } from '../../domain/contract.ts';
import type { Extraction, Reply } from '../../ports/language.ts';
import { codeAmongProse, longestPrefix } from './code-region.ts';
import type { CodeSyntax } from './code-syntax.ts';
import { codeFromJson, unwrapLua } from './json-reply.ts';
import { dedent, repair } from './repairs.ts';
import { type Block, findBlocks } from './reply-blocks.ts';
import { cleanReply, cutAtEndToken, looksLikeRefusal, removeStrayTokens } from './reply-text.ts';

/** Longer replies are cut here, and then count as cut off. */
const maxCharacters = 32_000;

/** Takes the program out of a reply. The order of the attempts is the order of the rules of `docs/design` on replies. */
export function extractCode(syntax: CodeSyntax, given: Reply, contract: Contract): Extraction {
  const reply: Reply = given.text.length > maxCharacters ? { ...given, text: given.text.slice(0, maxCharacters), finish: 'length' } : given;
  const prefill = reply.prefill ?? '';
  const fencedPrefill = /(?:```|~~~)/.test(prefill);
  const { text, stillThinking } = cleanReply(fencedPrefill ? joined(prefill, reply.text) : reply.text);
  if (stillThinking) return rejected('truncated', 'The answer ended before the reasoning did.');
  if (isBlank(cutAtEndToken(text))) return rejected('empty', 'The answer is empty.');
  const entry = contract.entry.kind === 'function' ? contract.entry.name : null;
  const search: Search = { syntax, text, entry, finish: reply.finish };
  const steps = [
    () => fromJson(search),
    () => fromBlocks(search),
    () => fromCompletion(search, fencedPrefill ? undefined : reply.prefill),
    () => fromBareText(search),
  ];
  for (const step of steps) {
    const found = step();
    if (found !== null) return found.type === 'code' ? { ...found, code: tidy(found.code) } : found;
  }
  return rejected('no-code', 'There is no program in the answer.');
}

/** The prefill ends where the body starts, and some servers trim the line end that a body begins with. */
const joined = (prefill: string, text: string): string =>
  prefill + (/^[ \t]{2,}\S/.test(text) && !prefill.endsWith('\n') ? '\n' : '') + text;

type Search = { readonly syntax: CodeSyntax; readonly text: string; readonly entry: string | null; readonly finish: Reply['finish'] };

const rejected = (reason: RejectionReason, detail: string): Extraction => ({ type: 'rejected', reason, detail });
const taken = (code: string, why: string): Extraction => ({ type: 'code', code, why });
const isBlank = (text: string): boolean => text.replace(/[\s\u200b\u2060\ufeff]/g, '') === '';
const tidy = (code: string): string => `${code.replace(/^(?:[ \t]*\n)+/, '').trimEnd()}\n`;

/** A program that offers the entry, if one is wanted. */
const suits = ({ syntax, entry }: Search, code: string): boolean =>
  syntax.hasStatements(code) && (entry === null || syntax.offers(code, entry));

function fromJson(search: Search): Extraction | null {
  const { syntax, text, finish } = search;
  const fenced = /^\s*(?:```|~~~)(?:json)?[^\n]*\n(?=\s*\{)([\s\S]*?)(?:\n\s*(?:```|~~~)\s*$|$)/.exec(text);
  const body = cutAtEndToken(fenced?.[1] ?? text);
  const found = codeFromJson(body, (code) => repair(syntax, code) !== null && syntax.hasStatements(repair(syntax, code) ?? ''));
  if (found.type === 'none') return null;
  if (found.type === 'truncated')
    return rejected('truncated', `The JSON object does not end${finish === 'length' ? ': the token limit was reached' : ''}.`);
  const codes = found.codes.map((code) => repair(syntax, code) ?? code);
  const offering = codes.filter((code) => suits(search, code));
  const [first, ...more] = offering.length > 0 ? offering : codes;
  if (first === undefined) return null;
  if (more.length > 0) return rejected('ambiguous', `The JSON object holds ${more.length + 1} different programs.`);
  return search.entry !== null && !suits(search, first) ? entryMissing(search.entry) : taken(first, 'The code of a JSON object.');
}

const entryMissing = (name: string): Extraction => rejected('entry-missing', `No block defines ${name}.`);

function fromBlocks(search: Search): Extraction | null {
  const { syntax, text, entry, finish } = search;
  const all = findBlocks(text, (code) => repair(syntax, code) !== null);
  const fenced = all.filter(({ style, code }) => style === 'fenced' && !isBlank(code));
  const blocks = fenced.length > 0 ? fenced : all.filter(({ style, code }) => style === 'inline' || longEnough(syntax, code));
  if (blocks.length === 0) return null;
  const open = blocks.at(-1)?.closed === false ? blocks.at(-1) : undefined;
  const programs = blocks.filter((block) => block !== open).flatMap((block) => program(search, block) ?? []);
  const chosen = choose(search, programs);
  if (chosen?.type === 'code') return chosen;
  if (open !== undefined) return fromOpenBlock(search, open) ?? chosen ?? rejectBlocks(search, blocks);
  if (chosen !== null) return chosen;
  if (blocks[0]?.style === 'indented') return null;
  return finish === 'length' && entry !== null && programs.length > 0 ? entryMissing(entry) : rejectBlocks(search, blocks);
}

const longEnough = (syntax: CodeSyntax, code: string): boolean => syntax.definitions(dedent(code)).length > 0;

function program({ syntax }: Search, block: Block): string | null {
  const code = repair(syntax, unwrapLua(block.code));
  return code === null || !syntax.hasStatements(code) ? null : code;
}

/** The last program that offers the entry; without an entry the last, unless several stand side by side. */
function choose(search: Search, programs: readonly string[]): Extraction | null {
  const { syntax, entry } = search;
  if (programs.length === 0) return null;
  if (entry !== null) {
    const offering = programs.filter((code) => syntax.offers(code, entry));
    const last = offering.at(-1);
    return last === undefined
      ? entryMissing(entry)
      : taken(last, programs.length > 1 ? `The last of ${programs.length} blocks that defines ${entry}.` : `The block defines ${entry}.`);
  }
  const last = programs.at(-1) ?? '';
  const lastNames = syntax.definitions(last);
  const rival = programs.slice(0, -1).find((code) => {
    const names = syntax.definitions(code);
    return (
      names.length > 0 &&
      lastNames.length > 0 &&
      !names.some((name) => lastNames.includes(name) || mentions(last, name)) &&
      !lastNames.some((name) => mentions(code, name))
    );
  });
  if (rival !== undefined)
    return rejected('ambiguous', `Several blocks stand side by side: ${[...syntax.definitions(rival), ...lastNames].join(', ')}.`);
  return taken(last, programs.length > 1 ? `The last of ${programs.length} blocks.` : 'The only block.');
}

const mentions = (code: string, name: string): boolean => new RegExp(`(?<![\\w.])${name.replace(/\W/g, '\\$&')}(?!\\w)`, 'u').test(code);

/** A fence that never closes: cut off, or whole with its closer forgotten. */
function fromOpenBlock(search: Search, block: Block): Extraction | null {
  const { syntax, entry, finish } = search;
  if (finish === 'length') return isBlank(block.code) ? null : rejected('truncated', 'The token limit was reached inside the code block.');
  if (isBlank(block.code)) return null;
  const body = unwrapLua(cutAtEndToken(block.code));
  const whole = repair(syntax, body) ?? longestPrefix(syntax, body);
  // A shorter beginning is an answer only where what follows is no unfinished code.
  if (whole !== null && (!syntax.incomplete(body) || whole.length === body.length || proseFollows(syntax, body, whole))) {
    return entry !== null && !syntax.offers(whole, entry)
      ? null
      : taken(whole, 'The code block lacks its closing fence, and the code is whole.');
  }
  if (syntax.incomplete(body)) return rejected('truncated', 'The code ends in the middle.');
  return null;
}

const proseFollows = (syntax: CodeSyntax, body: string, code: string): boolean => {
  const rest = body.slice(code.length).trim();
  return (
    rest === '' ||
    (body.slice(code.length).startsWith('\n') &&
      !syntax.codeLine.test(rest.split('\n', 1)[0] ?? '') &&
      /^\p{L}[^=(){}]*\s\p{L}/u.test(rest)) ||
    /^`+$/.test(rest)
  );
};

function rejectBlocks({ syntax, finish }: Search, blocks: readonly Block[]): Extraction {
  const filled = blocks.filter(({ code }) => !isBlank(code));
  const own = filled.filter(({ tag }) => tag === '' || syntax.tags.has(tag));
  if (filled.some(({ code }) => syntax.parses(code) && !syntax.hasStatements(code)))
    return rejected('no-code', 'The code block does nothing.');
  if (filled.length > 0 && filled.every(({ code }) => syntax.isForeign(code)))
    return rejected('wrong-language', 'The code is in another language.');
  if (own.length === 0) {
    return filled.some(({ tag }) => tag === 'diff' || tag === 'patch')
      ? rejected('no-code', 'The answer is a patch, not a program.')
      : rejected(filled.length > 0 ? 'wrong-language' : 'no-code', 'No code block is in the language that was asked for.');
  }
  if (finish === 'length' && own.at(-1)?.closed === false)
    return rejected('truncated', 'The token limit was reached inside the code block.');
  return rejected('syntax', 'The code does not parse.');
}

/** A reply that goes on where the prompt's own code ended. */
function fromCompletion(search: Search, prompt: string | undefined): Extraction | null {
  if (prompt === undefined || prompt === '') return null;
  const { syntax, entry, finish } = search;
  const body = removeStrayTokens(cutAtEndToken(search.text)).replace(/\n\s*(?:```|~~~)[\s\S]*$/, '');
  if (finish === 'length') return rejected('truncated', 'The token limit was reached inside the code.');
  if (entry !== null && suits(search, repair(syntax, body) ?? ''))
    return taken(repair(syntax, body) ?? body, 'The answer repeats the beginning that it was given.');
  // Whole before cut short: a body that lost its indentation leaves a beginning that parses as well.
  const readings = continuations(prompt, body);
  const whole = readings.map((text) => repair(syntax, text)).find((text) => text !== null && suits(search, text));
  const code = whole ?? longest(readings.map((text) => longestPrefix(syntax, text)));
  if (code !== null && code.trimEnd().length > prompt.trimEnd().length && suits(search, code)) {
    return taken(code, 'The beginning that was given, and its continuation.');
  }
  return rejected(
    syntax.incomplete(prompt + body) ? 'truncated' : 'syntax',
    'The beginning that was given and the answer make no program.',
  );
}

/** The one with the most lines, the first of equals. */
function longest(texts: readonly (string | null)[]): string | null {
  const lines = (text: string | null): number => text?.trimEnd().split('\n').length ?? 0;
  return texts.reduce((best, text) => (lines(text) > lines(best) ? text : best), null);
}

/** As it came, and with the indentation that a server trims off the first line. */
function continuations(prompt: string, body: string): readonly string[] {
  const lines = body.replace(/^\n+/, '').split('\n');
  const next = lines.slice(1).find((line) => line.trim() !== '');
  const width = /^[ \t]*/.exec(next ?? '')?.[0] || '    ';
  const gap = prompt.endsWith('\n') ? '' : '\n';
  return [
    prompt + body,
    prompt + gap + lines.join('\n'),
    `${prompt}${gap}${width}${lines.join('\n')}`,
    prompt + gap + lines.map((line) => `    ${line}`).join('\n'),
  ];
}

function fromBareText(search: Search): Extraction | null {
  const { syntax, finish, entry } = search;
  const text = search.text.replace(/\n?[ \t]*(?:```|~~~)\s*(?:<[\s\S]*)?$/, '');
  const whole = repair(syntax, unwrapLua(text));
  const code = whole !== null && syntax.hasStatements(whole) ? whole : codeAmongProse(syntax, removeStrayTokens(cutAtEndToken(text)));
  const closed = search.text.length > text.length && /(?:```|~~~)/.test(search.text.slice(text.length));
  if (code !== null) {
    if (finish === 'length' && !closed) return rejected('truncated', 'The token limit was reached inside the code.');
    return entry !== null && !syntax.offers(code, entry) ? entryMissing(entry) : taken(code, 'The answer is code without a fence.');
  }
  const startsCode = text.split('\n').some((line) => syntax.codeLine.test(line));
  if (startsCode && (finish === 'length' || syntax.incomplete(text))) return rejected('truncated', 'The code ends in the middle.');
  if (looksLikeRefusal(text)) return rejected('refusal', 'The model declined.');
  if (syntax.isForeign(text) && /\n/.test(text.trim())) return rejected('wrong-language', 'The code is in another language.');
  return startsCode ? rejected('syntax', 'The code does not parse.') : null;
}
