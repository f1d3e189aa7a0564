import { nearest } from '../domain/nearest-name.ts';

/** What is written instead of a method of another language, by its name. */
export type ForeignNames = Readonly<Record<string, string>>;

/** One sentence for an attribute that a value does not have. */
export function attributeHint(name: string, foreign: ForeignNames, known: readonly string[], fallback: string): string {
  const instead = Object.hasOwn(foreign, name) ? foreign[name] : undefined;
  if (instead !== undefined) return `Use ${instead}.`;
  const meant = nearest(name, known);
  return meant === null ? fallback : `Did you mean ${meant}?`;
}

/** A line that begins with a mistyped keyword: one word, and another right behind it. Null for any other line. */
export function keywordHint(line: string, keywords: readonly string[]): string | null {
  const word = /^\s*([A-Za-z]{3,})\s+[\w"'`({[]/.exec(line)?.[1];
  if (word === undefined || keywords.includes(word)) return null;
  const meant = nearest(
    word,
    keywords.filter((keyword) => keyword[0] === word[0] && Math.abs(keyword.length - word.length) < 2),
  );
  return meant === null ? null : `Did you mean ${meant}?`;
}
