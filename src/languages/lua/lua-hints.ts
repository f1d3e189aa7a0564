import type { Diagnostic } from '../../domain/diagnostic.ts';
import { nearest } from '../../domain/nearest-name.ts';
import type { Token } from '../tokens.ts';
import { luaTokens } from './lua-tokens.ts';

/** A parse error with what is most likely meant, from the text itself: a parser only knows where it stopped. */
export function withSyntaxHint(problem: Diagnostic, source: string): Diagnostic {
  const tokens = luaTokens(source);
  const foreign = foreignSyntax(tokens, source);
  if (foreign !== null) return { ...problem, ...foreign };
  const open = unclosedBlock(tokens, source);
  if (open !== null) {
    const elseIf = /\belse\s+if\b/.test(source);
    const hint = elseIf
      ? 'Write elseif as one word: else if opens a second block that needs an end of its own.'
      : `Add the end that closes ${open.word} at line ${open.line}.`;
    return { ...problem, message: `${problem.message}; 'end' expected to close '${open.word}' at line ${open.line}`, hint };
  }
  if (/invalid escape/.test(problem.message))
    return { ...problem, hint: 'Write \\\\ for one backslash; in patterns the sign is %, as in %d.' };
  if (/unfinished string/.test(problem.message)) return { ...problem, hint: 'Close the string on its line, or write it in [[ and ]].' };
  if (/break outside/.test(problem.message)) return { ...problem, hint: 'Use return to leave a function.' };
  const extra = extraEnd(tokens);
  if (extra !== null) return { ...problem, hint: `Remove the end at line ${lineAt(source, extra.start)} that closes nothing.` };
  return { ...problem, hint: `Mend line ${problem.line ?? 1}.` };
}

const lineAt = (source: string, offset: number): number => source.slice(0, offset).split('\n').length;

/** `lineAt` for offsets that only grow: asked for every word, counting from the start would take the square of the length. */
function lineCounter(source: string): (offset: number) => number {
  let line = 1;
  let counted = -1;
  return (offset) => {
    for (let at = source.indexOf('\n', counted + 1); at !== -1 && at < offset; at = source.indexOf('\n', at + 1)) {
      line += 1;
      counted = at;
    }
    return line;
  };
}

const meant: readonly (readonly [RegExp, string, string])[] = [
  [/^!=$/, "'!=' is not Lua", 'Write ~= for not equal.'],
  [/^!$/, "'!' is not Lua", 'Write not before the value.'],
  [/^(?:\+|-|\*|\/|%|\.\.|\^)=$/, 'Lua has no compound assignment', 'Write it out, as in n = n + 1.'],
  [/^\+\+$/, "'++' is not Lua", 'Write n = n + 1.'],
  [/^&&$/, "'&&' is not Lua", 'Write and.'],
  [/^\|\|$/, "'||' is not Lua", 'Write or.'],
  [/^\?$/, "'?' is not Lua", 'Write condition and a or b, or an if.'],
  [/^\$$/, "'$' is not Lua", 'Name the variable itself, without a path expression.'],
];

/** The first sign or word of another language. */
function foreignSyntax(tokens: readonly Token[], source: string): Pick<Diagnostic, 'message' | 'line' | 'hint'> | null {
  const plain = tokens.filter(({ kind }) => kind !== 'space' && kind !== 'comment' && kind !== 'newline');
  for (const [index, token] of plain.entries()) {
    const found = foreignToken(token, plain[index - 1], plain[index + 1]);
    // Only here: counting lines for every token would take the square of the text's length.
    if (found !== null) return { ...found, line: lineAt(source, token.start) };
  }
  return null;
}

function foreignToken(token: Token, previous: Token | undefined, next: Token | undefined): Pick<Diagnostic, 'message' | 'hint'> | null {
  if (token.kind === 'symbol') {
    const adjacent = next?.kind === 'symbol' && next.start === token.start + token.text.length;
    for (const text of adjacent ? [token.text + next.text, token.text] : [token.text]) {
      const known = meant.find(([pattern]) => pattern.test(text));
      if (known !== undefined) return { message: known[1], hint: known[2] };
    }
  }
  const badEscape = invalidEscape(token);
  if (badEscape !== null)
    return {
      message: `invalid escape sequence '${badEscape}'`,
      hint: 'Write \\\\ for one backslash; in patterns the sign is %, as in %d.',
    };
  if (token.kind !== 'word') return null;
  const isName = next?.text === '=' || next?.text === '(' || previous?.text === 'goto' || previous?.text === '::';
  if (token.text === 'continue' && !isName) {
    return { message: 'Lua has no continue', hint: 'Put the rest of the loop body into an if.' };
  }
  if ((token.text === 'elif' || token.text === 'elsif') && previous !== undefined) {
    return { message: `'${token.text}' is not Lua`, hint: 'Write elseif … then.' };
  }
  const defines = ['def', 'func', 'fn'].includes(token.text);
  if ((defines || ['const', 'let', 'var'].includes(token.text)) && next?.kind === 'word' && previous?.text !== '<') {
    return { message: `'${token.text}' is not Lua`, hint: defines ? 'Write function name(…) … end.' : 'Write local.' };
  }
  return null;
}

