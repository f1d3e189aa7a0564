/** Marks that end an answer, or open another turn; what follows the first one is not the answer. */
const endTokens =
  /<\|(?:im_end|im_start|eot_id|eom_id|end_of_text|endoftext|end|eos|assistant|user|system|start_header_id|return|file_separator)\|>|<\/s>|<s>|<end_of_turn>|<start_of_turn>|<｜(?:end▁of▁sentence|User|Assistant)｜>|\[\/?INST\]|<EOT>|<\|EOT\|>/;

/** Marks that stand in the middle of an answer and mean nothing. */
const strayTokens =
  /<\/?fim_(?:prefix|middle|suffix)>|<\|(?:fim_(?:prefix|middle|suffix)|cursor|begin_of_text|python_tag)\|>|<(?:PRE|SUF|MID)>|▁<(?:PRE|SUF|MID)>/g;

export const removeStrayTokens = (text: string): string => text.replace(strayTokens, '');

export const endTokenAt = (text: string): number => text.search(endTokens);

export const cutAtEndToken = (text: string): string => {
  const at = endTokenAt(text);
  return at < 0 ? text : text.slice(0, at);
};

export type CleanReply = { readonly text: string; readonly stillThinking: boolean };

/** Line ends, byte order mark, reasoning and a leaked role word: everything around the answer that is not of it. */
export function cleanReply(raw: string): CleanReply {
  let text = raw.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  text = text.replace(/^\s*(?:<\|(?:im_start|start_header_id|start)\|>|<\|assistant\|>)/, '');
  text = text.replace(/^\s*(?:assistant|ассистент)(?:<\|(?:end_header_id|message)\|>|\s*:)?\s*\n/i, '');
  const final = /<\|channel\|>final<\|message\|>/.exec(text);
  if (final !== null) text = text.slice(final.index + final[0].length);
  for (;;) {
    const opening = /^\s*<(think|thinking|thought|reasoning|scratchpad)>/.exec(text);
    if (opening === null) break;
    const close = text.indexOf(`</${opening[1]}>`);
    if (close < 0) return { text: '', stillThinking: true };
    text = text.slice(close + `</${opening[1]}>`.length);
  }
  const orphan = /^(?:(?!<think>)[\s\S])*?(?:^|\n)?<\/think>[ \t]*(?=\n|$)/.exec(text);
  if (orphan !== null && !isInsideFence(text, orphan[0].length)) text = text.slice(orphan[0].length);
  // A token glued to a closing fence hides that it closes.
  text = text.replace(/^([ \t]*(?:`{3,}|~{3,}))[ \t]*(?=<)/gm, '$1\n');
  return { text, stillThinking: false };
}

function isInsideFence(text: string, at: number): boolean {
  return (text.slice(0, at).match(/^[ \t]*(?:`{3,}|~{3,})/gm) ?? []).length % 2 === 1;
}

const refusal =
  /\b(?:can(?:no|')?t|cannot|can not|won't|unable to|not able to)\s+(?:\w+\s+){0,3}(?:assist|help|comply|provide|do that|fulfil|fulfill|create|write|generate)|\bI must decline|не (?:могу|можем|буду|в состоянии)\s+(?:\S+\s+){0,2}(?:выполнить|помочь|написать|предоставить|сделать|ответить)|вынужден[аы]? отказать/iu;

export const looksLikeRefusal = (text: string): boolean => refusal.test(text);
