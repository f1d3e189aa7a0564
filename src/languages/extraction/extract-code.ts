import type { Contract } from '../../domain/contract.ts';
import type { Extraction, Reply } from '../../ports/language.ts';
import type { CodeSyntax } from './code-syntax.ts';
import { fromBareText, fromLoneCloser } from './from-bare-text.ts';
import { fromBlocks } from './from-blocks.ts';
import { fromCompletion } from './from-completion.ts';
import { fromJson, fromJsonAmongProse } from './from-json.ts';
import { cleanReply, cutAtEndToken, looksLikeRefusal } from './reply-text.ts';
import { isBlank, rejected, startSearch } from './search.ts';

/** Longer replies are cut here, and then count as cut off. */
const maxCharacters = 250_000;

/** Takes the program out of a reply. Each step is surer of the program's bounds than the one after it. */
export function extractCode(syntax: CodeSyntax, given: Reply, contract: Contract): Extraction {
  const reply: Reply = given.text.length > maxCharacters ? { ...given, text: given.text.slice(0, maxCharacters), finish: 'length' } : given;
  const prefill = reply.prefill ?? '';
  const joinsPrefill = /(?:```|~~~|^\s*[{[])/.test(prefill);
  const { text, stillThinking, notes } = cleanReply(joinsPrefill ? joined(prefill, reply.text) : reply.text);
  if (stillThinking) return rejected('truncated', 'The answer ended before the reasoning did.');
  if (isBlank(cutAtEndToken(text)))
    return rejected('empty', notes.length > 0 ? `The answer is empty: ${notes.join(', ')}.` : 'The answer is empty.');
  const entry = contract.entry.kind === 'function' ? contract.entry.name : null;
  const search = startSearch(syntax, text, entry, reply.finish);
  const prompt = joinsPrefill ? undefined : reply.prefill;
  const blocks = fromJson(search) ?? fromLoneCloser(search) ?? fromBlocks(search);
  // A body alone in a fence parses only behind the prompt's own beginning.
  const found =
    blocks?.type === 'code' || (blocks?.type === 'rejected' && (prompt === undefined || prompt === '' || blocks.reason === 'truncated'))
      ? blocks
      : (fromCompletion(search, prompt) ??
        blocks ??
        fromJsonAmongProse(search, 'standing') ??
        fromBareText(search) ??
        fromJsonAmongProse(search, 'all'));
  if (found === null) {
    const quoted = quotedReply(text);
    if (quoted !== null) return extractCode(syntax, { ...reply, text: quoted }, contract);
  }
  const result = found ?? nothing(text);
  return result.type === 'code' && notes.length > 0 ? { ...result, why: `${result.why} Before: ${notes.join(', ')}.` } : result;
}

const nothing = (text: string): Extraction =>
  looksLikeRefusal(text) ? rejected('refusal', 'The model declined.') : rejected('no-code', 'There is no program in the answer.');

/** The reply is one JSON text that holds the real reply. */
function quotedReply(text: string): string | null {
  if (!/^\s*"[\s\S]*"\s*$/.test(text)) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}

/** The prefill ends where the body starts, and some servers trim the line end that a body begins with. */
const joined = (prefill: string, text: string): string =>
  prefill + (/^[ \t]{2,}\S/.test(text) && !prefill.endsWith('\n') ? '\n' : '') + text;
