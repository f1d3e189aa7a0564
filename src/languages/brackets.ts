/** Offset of the bracket that closes the one at `open`, past quoted text; -1 when nothing within `most` characters does. */
export function closingBracket(text: string, open: number, most = Number.POSITIVE_INFINITY): number {
  let depth = 0;
  let quote = '';
  const end = Math.min(text.length, open + most);
  for (let at = open; at < end; at += 1) {
    const character = text[at] ?? '';
    if (quote !== '') {
      if (character === '\\') at += 1;
      else if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if ('([{'.includes(character)) depth += 1;
    else if (')]}'.includes(character)) {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return -1;
}

/** A header of more characters, or behind so many others, is not looked for: a request must not cost more than it is worth. */
const mostHeaderCharacters = 2000;
const mostHeaders = 50;

/** Places where a header begins, the last first, with the offset of the bracket that closes its parameters. */
export function headersFromLast(text: string, opening: RegExp): readonly { readonly at: number; readonly close: number }[] {
  return [...text.matchAll(opening)]
    .slice(-mostHeaders)
    .reverse()
    .flatMap((match) => {
      const close = closingBracket(text, match.index + match[0].length - 1, mostHeaderCharacters);
      return close < 0 ? [] : [{ at: match.index, close }];
    });
}
