import type { SkillCategory, SkillSummary } from '../../domain/skill.ts';

/** Skills in their categories, as a library lists them. */
export type SkillTree = { readonly categories: readonly SkillCategory[]; readonly skills: readonly SkillSummary[] };
