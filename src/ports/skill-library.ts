import type { Skill, SkillCategory, SkillDraft, SkillProblem, SkillRoot, SkillSummary } from '../domain/skill.ts';
import type { Abortable } from './abortable.ts';

/** Skills as Agent Skills folders. Roots are read in order: a project's skill hides a user's one of the same name. */
export interface SkillLibrary {
  /** Never fails for one bad folder: it is listed as a problem. An untrusted project's skills are problems too. */
  list(options?: Abortable): Promise<{ readonly skills: readonly SkillSummary[]; readonly problems: readonly SkillProblem[] }>;
  /** Null when there is none of that name. Throws `bad-input` with the place when its folder cannot be read as a skill. */
  read(name: string, options?: Abortable): Promise<Skill | null>;
  /** Complete or not at all: written beside its place, then renamed. Throws `conflict` when the name is taken and `replace` is not set. */
  write(
    draft: SkillDraft,
    options: Abortable & { readonly root: Exclude<SkillRoot, 'shipped'>; readonly replace?: boolean },
  ): Promise<Skill>;
  /** What was removed or replaced stays in the history. */
  remove(name: string): Promise<void>;
  history(name: string): Promise<readonly { readonly at: number; readonly hash: string; readonly folder: string }[]>;
  categories(options?: Abortable): Promise<readonly SkillCategory[]>;
  addCategory(category: SkillCategory, root: Exclude<SkillRoot, 'shipped'>): Promise<void>;
}
