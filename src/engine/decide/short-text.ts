/** Control and invisible characters, line ends and runs of white space as one space each. */
export const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();

/** Within `most` UTF-16 units, ended at a word where one ends near. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const room = text.slice(0, most - 1);
  const space = room.lastIndexOf(' ');
  return `${(space > most / 2 ? room.slice(0, space) : room).replace(/[\uD800-\uDBFF]$/u, '')}…`;
}
