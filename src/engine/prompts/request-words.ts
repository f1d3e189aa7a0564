import { relatedWords } from './related-words.ts';
import { englishOf } from './russian-glossary.ts';

/**
 * The words of a request or signature that say what it is about, each once and stemmed: identifiers split at humps and
 * underscores, Russian programming words as their English ones.
 */
export function requestWords(text: string): ReadonlySet<string> {
  return new Set(plainWords(text).map(stem));
}

/** The words that programs for the notions of a request are described with, stemmed, without the request's own. */
export function wordsRelatedTo(text: string): ReadonlySet<string> {
  const own = requestWords(text);
  const near = plainWords(text).flatMap((word) => [...relatedWords(word), ...relatedWords(word.replace(/s$/u, ''))]);
  return new Set(near.map(stem).filter((word) => !own.has(word)));
}

function plainWords(text: string): readonly string[] {
  const split = text.replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2').toLowerCase();
  return [...split.matchAll(/\p{L}+/gu)].flatMap(([word]) => {
    if (!/\p{Script=Cyrillic}/u.test(word)) return [word];
    const english = englishOf(word);
    if (english !== null) return [english];
    return word.length > 3 ? [word.slice(0, Math.max(4, word.length - 2))] : [];
  });
}

/** Light stemming: plural, -ing, -ed and a doubled or silent last letter, so that `counts`, `counting` and `count` meet. */
function stem(word: string): string {
  if (word.length <= 3) return word;
  const bare = word
    .replace(/ies$/u, 'y')
    .replace(/(ss|sh|ch|x)es$/u, '$1')
    .replace(/([^su])s$/u, '$1')
    .replace(/(?<=[aeiou][a-z]+)(?:ing|ed|er|est)$/u, '');
  return bare.replace(/([^aeiouls])\1$/u, '$1').replace(/(?<=[a-z]{3})e$/u, '');
}
