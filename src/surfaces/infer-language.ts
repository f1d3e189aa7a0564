import type { LanguageId } from '../domain/contract.ts';

// `\b` knows no Cyrillic, so the words are delimited by hand.
const word = (alternatives: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}_])(?:${alternatives})(?![\\p{L}\\p{N}_])`, 'iu');

const named: readonly (readonly [LanguageId, RegExp])[] = [
  ['lua', word('lua|luajit|луа|lua-(?:функци\\p{L}*|скрипт\\p{L}*)')],
  ['typescript', word('typescript|тайпскрипт\\p{L}*')],
  ['javascript', word('javascript|node\\.?js|ecmascript|джаваскрипт\\p{L}*|яваскрипт\\p{L}*')],
  ['python', word('python3?|pytest|питон\\p{L}*|пайтон\\p{L}*')],
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
  const mentions = named
    .map(([language, pattern]) => ({ language, at: request.task.search(pattern) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at);
  const [first] = mentions;
  const bySignature = request.signature === undefined ? null : bySyntax(request.signature);
  // `function f(n)` begins a function in all three.
  const open = bySignature === 'lua' && !/^\s*local\b/.test(request.signature ?? '');
  if (open && (first?.language === 'javascript' || first?.language === 'typescript')) return first.language;
  if (bySignature !== null) return bySignature;
  if (first !== undefined) return first.language;
  const byTask = bySyntax(request.task);
  if (byTask !== null) return byTask;
  return (request.examples ?? []).map(byLiterals).find((language) => language !== null) ?? null;
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
