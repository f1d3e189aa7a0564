import type { Entry, LanguageId } from './contract.ts';
import type { Json } from './json.ts';

/** What a folder claims is a hint; what counts is the verification that this machine's store holds for its hash. */
export type SkillStatus = 'stub' | 'unverified' | 'verified' | 'quarantined';

/** `function`: a program of any language with one entry; `predict-act`: a Python module with `predict` and `act`. */
export type SkillBodyKind = 'function' | 'predict-act';

export type SkillRoot = 'project' | 'user' | 'shipped';

export type SkillSummary = {
  /** The folder's name: 1 to 64 of a–z, 0–9 and `-`. */
  readonly name: string;
  readonly description: string;
  /** A path in the category tree, e.g. `text/parse`; empty when it was never filed. */
  readonly category: string;
  readonly language: LanguageId | null;
  readonly kind: SkillBodyKind | null;
  readonly profile: string | null;
  readonly root: SkillRoot;
  /** The status that holds here and now. */
  readonly status: SkillStatus;
  /** One line, e.g. `def f(xs: list[int]) -> int`; null where the body has no single entry. */
  readonly signature: string | null;
  /** How the body of a `function` skill is entered; null for other kinds. */
  readonly entry: Entry | null;
  /** SHA-256, lower-case hex, over body, tests, contract and language: what a verification is of. */
  readonly hash: string;
};

/** A check of a skill: an example as `--example` takes it, or a request with what `act` must do. */
export type SkillTest =
  | { readonly type: 'example'; readonly text: string }
  | { readonly type: 'call'; readonly request: string; readonly expect: Json };

export type Skill = SkillSummary & {
  /** The whole text of SKILL.md, as it lies there. */
  readonly markdown: string;
  /** The text of SKILL.md below its front matter. */
  readonly instructions: string;
  readonly license: string | null;
  readonly compatibility: string | null;
  /** All of `metadata`, ours included. */
  readonly metadata: Readonly<Record<string, string>>;
  /** Path inside the folder and text; null for a folder of instructions alone. */
  readonly body: { readonly path: string; readonly text: string } | null;
  readonly tests: readonly SkillTest[];
  /** What was read otherwise than it is written, in words for the person: unknown fields, claims that do not count here. */
  readonly notes: readonly string[];
};

/** What is written as a new skill, or in place of one. */
export type SkillDraft = Omit<Skill, 'root' | 'hash' | 'status' | 'notes' | 'markdown'> & { readonly status: 'stub' | 'unverified' };

export type SkillCategory = { readonly path: string; readonly description: string };

/** A folder among the skills that is none, and why. */
export type SkillProblem = { readonly folder: string; readonly reason: string; readonly hint: string };

/** That a skill passed its own tests here; it holds for this hash and runtime only. */
export type SkillVerification = {
  readonly name: string;
  readonly hash: string;
  /** Identifies the interpreter, e.g. `python3.11`. */
  readonly runtime: string;
  readonly at: number;
  readonly passed: number;
  readonly total: number;
  readonly status: 'verified' | 'quarantined';
  readonly detail: string;
};
