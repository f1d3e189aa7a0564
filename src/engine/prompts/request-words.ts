import { englishOf } from './russian-glossary.ts';

/**
 * The words of a request or signature that say what it is about, each once: identifiers split at humps and
 * underscores, endings cut, Russian programming words as their English ones.
 */
export function requestWords(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const [word] of text
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .matchAll(/\p{L}+/gu)) {
    if (/\p{Script=Cyrillic}/u.test(word)) {
      const english = englishOf(word);
      if (english.length > 0) for (const translated of english) words.add(stem(translated));
      else if (word.length > 3) words.add(word.slice(0, Math.max(4, word.length - 2)));
    } else words.add(stem(word));
  }
  return words;
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
