import type { SkillCategory, SkillSummary } from '../domain/skill.ts';
import { contentWords } from '../engine/decide/content-words.ts';
import { type Route, route } from '../engine/decide/route.ts';
import { compareSignatures } from '../engine/decide/signature-shape.ts';
import { growTree } from '../engine/decide/skill-tree.ts';
import { nearness } from '../engine/decide/word-index.ts';
import type { Abortable } from '../ports/abortable.ts';
import type { SkillServiceDeps } from './skill-service-deps.ts';
import type { FoundSkill, SkillFinding, SkillRequest } from './skill-service-types.ts';

type Known = { readonly skills: readonly SkillSummary[]; readonly categories: readonly SkillCategory[] };

const usualLimit = 5;

/** Finds skills for a request by rules alone. */
export async function findSkills(
  { text, signature, language, limit = usualLimit }: SkillRequest,
  { skills, categories }: Known,
  { clock, random, sha256 }: Pick<SkillServiceDeps, 'clock' | 'random' | 'sha256'>,
  options: Abortable,
): Promise<SkillFinding> {
  const wanted = skills.filter((skill) => language === undefined || skill.language === language);
  const request = { text, ...(signature === undefined ? {} : { signature }) };
  const { skill, category } = await routeByRules(request, { categories, skills: wanted }, { clock, random, sha256 }, options);
  const ranked = rankSkills(request, wanted).slice(0, limit);
  return { found: ranked, best: skill, category };
}

/** The route of a request without any model. */
export const routeByRules = (
  request: { readonly text: string; readonly signature?: string },
  tree: Known,
  { clock, random, sha256 }: Pick<SkillServiceDeps, 'clock' | 'random' | 'sha256'>,
  options: Abortable,
): Promise<Route> => route(request, growTree(tree), { model: null, profile: { decides: false }, clock, random, sha256 }, options);

/** All that have a word or the signature in common with the request, nearest first. */
export function rankSkills(
  { text, signature }: { readonly text: string; readonly signature?: string },
  skills: readonly SkillSummary[],
): readonly FoundSkill[] {
  const documents = skills.map(({ name, category, description, signature: own }) => ({
    id: name,
    main: contentWords(`${name} ${own?.split('(')[0] ?? ''}`),
    more: contentWords(`${description} ${category}`),
  }));
  const near = nearness(documents, contentWords(`${text} ${signature?.split('(')[0] ?? ''}`));
  return skills
    .map((skill): FoundSkill => ({ skill, score: withSignature(near.get(skill.name) ?? 0, compareSignatures(signature, skill.signature)) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.skill.name < b.skill.name ? -1 : 1));
}

/** The same signature halves what is missing; another number of arguments halves what is there. */
function withSignature(score: number, alike: ReturnType<typeof compareSignatures>): number {
  if (alike === null) return score;
  return alike === 'same' ? (1 + score) / 2 : score / 2;
}
