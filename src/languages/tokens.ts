/** A piece of source text. Together the tokens are the whole text; `closed` is false for a literal that the text's end cut. */
export type Token = {
  readonly kind: 'word' | 'number' | 'symbol' | 'string' | 'comment' | 'newline' | 'space';
  readonly text: string;
  readonly start: number;
  readonly closed: boolean;
};

type Rule = { readonly kind: Token['kind']; readonly pattern: RegExp; readonly open?: RegExp };

/** Cuts a text by rules of sticky patterns, first match wins; whatever matches none becomes a symbol of one character. */
export function tokenize(source: string, rules: readonly Rule[]): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < source.length) {
    let found: { kind: Token['kind']; text: string; closed: boolean } | null = null;
    for (const { kind, pattern, open } of rules) {
      pattern.lastIndex = at;
      const match = pattern.exec(source);
      if (match !== null && match[0] !== '') {
        found = { kind, text: match[0], closed: open === undefined || !open.test(match[0]) };
        break;
      }
    }
    const text = found?.text ?? String.fromCodePoint(source.codePointAt(at) ?? 0);
    tokens.push({ kind: found?.kind ?? 'symbol', text, start: at, closed: found?.closed ?? true });
    at += text.length;
  }
  return tokens;
}

export const meaningful = (tokens: readonly Token[]): readonly Token[] =>
  tokens.filter(({ kind }) => kind !== 'space' && kind !== 'newline' && kind !== 'comment');

/** Opening brackets that nothing closes. */
export function openBrackets(tokens: readonly Token[]): number {
  let depth = 0;
  for (const { kind, text } of tokens) {
    if (kind !== 'symbol') continue;
    if ('([{'.includes(text)) depth += 1;
    else if (')]}'.includes(text)) depth = Math.max(0, depth - 1);
  }
  return depth;
}

/** Changes everything but literals and comments. */
export function mapOutsideLiterals(tokens: readonly Token[], change: (text: string) => string): string {
  let result = '';
  let plain = '';
  for (const { kind, text } of tokens) {
    if (kind === 'string' || kind === 'comment') {
      result += change(plain) + text;
      plain = '';
    } else plain += text;
  }
  return result + change(plain);
}
