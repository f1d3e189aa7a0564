import type { Token } from '../tokens.ts';

/** What taking code out of a reply needs to know of a language. */
export interface CodeSyntax {
  /** Tags that name this language on a fence. */
  readonly tags: ReadonlySet<string>;
  /** A line that can begin a program, to find code that no fence marks. */
  readonly codeLine: RegExp;
  readonly hasPrompts: boolean;
  tokens(code: string): readonly Token[];
  /** Without errors, and with what the grammar leaves to other checks. */
  parses(code: string): boolean;
  /** For what does not parse: an offset that every beginning of it with the same error reaches; its length where none is known. */
  errorBefore(code: string): number;
  /** Ends in the middle of something. */
  incomplete(code: string): boolean;
  /** Does anything: more than comments, names and literals. */
  hasStatements(code: string): boolean;
  /** Names of functions and values at the top. */
  definitions(code: string): readonly string[];
  /** The program offers this name as a function can be entered. */
  offers(code: string, name: string): boolean;
  /** The text is a whole program of another language. */
  isForeign(code: string): boolean;
}
