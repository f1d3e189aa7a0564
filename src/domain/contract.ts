export const languageIds = ['lua', 'python', 'javascript', 'typescript'] as const;
export type LanguageId = (typeof languageIds)[number];

export type Parameter = {
  readonly name: string;
  /** The annotation's source text, e.g. `list[int]`. */
  readonly annotation?: string;
  /** The default's source text. */
  readonly defaultValue?: string;
  readonly variadic?: boolean;
};

/** How a candidate is entered. */
export type Entry =
  | { readonly kind: 'function'; readonly name: string; readonly parameters: readonly Parameter[]; readonly returns?: string }
  /** Names that a module offers: Python's globals, JavaScript's exports; Lua: fields of the table that a chunk returns. */
  | { readonly kind: 'module'; readonly exports: readonly string[] }
  /** A program: standard input and arguments in, standard output out. */
  | { readonly kind: 'script' }
  /** A chunk whose `return` is the answer; `wrap` is a format such as `lua{%s}lua`. */
  | { readonly kind: 'chunk-return'; readonly wrap?: string };

/** What a candidate must offer, fixed before any candidate exists. */
export type Contract = {
  readonly language: LanguageId;
  readonly profile?: string;
  readonly entry: Entry;
};
