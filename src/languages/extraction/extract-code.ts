import type { Contract } from '../../domain/contract.ts';
import type { Extraction, Reply } from '../../ports/language.ts';
import type { CodeSyntax } from './code-syntax.ts';
import { fromBareText, fromLoneCloser, fromWholeText } from './from-bare-text.ts';
import { fromBlocks } from './from-blocks.ts';
import { fromCompletion } from './from-completion.ts';
import { fromJson, fromJsonAmongProse } from './from-json.ts';
import { withFences } from './other-fences.ts';
import { looksLikeRefusal } from './refusal.ts';
import { cleanReply, cutAtEndToken } from './reply-text.ts';
import { isBlank, rejected, type Search, startSearch } from './search.ts';
import { taggedParts } from './tagged-parts.ts';

/** Longer replies are cut here, and then count as cut off. */
const maxCharacters = 250_000;

/** Takes the program out of a reply. Each step is surer of the program's bounds than the one after it. */
export const extractCode = (syntax: CodeSyntax, given: Reply, contract: Contract): Extraction =>
  extractFrom(syntax, given, contract, mostLayers);

/** Wrappings inside of each other that are taken off: each can hold several parts. */
const mostLayers = 2;

function extractFrom(syntax: CodeSyntax, given: Reply, contract: Contract, layers: number): Extraction {
  const reply: Reply = given.text.length > maxCharacters ? { ...given, text: given.text.slice(0, maxCharacters), finish: 'length' } : given;
  const prefill = reply.prefill ?? '';
  const joinsPrefill = /(?:```|~~~|^\s*[{[])/.test(prefill);
  const { text, stillThinking, notes } = cleanReply(withFences(joinsPrefill ? joined(prefill, reply.text) : reply.text));
  if (stillThinking) return rejected('truncated', 'The answer ended before the reasoning did.');
  if (isBlank(cutAtEndToken(text)))
    return rejected('empty', notes.length > 0 ? `The answer is empty: ${notes.join(', ')}.` : 'The answer is empty.');
  const entry = contract.entry.kind === 'function' ? contract.entry.name : null;
  const search = startSearch(syntax, text, entry, reply.finish);
  const prompt = joinsPrefill ? undefined : reply.prefill;
  const blocks = fromWholeText(search) ?? fromJson(search) ?? fromLoneCloser(search) ?? fromBlocks(search);
  // A body alone in a fence parses only behind the prompt's own beginning.
  const found =
    blocks?.type === 'code' || (blocks?.type === 'rejected' && (prompt === undefined || prompt === '' || blocks.reason === 'truncated'))
      ? blocks
      : (fromCompletion(search, prompt) ??
        blocks ??
        fromJsonAmongProse(search, 'standing') ??
        fromBareText(search) ??
        fromJsonAmongProse(search, 'all'));
  if (found === null && layers > 0) {
    for (const inner of [...quotedReplies(text), ...taggedParts(text)]) {
      const result = extractFrom(syntax, { text: inner, finish: reply.finish }, contract, layers - 1);
      if (result.type === 'code' || result.reason === 'truncated') return result;
    }
  }
  const result = found ?? nothing(search);
  return result.type === 'code' && notes.length > 0 ? { ...result, why: `${result.why} Before: ${notes.join(', ')}.` } : result;
}

function nothing({ text, finish, json }: Search): Extraction {
  if (looksLikeRefusal(text)) return rejected('refusal', 'The model declined.');
  if (json(text).open !== null) return rejected('truncated', 'The JSON of the answer does not end.');
  return finish === 'length' && cutAtEndToken(text) === text
    ? rejected('truncated', 'The token limit was reached before any program.')
    : rejected('no-code', 'There is no program in the answer.');
}

/** The reply is one JSON text that holds the real reply, with its quotes or without them. */
function quotedReplies(text: string): readonly string[] {
  const source = text.trim();
  const quoted = source.startsWith('"') && source.endsWith('"') ? source : /^\{\s*\\"/.test(source) ? `"${source}"` : null;
  if (quoted === null) return [];
  try {
    const value: unknown = JSON.parse(quoted.replaceAll('\n', '\\n'));
    return typeof value === 'string' ? [value] : [];
  } catch {
    return [];
  }
}

/** The prefill ends where the body starts, and some servers trim the line end that a body begins with. */
const joined = (prefill: string, text: string): string =>
  prefill + (/^[ \t]{2,}\S/.test(text) && !prefill.endsWith('\n') ? '\n' : '') + text;
