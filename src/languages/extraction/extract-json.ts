import type { Json } from '../../domain/json.ts';
import { fitsSchema } from '../../domain/json-schema.ts';
import type { Reply, ValueExtraction } from '../../ports/language.ts';
import { type FoundJson, findJson } from './find-json.ts';
import { looksLikeRefusal } from './refusal.ts';
import { cleanReply, cutAtEndToken } from './reply-text.ts';

/** Longer replies are cut here, and then count as cut off. */
const maxCharacters = 250_000;

const rejected = (reason: Extract<ValueExtraction, { readonly type: 'rejected' }>['reason'], detail: string): ValueExtraction => ({
  type: 'rejected',
  reason,
  detail,
});

/** The JSON value of a reply: the last that stands apart from sentences, and that fits the schema if there is one. */
export function extractJson(given: Reply, schema?: Json): ValueExtraction {
  const tooLong = given.text.length > maxCharacters;
  const finish = tooLong ? 'length' : given.finish;
  const { text, stillThinking, notes } = cleanReply(`${given.prefill ?? ''}${given.text.slice(0, maxCharacters)}`);
  if (stillThinking) return rejected('truncated', 'The answer ended before the reasoning did.');
  const plain = text.replace(/[\u200b\u2060]/g, '').trim();
  if (cutAtEndToken(plain).trim() === '') return rejected('empty', 'The answer is empty.');
  const { values, open, endToken } = findJson(text);
  if (open !== null)
    return rejected('truncated', finish === 'length' ? 'The token limit was reached inside the JSON.' : 'The JSON does not end.');
  const chosen = choose(values, schema) ?? scalar(plain);
  if (chosen === null) {
    if (looksLikeRefusal(text)) return rejected('refusal', 'The model declined.');
    if (/^\s*(?:[`~]{3,}\w*\s*)?[{[]\s*(?:["'\w]|$)/m.test(text)) return rejected('syntax', 'The JSON cannot be read.');
    return rejected('no-code', 'There is no JSON in the answer.');
  }
  if (finish === 'length' && !endToken && openFence(text, chosen.end))
    return rejected('truncated', 'The token limit was reached inside the block.');
  const parts = [
    values.length > 1
      ? `The last of ${values.length} JSON values${schema === undefined ? '' : ' that fits the schema'}.`
      : 'The JSON of the answer.',
  ];
  if (chosen.mended.length > 0) parts.push(`Mended: ${chosen.mended.join(', ')}.`);
  if (notes.length > 0) parts.push(`Before: ${notes.join(', ')}.`);
  return { type: 'value', value: chosen.value, why: parts.join(' ') };
}

/** Every JSON value of a reply, in order, outside of its reasoning. */
export const jsonIn = (reply: string): readonly Json[] => findJson(cleanReply(reply).text).values.map(({ value }) => value);

function choose(values: readonly FoundJson[], schema: Json | undefined): FoundJson | null {
  const fitting = schema === undefined ? values : values.filter(({ value }) => fitsSchema(value, schema));
  const among = fitting.length > 0 ? fitting : values;
  return (
    among.filter(({ standing }) => standing).at(-1) ?? among.filter(({ mended }) => mended.length === 0).at(-1) ?? among.at(-1) ?? null
  );
}

/** The whole answer as one number, text or word. */
function scalar(text: string): FoundJson | null {
  const inner = /^(?:`{3,}|~{3,})\w*\n([\s\S]*?)\n(?:`{3,}|~{3,})$/.exec(text)?.[1] ?? text;
  try {
    return { value: JSON.parse(inner) as Json, start: 0, end: text.length, standing: true, mended: [] };
  } catch {
    return null;
  }
}

/** The value stands in a fence whose end is missing. */
const openFence = (text: string, end: number): boolean => {
  const fences = (part: string): number => part.match(/^[ \t>]*(?:`{3,}|~{3,})/gm)?.length ?? 0;
  return fences(text.slice(0, end)) % 2 === 1 && fences(text.slice(end)) === 0;
};
