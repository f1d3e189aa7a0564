/** Marks that end an answer, or open another turn; what follows the first one is not the answer. */
const endTokens =
  /<\|(?:im_end|im_start|im_sep|eot_id|eom_id|end\w*|END\w*|eos|eo\w_id|assistant|user|system|start_header_id|return|call|file_separator|EOT|start_of_role)\|>|<\/?s>|<(?:end|start)_of_turn>|<eos>|<\|?end_of_(?:text|sentence|document)\|?>|<[｜|](?:end▁of▁sentence|begin▁of▁sentence|User|Assistant|EOT)[｜|]>|\[\/?INST\]|<EOT>|<\/?\|im_end\|>|(?<=\n)### (?:Instruction|Human|User):/;

/** Marks that stand in the middle of an answer and mean nothing. */
const strayTokens =
  /<\/?fim[_-](?:prefix|middle|suffix|pad)>|<[｜|]fim[_▁-]?(?:prefix|middle|suffix|begin|hole|end|pad)[｜|]>|<\|(?:cursor|begin_of_text|python_tag|startoftext|begin_of_solution|START_(?:RESPONSE|TEXT)|user_cursor(?:_is_here)?)\|>|▁?<(?:PRE|SUF|MID)>|<(?:bos|pad|unk)>|<\|CURSOR\|>/g;

const strayRow = new RegExp(`(?:${strayTokens.source})(?:[ \\t]*(?:${strayTokens.source}))*`, 'g');

export const removeStrayTokens = (text: string): string => text.replace(strayRow, '');

export const endTokenAt = (text: string): number => text.search(endTokens);

export const cutAtEndToken = (text: string): string => {
  const at = endTokenAt(text);
  return at < 0 ? text : text.slice(0, at);
};

/** `notes`: what was taken away, for people. */
export type CleanReply = { readonly text: string; readonly stillThinking: boolean; readonly notes: readonly string[] };

const thinkingWords = 'think|thinking|thought|thoughts|reasoning|scratchpad|analysis|reflection|seed:think';
const opening = new RegExp(`<(${thinkingWords})>|\\[(THINK)\\]|◁(think)▷|<\\|begin_of_thought\\|>|<\\|START_THINKING\\|>`, 'gi');
const closing = new RegExp(`</(?:${thinkingWords})>|\\[/THINK\\]|◁/think▷|<\\|end_of_thought\\|>|<\\|END_THINKING\\|>`, 'gi');