function invalidEscape({ kind, text }: Token): string | null {
  if (kind !== 'string' || text.startsWith('[')) return null;
  return /\\[^abfnrtvxzu0-9\\"'\n\r]/.exec(text.replace(/\\\\/g, '  '))?.[0] ?? null;
}

type Opener = { readonly word: string; readonly line: number; readonly indent: number };

/** The block that lacks its `end`: by indentation where that tells, else the innermost one that is open in the end. */
function unclosedBlock(tokens: readonly Token[], source: string): Opener | null {
  const lines = source.split('\n');
  const indentOf = (line: number): number => /^\s*/.exec(lines[line - 1] ?? '')?.[0].length ?? 0;
  const lineOf = lineCounter(source);
  const stack: Opener[] = [];
  let suspect: Opener | null = null;
  let awaitsDo = false;
  for (const { kind, text, start } of tokens) {
    if (kind !== 'word') continue;
    const line = lineOf(start);
    const opener = { word: text, line, indent: indentOf(line) };
    if (text === 'for' || text === 'while') {
      stack.push(opener);
      awaitsDo = true;
    } else if (text === 'do' && awaitsDo) awaitsDo = false;
    else if (text === 'function' || text === 'if' || text === 'do' || text === 'repeat') stack.push(opener);
    else if (text === 'end' || text === 'until') {
      const closed = stack.pop();
      // An `end` further left than what it closes belongs to a block around it.
      const begins = (lines[line - 1] ?? '').trimStart().startsWith(text);
      if (closed !== undefined && begins && closed.line !== line && indentOf(line) < closed.indent) suspect ??= closed;
    }
  }
  return stack.length === 0 ? null : (suspect ?? stack.at(-1) ?? null);
}

function extraEnd(tokens: readonly Token[]): Token | null {
  let depth = 0;
  for (const token of tokens) {
    if (token.kind !== 'word') continue;
    if (['function', 'if', 'do', 'repeat'].includes(token.text)) depth += 1;
    else if (token.text === 'end' || token.text === 'until') {
      depth -= 1;
      if (depth < 0) return token;
    }
  }
  return null;
}

/** One sentence for what was raised; `code` tells which names are near. */
export function luaFailureHint(_error: string, message: string, code: string): string {
  const [, kind, name] =
    /\((local|upvalue|global|field|method|constant) '([^']*)'\)/.exec(message) ??
    /(?:index|call) (local|upvalue|global|field|method) '([^']*)'/.exec(message) ??
    [];
  const what = name === undefined ? 'the value' : name;
  if (/attempt to index .*nil value/.test(message))
    return `${what === 'the value' ? 'Test the value' : `${what} is nil here: test it`} for nil before indexing it.`;
  if (/attempt to call .*nil value/.test(message)) return callHint(kind, name ?? /\(([\w.:]+)\)$/.exec(message)?.[1], code);
  if (/attempt to (?:perform arithmetic|compare|concatenate|do arithmetic)/.test(message))
    return `Convert or test ${what} first; it has another type than expected.`;
  if (/attempt to get length/.test(message)) return 'Only strings and tables have a length.';
  if (/number has no integer representation/.test(message)) return 'Divide with //, or use math.floor.';
  if (/malformed pattern|invalid (?:pattern|capture)/.test(message)) return 'Write % before a sign that is meant as itself in a pattern.';
  if (/invalid option '%/.test(message)) return 'Use %d, %s, %f or %g in string.format.';
  if (/stack overflow/.test(message)) return 'The recursion needs a base case that is reached.';
  if (/bad argument/.test(message)) return 'Check the type of the argument that is passed.';
  if (/module '([^']*)' not found/.test(message)) return 'That module is not there: write it with the standard library.';
  if (/infinite|loop in gettable/.test(message)) return 'A metatable refers to itself.';
  return 'Mend the line that raised.';
}

function callHint(kind: string | undefined, name: string | undefined, code: string): string {
  if (name === undefined) return 'The function does not exist: define it, or use one of the standard library.';
  const own = name.split(/[.:]/).at(-1) ?? name;
  const defined = [...code.matchAll(/function\s+(?:[\w.]+[.:])?(\w+)|(\w+)\s*=\s*function/g)].map(
    ([, first, second]) => first ?? second ?? '',
  );
  const near = nearest(
    own,
    defined.filter((other) => other !== own),
  );
  if (near !== null) return `There is no function ${name}: did you mean ${near}?`;
  return `There is no ${kind === 'method' ? 'method' : 'function'} ${name}: define it, or use one of the standard library.`;
}
