import { requestWords } from '../prompts/request-words.ts';

const longestName = 64;
const longestTitle = 80;
const longestDescription = 1024;
const nameWords = 5;

/** Words that say nothing of what a program does. */
const fillers = new Set(
  'a an the of for to from in on at by with and or that this which is are be it its as into write make create function program script give given return compute please i me my we want need'.split(
    ' ',
  ),
);

/** A folder name out of any text: 1 to 64 of a–z, 0–9 and `-`; empty when nothing of it can be written so. */
export function slug(text: string): string {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
  return plain.slice(0, longestName).replaceAll(/^-+|-+$/g, '');
}

/** The name itself or with the first number behind it that makes it free. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let number = 2; ; number += 1) {
    const suffix = `-${number}`;
    const tried = `${name.slice(0, longestName - suffix.length).replace(/-+$/, '')}${suffix}`;
    if (!taken.has(tried)) return tried;
  }
}

/** Name, title and description from the words of the request itself; the name in English as far as the glossary goes. */
export function nameByRules(request: string, taken: ReadonlySet<string>): { name: string; title: string; description: string } {
  const text = request.replaceAll(/\s+/g, ' ').trim();
  const sentence = /^.*?[.!?](?=\s|$)/u.exec(text)?.[0] ?? text;
  const said = slug(sentence)
    .split('-')
    .filter((word) => word !== '' && !fillers.has(word));
  const latin = said.length >= 2 ? said : [...requestWords(sentence)].map(slug).filter((word) => word !== '' && !fillers.has(word));
  const name = slug(latin.slice(0, nameWords).join('-')) || 'skill';
  return {
    name: freeName(name, taken),
    title: cut(sentence.replace(/[.!?]$/u, ''), longestTitle),
    description: cut(text, longestDescription),
  };
}

/** Within `most` UTF-16 units, ended at a word where one ends near. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const room = text.slice(0, most - 1);
  const space = room.lastIndexOf(' ');
  return `${(space > most / 2 ? room.slice(0, space) : room).replace(/[\uD800-\uDBFF]$/u, '')}…`;
}
