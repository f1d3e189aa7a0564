import { contentWords } from './content-words.ts';
import { inLatinLetters } from './latin-letters.ts';
import { cut } from './short-text.ts';

const longestName = 64;
export const longestTitle = 80;
export const longestDescription = 1024;
const nameWords = 4;

/** A folder name out of any text: at most 64 of a–z, 0–9 and `-`; empty when nothing of it can be written so. */
export function slug(text: string): string {
  const plain = inLatinLetters(text)
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f']/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-');
  return plain.replace(/^-+/, '').slice(0, longestName).replace(/-+$/, '');
}

/** The name itself, or with the first number behind it that makes it free. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let number = 2; ; number += 1) {
    const suffix = `-${number}`;
    const tried = `${name.slice(0, longestName - suffix.length).replace(/-+$/, '')}${suffix}`;
    if (!taken.has(tried)) return tried;
  }
}

export type SkillName = { readonly name: string; readonly title: string; readonly description: string };

/** Title and description are the request's own words; the name is the first of them, in Latin letters. */
export function nameByRules(request: string, taken: ReadonlySet<string>): SkillName {
  const text = request.replaceAll(/\s+/g, ' ').trim();
  const sentence = /^.*?[.!?](?=\s|$)/u.exec(text)?.[0] ?? text;
  return {
    name: freeName(slug(wordsForName(sentence).slice(0, nameWords).join('-')) || 'skill', taken),
    title: cut(sentence.replace(/[.!?]$/u, ''), longestTitle),
    description: cut(text, longestDescription),
  };
}

/** Whole words, so that a name is not cut to word stems; where there are Latin ones beside others, these alone. */
function wordsForName(sentence: string): readonly string[] {
  const spoken = (sentence.replaceAll(/['’]/gu, '').match(/\p{L}+/gu) ?? []).filter((word) => contentWords(word).length > 0);
  const ofLatin = spoken.filter((word) => /\p{Script=Latin}/u.test(word));
  return ofLatin.length > 1 ? ofLatin : spoken;
}
