export type SignatureShape = { readonly name: string; readonly parameters: number };

/** Name and number of parameters of a line such as `def f(xs: list[int]) -> int` or `function f(a, b)`; null for any other text. */
export function signatureShape(line: string): SignatureShape | null {
  const found = /([\p{L}_][\p{L}\p{N}_]*)\s*\((.*)$/u.exec(line);
  if (found === null) return null;
  const [, name = '', rest = ''] = found;
  let depth = 0;
  let parameters = 0;
  let blank = true;
  for (const char of rest) {
    if (')]}>'.includes(char) && depth === 0) break;
    if ('([{<'.includes(char)) depth += 1;
    else if (')]}>'.includes(char)) depth -= 1;
    else if (char === ',' && depth === 0) {
      parameters += blank ? 0 : 1;
      blank = true;
      continue;
    }
    if (char.trim() !== '') blank = false;
  }
  return { name, parameters: parameters + (blank ? 0 : 1) };
}

const plainName = (name: string): string => name.replaceAll('_', '').toLowerCase();

/**
 * `same`: name (but for case and underscores) and number of parameters are alike; `differs`: they take another number of arguments,
 * so that one cannot stand for the other; null where nothing follows.
 */
export function compareSignatures(one: string | null | undefined, other: string | null | undefined): 'same' | 'differs' | null {
  const a = one == null ? null : signatureShape(one);
  const b = other == null ? null : signatureShape(other);
  if (a === null || b === null) return null;
  if (a.parameters !== b.parameters) return 'differs';
  return plainName(a.name) === plainName(b.name) ? 'same' : null;
}
