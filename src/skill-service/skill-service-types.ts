import type { LanguageId } from '../domain/contract.ts';
import type { SandboxLevel } from '../domain/execution.ts';
import type { Json } from '../domain/json.ts';
import type { Observation } from '../domain/observation.ts';
import type { Skill, SkillCategory, SkillProblem, SkillSummary, SkillVerification } from '../domain/skill.ts';
import type { Abortable } from '../ports/abortable.ts';
import type { OwnRoot } from '../ports/skill-library.ts';

export type SkillRequest = {
  /** What is wanted, in any language that people write. */
  readonly text: string;
  /** One line, e.g. `def f(xs)`: strong evidence where a skill has the same. */
  readonly signature?: string;
  /** Only skills whose body is in this language. */
  readonly language?: LanguageId;
  /** Most skills that are returned; 5 when absent. */
  readonly limit?: number;
};

export type FoundSkill = {
  readonly skill: SkillSummary;
  /** 0 … 1: how near it is by words and signature; of the skills found, not a probability of being right. */
  readonly score: number;
};

export type SkillFinding = {
  /** Nearest first. */
  readonly found: readonly FoundSkill[];
  /** The skill that does what is asked, as far as descriptions tell; null when none is near enough. */
  readonly best: string | null;
  /** The category of the tree that the request belongs to; null when none fits. */
  readonly category: string | null;
};

/**
 * What a `function` skill is run on: a call as its language writes it, for programs standard input and arguments, for hosts whose
 * programs answer from data that data.
 */
export type SkillInput =
  | { readonly type: 'call'; readonly call: string }
  | { readonly type: 'program'; readonly stdin: string; readonly args: readonly string[] }
  | { readonly type: 'context'; readonly context: Json };

export type SkillOutcome = {
  readonly name: string;
  readonly hash: string;
  readonly status: SkillSummary['status'];
  readonly language: LanguageId;
  /** Each call with what it did, and the same in one line for people. */
  readonly results: readonly { readonly call: string; readonly observation: Observation; readonly text: string }[];
  readonly stderr: string;
  readonly level: SandboxLevel;
};

/** What checking one skill came to. */
export type SkillCheck = {
  readonly name: string;
  /** `kept`: an earlier verification holds, nothing was run; `skipped`: there is nothing to run here, `detail` says why. */
  readonly result: 'verified' | 'quarantined' | 'kept' | 'skipped';
  readonly verification: SkillVerification | null;
  readonly detail: string;
  readonly failures: readonly { readonly test: string; readonly observed: string }[];
};

export type KeepRequest = {
  readonly runId: string;
  /** Absent: by rules from the request and the entry. */
  readonly name?: string;
  readonly description?: string;
  /** A path such as `text/parse`, as the person says it; absent: where the request belongs. */
  readonly category?: string;
  /** Where the request was filed already: nothing is decided anew. */
  readonly filed?: string;
  readonly root?: OwnRoot;
  readonly replace?: boolean;
};

/** Skills for every surface: what is kept, found, run and verified. Throws `AppError` or `signal.reason`. */
export interface SkillService {
  /** A status holds for the interpreters of this machine. Bad folders are problems, never failures. */
  list(options?: Abortable): Promise<{ readonly skills: readonly SkillSummary[]; readonly problems: readonly SkillProblem[] }>;
  categories(options?: Abortable): Promise<readonly SkillCategory[]>;
  /** Throws `not-found` with the nearest name, or `bad-input` for a folder that cannot be read. */
  show(name: string, options?: Abortable): Promise<Skill>;
  /** By rules alone: words of the category tree, names and descriptions, and the signature. No model is asked. */
  find(request: SkillRequest, options?: Abortable): Promise<SkillFinding>;
  /**
   * Runs the body of a `function` skill in the sandbox on inputs. Throws `conflict` for a quarantined one or a stub, `bad-input` for
   * input that does not fit.
   */
  run(name: string, inputs: readonly SkillInput[], options?: Abortable): Promise<SkillOutcome>;
  /**
   * Runs the tests of the named skills, or of all, where the hash or the interpreter changed since the last time; with `again` in any
   * case. A failure quarantines the skill here.
   */
  verify(
    what: { readonly names: readonly string[] | 'all'; readonly again?: boolean },
    options?: Abortable & { readonly onCheck?: (check: SkillCheck) => void },
  ): Promise<readonly SkillCheck[]>;
  /** It arrives unverified; `notes` say what of it has no effect here. */
  importFolder(folder: string, options: { readonly root: OwnRoot; readonly replace?: boolean } & Abortable): Promise<Skill>;
  /** Returns the new folder. */
  exportFolder(name: string, into: string, options?: Abortable): Promise<string>;
  /** Its folder moves to the history. */
  remove(name: string): Promise<void>;
  history(name: string): Promise<readonly { readonly at: number; readonly hash: string; readonly folder: string }[]>;
  /** Keeps the program of a run that ended with success, with its trusted examples as tests, and verifies it. */
  keep(request: KeepRequest, options?: Abortable): Promise<{ readonly skill: Skill; readonly check: SkillCheck }>;
}
