import type { Skill, SkillCategory, SkillDraft, SkillProblem, SkillRoot, SkillSummary } from '../domain/skill.ts';
import type { Abortable } from './abortable.ts';

/** Roots that can be written to. */
export type OwnRoot = Exclude<SkillRoot, 'shipped'>;

/** Skills as Agent Skills folders. Roots are read in order: a project's skill hides a user's one of the same name. */
export interface SkillLibrary {
  /** Never fails for one bad folder: it is listed as a problem. An untrusted project's skills are problems too. */
  list(options?: Abortable): Promise<{ readonly skills: readonly SkillSummary[]; readonly problems: readonly SkillProblem[] }>;
  /** Null when there is none of that name. Throws `bad-input` with the place when its folder cannot be read as a skill. */
  read(name: string, options?: Abortable): Promise<Skill | null>;
  /** Complete or not at all: written beside its place, then renamed. Throws `conflict` when the name is taken and `replace` is not set. */
  write(draft: SkillDraft, options: Abortable & { readonly root: OwnRoot; readonly replace?: boolean }): Promise<Skill>;
  /** Copies a folder from anywhere, complete or not at all, after the checks of `read`. Throws as `read` and `write` do. */
  importFolder(folder: string, options: Abortable & { readonly root: OwnRoot; readonly replace?: boolean }): Promise<Skill>;
  /** Copies a skill's folder into another folder; returns its new path. Throws `not-found`, or `conflict` when something is there. */
  exportFolder(name: string, into: string, options?: Abortable): Promise<string>;
  /** What was removed or replaced stays in the history. Throws `not-found`, or `conflict` for a shipped one. */
  remove(name: string): Promise<void>;
  /** What was replaced or removed, newest first; each `folder` can be imported again. */
  history(name: string): Promise<readonly { readonly at: number; readonly hash: string; readonly folder: string }[]>;
  /** Of all trusted roots; a path that only skills name has an empty description. */
  categories(options?: Abortable): Promise<readonly SkillCategory[]>;
  addCategory(category: SkillCategory, root: OwnRoot): Promise<void>;
}
