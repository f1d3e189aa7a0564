import type { LanguageId } from '../domain/contract.ts';
import { phraseEnd, wholeWord, wordStart, writtenThings } from './request-words.ts';

/**
 * `js` and `ts` are names of files, fields and time stamps too: they are a language before a thing that is written, after a word that
 * says so, and at the beginning of a request. What looks back over blanks comes behind the name: else each blank would do it.
 */
const shortName = (name: string): string =>
  `(?<=${wordStart}(?:на|языке)\\s)${name}|(?<=${wordStart}(?:in|using)\\s)${name}${phraseEnd}|` +
  `(?<![.\\/-])${name}(?=[\\s-]+(?:${writtenThings})(?!\\p{L}))|` +
  `${name}(?<=^\\s*${name})(?=\\s*:\\s|\\s+(?!(?:is|are|has|holds|contains|and|or|should|must|values?)\\s)\\p{L})`;

const named: readonly (readonly [LanguageId, RegExp])[] = [
  ['lua', wholeWord('lua|luajit|луа|lua-(?:функци\\p{L}*|скрипт\\p{L}*)')],
  ['typescript', wholeWord(`typescript|тайпскрипт\\p{L}*|${shortName('ts')}`)],
  ['javascript', wholeWord(`javascript|node\\.?js|ecmascript|джаваскрипт\\p{L}*|яваскрипт\\p{L}*|${shortName('js')}`)],
  ['python', wholeWord('python3?|pytest|питон\\p{L}*|пайтон\\p{L}*')],
];

/**
 * The language of a request by plain rules: a signature's or an example's syntax first, then the first language that the
 * text names, in English or Russian. Null when nothing says it.
 */
export function inferLanguage(request: {
  readonly task: string;
  readonly signature?: string;
  readonly examples?: readonly string[];
}): LanguageId | null {
  const first = firstNamed(request.task);
  const bySignature = request.signature === undefined ? null : bySyntax(request.signature);
  // `function f(n)` begins a function in all three.
  const open = bySignature === 'lua' && !/^\s*local\b/.test(request.signature ?? '');
  if (open && (first === 'javascript' || first === 'typescript')) return first;
  if (bySignature !== null) return bySignature;
  if (first !== null) return first;
  const byTask = bySyntax(request.task);
  if (byTask !== null) return byTask;
  return (request.examples ?? []).map(byLiterals).find((language) => language !== null) ?? null;
}

/** What the words and the code of a request say its language is, examples apart. */
export const languageOfWords = (task: string): LanguageId | null => firstNamed(task) ?? bySyntax(task);

function firstNamed(task: string): LanguageId | null {
  const mentions = named
    .map(([language, pattern]) => ({ language, at: task.search(pattern) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at);
  return mentions[0]?.language ?? null;
}

// A caller's text may be long and hostile: no pattern may look from each of its places to its end, so what stands between brackets holds
// none of the same kind.
function bySyntax(text: string): LanguageId | null {
  if (/(?:^|[\s`])(?:async\s+)?def\s+\w+\s*\(|(?:^|\n)[ \t]*>>> /.test(text)) return 'python';
  if (
    /(?:^|[\s`])function(?:\s+[\w.]+)?\s*(?:<[^<>()]*>)?\([^()]*:\s*\w|(?:^|[\s`])function\s+\w+\s*\([^()]*\)\s*:\s*[\w[{]|\([^()]*:\s*[\w[\]<>]+\s*\)\s*(?::\s*[\w[\]<>]+\s*)?=>/.test(
      text,
    )
  )
    return 'typescript';
  if (
    /(?:^|[\s`])async\s+function\b|(?:^|[\s`])function\s*\*|(?:^|[\s`])function\s+[\w.$]+\s*\([^()]*\)\s*\{|(?:^|[\s`])(?:const|let)\s+\w+\s*=\s*(?:async\s*)?\(/.test(
      text,
    )
  )
    return 'javascript';
  if (/(?:^|[\s`])(?:local\s+)?function\s+[\w.:]+\s*\(/.test(text)) return 'lua';
  return null;
}

function byLiterals(example: string): LanguageId | null {
  if (/(?<![\w"'])(?:None|True|False)(?![\w"'])|\braises\s+[A-Z]\w*(?:Error|Exception)/.test(example)) return 'python';
  if (/===|!==|(?<![\w"'])undefined(?![\w"'])|\bthrows\s+[A-Z]\w*Error|\bnew\s+(?:Map|Set)\(/.test(example)) return 'javascript';
  if (/(?<![\w"'])nil(?![\w"'])|~=|(?:==|->)\s*\{/.test(example)) return 'lua';
  return null;
}
