import type { Json } from '../../domain/json.ts';

/**
 * What stands at a place of a text: a whole JSON value and where it ends, the beginning of one that the end of the text cut
 * (`keyed`: it had a key and a colon, so it is no brace of prose), or something else.
 */
export type JsonAt =
  | { readonly type: 'value'; readonly value: Json; readonly end: number; readonly mended: readonly string[] }
  | { readonly type: 'open'; readonly keyed: boolean }
  | { readonly type: 'none'; readonly end: number };

/** Objects inside objects that are read; deeper ones are no answer. */
const deepest = 120;

/** Thrown inside of the reader only, and often: it has no stack. */
class Stop {
  readonly open: boolean;
  constructor(open: boolean) {
    this.open = open;
  }
}

/**
 * Reads the JSON value that begins at `start` and forgives what models do: real line ends in strings, Python words, single and
 * curly quotes, comments, trailing commas, bare keys, tuples. It never closes what is open: the end of the text is the end of a cut answer.
 */
export function readJsonAt(text: string, start: number): JsonAt {
  const reader = new JsonReader(text, start);
  try {
    return { type: 'value', value: reader.value(0), end: reader.at, mended: [...reader.mended] };
  } catch (error) {
    if (error instanceof Stop) return error.open ? { type: 'open', keyed: reader.keyed } : { type: 'none', end: reader.at };
    throw error;
  }
}

const words: ReadonlyMap<string, Json> = new Map<string, Json>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['True', true],
  ['False', false],
  ['None', null],
  ['undefined', null],
  ['nil', null],
  ['NaN', null],
  ['Infinity', null],
]);

const escapes: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['b', '\b'],
  ['f', '\f'],
  ['/', '/'],
  ['\\', '\\'],
  ['"', '"'],
  ["'", "'"],
  ['`', '`'],
  ['\n', ''],
]);

const closers: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['`', '`'],
  ['“', '”'],
  ['‘', '’'],
]);

class JsonReader {
  at: number;
  keyed = false;
  readonly mended = new Set<string>();
  readonly #text: string;

  constructor(text: string, start: number) {
    this.#text = text;
    this.at = start;
  }

  value(depth: number): Json {
    if (depth > deepest) throw new Stop(false);
    this.#skip();
    const character = this.#peek();
    if (character === '{') return this.#object(depth);
    if (character === '[') return this.#list(depth, ']');
    if (character === '(' && depth > 0) return this.#list(depth, ')');
    if (closers.has(character)) return this.#string();
    if (/[-+.\d]/.test(character)) return this.#number();
    return this.#word();
  }

  #object(depth: number): Json {
    this.at += 1;
    const entries: [string, Json][] = [];
    for (;;) {
      this.#skip();
      if (this.#peek() === '}') break;
      const key = this.#key();
      this.#skip();
      if (this.#peek() !== ':') throw new Stop(false);
      this.at += 1;
      this.keyed = true;
      entries.push([key, this.value(depth + 1)]);
      if (!this.#comma('}')) break;
    }
    this.at += 1;
    return Object.fromEntries(entries);
  }

  #list(depth: number, closer: string): Json {
    if (closer === ')') this.mended.add('a tuple');
    this.at += 1;
    const items: Json[] = [];
    for (;;) {
      this.#skip();
      if (this.#peek() === closer) break;
      items.push(this.value(depth + 1));
      if (!this.#comma(closer)) break;
    }
    this.at += 1;
    return items;
  }

  /** Steps over a comma; false at the closing bracket. */
  #comma(closer: string): boolean {
    this.#skip();
    if (this.#peek() === closer) return false;
    if (this.#peek() !== ',') throw new Stop(false);
    this.at += 1;
    this.#skip();
    if (this.#peek() === closer) this.mended.add('a trailing comma');
    return true;
  }

  #key(): string {
    if (closers.has(this.#peek())) return this.#string();
    const bare = this.#match(/[\p{L}_$][\p{L}\p{N}_$-]*|\d+/uy);
    if (bare === null) throw new Stop(false);
    if (this.at >= this.#text.length) throw new Stop(true);
    this.mended.add('bare keys');
    return bare;
  }

  #string(): string {
    const opening = this.#peek();
    const triple = opening.repeat(3);
    const closer = /["']/.test(opening) && this.#text.startsWith(triple, this.at) ? triple : (closers.get(opening) ?? opening);
    if (closer !== '"') this.mended.add('quotes');
    this.at += closer === triple ? 3 : 1;
    let result = '';
    for (;;) {
      const plain = this.#match(plainText(closer)) ?? '';
      result += plain;
      if (closer.length === 1 && /[\n\t]/.test(plain)) this.mended.add('real line ends in a string');
      if (this.at >= this.#text.length) throw new Stop(true);
      if (this.#text.startsWith(closer, this.at)) break;
      if (this.#peek() === '\\') result += this.#escape();
      else {
        result += this.#peek();
        this.at += 1;
      }
    }
    this.at += closer.length;
    return result;
  }

  #escape(): string {
    const coded = this.#match(/\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}/y);
    if (coded !== null) return String.fromCharCode(Number.parseInt(coded.slice(2), 16));
    const character = this.#text[this.at + 1];
    if (character === undefined) throw new Stop(true);
    this.at += 2;
    // An unknown escape such as `\d` is a pattern whose backslash was not doubled.
    const known = escapes.get(character);
    if (known === undefined) this.mended.add('single backslashes');
    return known ?? `\\${character}`;
  }

  #number(): Json {
    const source = this.#match(/[-+]?(?:0[xX][\da-fA-F]+|(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|Infinity)(?![\p{L}\p{N}_.])/uy);
    if (source === null) throw new Stop(/^[-+.\deE_]*$/.test(this.#text.slice(this.at, this.at + 40)) && this.#nearEnd(40));
    if (this.at >= this.#text.length) throw new Stop(true);
    const number = Number(source.replaceAll('_', '').replace(/^\+/, ''));
    return Number.isFinite(number) ? number : null;
  }

  #word(): Json {
    const word = this.#match(/[A-Za-z]+(?![\p{L}\p{N}_(.])/uy);
    const value = word === null ? undefined : words.get(word);
    if (this.at >= this.#text.length) throw new Stop(true);
    if (value === undefined) throw new Stop(false);
    if (word !== 'true' && word !== 'false' && word !== 'null') this.mended.add('words of another language');
    return value;
  }

  /** White space and comments. */
  #skip(): void {
    for (;;) {
      this.#match(/[\s\ufeff]+/y);
      const comment = this.#match(/\/\/[^\n]*|#[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/y);
      if (comment === null) break;
      this.mended.add('comments');
    }
    if (this.at >= this.#text.length) throw new Stop(true);
  }

  #nearEnd(reach: number): boolean {
    return this.at + reach >= this.#text.length;
  }

  #peek(): string {
    return this.#text[this.at] ?? '';
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.#text)?.[0];
    if (found === undefined || found === '') return null;
    this.at += found.length;
    return found;
  }
}

const plainTexts = new Map(['"', "'", '`', '”', '’'].map((closer) => [closer, new RegExp(`[^\\\\${closer}]+`, 'y')]));

/** Everything up to a backslash or the first character of the closer. */
const plainText = (closer: string): RegExp => plainTexts.get(closer[0] ?? '') ?? /[^\\]/y;
