import type { Entry } from '../../domain/contract.ts';
import type { SolvedExample } from '../../ports/language.ts';
import type { LuaDialect } from './lua-dialects.ts';

/** The program of a profile that builds its host's globals inside the probe, before any candidate is read. */
export type LuaPrelude = {
  /** For messages, relative to the folder of the profiles: `wf-vars/prelude.lua`, `shared/cjson.lua`. */
  readonly file: string;
  readonly source: string;
};

/** A text inside a program that the host does not take. */
export type LuaTextRule = {
  readonly rule: string;
  /** Where to look: in whole string literals, or in the program as it stands. */
  readonly where: 'strings' | 'source';
  readonly pattern: RegExp;
  readonly message: string;
  readonly hint: string;
};

export type LuaLint = {
  /** Names of the dialect that the host lacks, with their reason or null: `os` or `string.dump`. */
  readonly absent: ReadonlyMap<string, string | null>;
  /** Globals of the host and what they have: `array.new`, `vars.*`; an empty list says nothing of a global's fields. */
  readonly globals: ReadonlyMap<string, readonly string[]>;
  readonly rules: readonly LuaTextRule[];
  /** Without a `return` at the top the host gets nothing. */
  readonly mustReturn: boolean;
  /** The host refuses programs that make globals. */
  readonly noNewGlobals: boolean;
};

/** Lua as one host runs it. */
export type LuaHost = {
  readonly id: string;
  /** For people and prompts, e.g. `Lua 5.1 for Redis`. */
  readonly title: string;
  /** One line for lists. */
  readonly about: string;
  readonly dialect: LuaDialect;
  /** The Lua that runs its programs here: its own, or the nearest that can be installed. */
  readonly runsOn: LuaDialect;
  /** What is not checked, because its own Lua is not what runs; null when nothing is left out. */
  readonly unchecked: string | null;
  /** How programs are entered where the host decides it; null: the request does. */
  readonly entry: Entry | null;
  /** What a context may have at its top; null: anything. */
  readonly contextKeys: readonly string[] | null;
  readonly notes: string;
  /** Libraries that it uses, and last what makes its globals; none: the dialect's own are all. */
  readonly preludes: readonly LuaPrelude[];
  readonly lint: LuaLint;
  readonly examples: readonly SolvedExample[];
};

const plainLint: LuaLint = { absent: new Map(), globals: new Map(), rules: [], mustReturn: false, noNewGlobals: false };

/** Lua 5.4 on its own, as without any profile. */
export const plainLua: LuaHost = {
  id: 'lua54',
  title: 'Lua 5.4',
  about: 'plain Lua 5.4',
  dialect: '5.4',
  runsOn: '5.4',
  unchecked: null,
  entry: null,
  contextKeys: null,
  notes: '',
  preludes: [],
  lint: plainLint,
  examples: [],
};