/** Line ends, byte order mark, reasoning and a leaked role word: everything around the answer that is not of it. */
export function cleanReply(raw: string): CleanReply {
  const notes: string[] = [];
  let text = raw.replace(/^[\s\u200b]*\ufeff/, '').replace(/\r\n?/g, '\n');
  text = text.replace(/^\s*(?:<\|begin_of_text\|>|<s>|<bos>|<[｜|]begin▁of▁sentence[｜|]>)+/, '');
  // A prompt that the model repeats.
  text = text.replace(/^\s*(?:\[INST\][\s\S]*?)?\[\/INST\][ \t]*/, '');
  text = withoutRole(text, notes);
  const final = /<\|channel\|>final(?: [^<]*)?<\|message\|>/.exec(text);
  if (final !== null) {
    text = text.slice(final.index + final[0].length);
    notes.push('reasoning was skipped');
  } else if (/^\s*<\|channel\|>(?:analysis|commentary)\b/.test(text)) return { text: '', stillThinking: true, notes };
  const answer = withoutReasoning(text);
  if (answer === null) return { text: '', stillThinking: true, notes };
  if (answer !== text) notes.push('reasoning was skipped');
  text = withoutRole(answer, notes);
  // A token glued to a closing fence hides that it closes.
  text = text.replace(/^([ \t>]*(?:`{3,}|~{3,}))[ \t]*(?=<[|｜/a-z])/gm, '$1\n');
  text = withLinesForFences(text);
  return { text, stillThinking: false, notes };
}

function withoutRole(text: string, notes: string[]): string {
  const start =
    /^\s*(?:<\|(?:im_start|start_header_id|start|start_of_role)\|>|<\|(?:assistant|end_header_id)\|>|<start_of_turn>|<[｜|]Assistant[｜|]>)+/.exec(
      text,
    );
  const rest = text.slice(start?.[0].length ?? 0);
  // Without a token in front, the word has a line for itself.
  const word = (
    start === null
      ? /^\s*(?:#{1,4}\s*)?(?:assistant|ассистент|model|response|ответ ассистента)(?:<\|(?:end_header_id|message|im_sep)\|>|[ \t]*:?[ \t]*\n)/i
      : /^\s*(?:assistant|model)?[ \t]*(?:<\|(?:end_header_id|message|im_sep|end_of_role)\|>|\n|$)?/i
  ).exec(rest);
  if (start === null && word === null) return text;
  notes.push('a leaked role mark was dropped');
  return rest.slice(word?.[0].length ?? 0);
}

/** Blocks of reasoning that are taken out one after the other. */
const mostBlocks = 32;

/** The text without blocks of reasoning; null when the reasoning never ended. Tags inside of fences are data. */
function withoutReasoning(given: string): string | null {
  let text = given;
  for (let count = 0; count < mostBlocks; count += 1) {
    const fences = fenceLines(text);
    const block = firstMatch(opening, text, (at) => lineBegins(text, at) && !isInside(fences, at));
    if (block === null) break;
    const end = firstMatch(closing, text, (at) => at > block.index);
    const before = text.slice(0, block.index);
    if (end === null) return before.trim() === '' ? null : before;
    text = before + afterMark(text, end.index + end[0].length);
  }
  // The opening tag may sit in the prompt: then only the end of the reasoning shows.
  const fences = fenceLines(text);
  let after = 0;
  for (const match of text.matchAll(closing)) {
    if (endsReasoning(text, match.index, match[0].length, fences)) after = match.index + match[0].length;
  }
  return after === 0 ? text : afterMark(text, after);
}

/** What stands behind a mark, from its own line on if the mark's line ends there. */
const afterMark = (text: string, at: number): string => text.slice(at).replace(/^[ \t]*\n+/, '');

function firstMatch(pattern: RegExp, text: string, fits: (at: number) => boolean): RegExpExecArray | null {
  for (const match of text.matchAll(pattern)) if (fits(match.index)) return match;
  return null;
}

function lineBegins(text: string, at: number): boolean {
  let before = at - 1;
  while (text[before] === ' ' || text[before] === '\t') before -= 1;
  return before < 0 || text[before] === '\n';
}

function endsReasoning(text: string, at: number, length: number, fences: readonly number[]): boolean {
  const rest = text.slice(at + length, at + length + 200);
  const alone = lineBegins(text, at) || /^[ \t]*(?:\n|$)/.test(rest) || /^\s*(?:[{[<]|`{3}|~{3})/.test(rest);
  // Reasoning can leave a fence open; a tagged fence or an object right behind it begins the answer.
  return alone && (!isInside(fences, at) || /^\s*(?:(?:`{3,}|~{3,})[ \t]*\w|\{)/.test(rest));
}

/** Offsets of the lines that open or close a fence. */
const fenceLines = (text: string): readonly number[] => [...text.matchAll(/^[ \t>]*(?:`{3,}|~{3,})/gm)].map(({ index }) => index);

function isInside(fences: readonly number[], at: number): boolean {
  const after = fences.findIndex((index) => index >= at);
  return (after < 0 ? fences.length : after) % 2 === 1;
}

/** A fence that opens at the end of a line of prose gets a line of its own; comments of code show fences in the same way. */
function withLinesForFences(text: string): string {
  if (!text.includes('```')) return text;
  const fences = fenceLines(text);
  return text.replace(/(?<!`)`{3,}[\w+-]*[ \t]*$/gm, (opener, at: number) => {
    const before = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
    if (/^[\s>]*$|[`>]\s*$/.test(before) || notProse.test(before) || isInside(fences, at)) return opener;
    return `\n${opener}`;
  });
}

/** A list's mark alone, a comment of code, or the middle of a literal. */
const notProse = /^[\s>]*(?:[-*+]|\d+[.)])[ \t]*$|^\s*(?:\*\s|\/\/|--|#|>)|[=([,]\s*["'`][^"'`]*$|`/;
