import type { DecisionRecord } from '../../domain/decision-record.ts';
import type { Warning } from '../../domain/run-event.ts';
import type { SkillCategory } from '../../domain/skill.ts';
import type { Abortable } from '../../ports/abortable.ts';
import type { NamingDeps } from './decide-deps.ts';
import { nameByModel } from './name-by-model.ts';
import { nameByRules, type SkillName } from './name-by-rules.ts';
import { route } from './route.ts';
import { growTree, type SkillTree, unfiled } from './skill-tree.ts';

export type FilingRequest = {
  readonly text: string;
  /** One line, e.g. `def f(xs)`: strong evidence where a skill has the same. */
  readonly signature?: string;
};

/** Where a request belongs among the skills. */
export type Filing = {
  /** With its description, also when it is new. */
  readonly category: SkillCategory;
  /** The library has no such category yet. */
  readonly newCategory: boolean;
  /** `existing`: a skill does this already; `new`: its name is free in the tree and fit for a folder, its description has at most 1024 characters. */
  readonly leaf: { readonly type: 'existing'; readonly name: string } | ({ readonly type: 'new' } & SkillName);
  /** In the order in which they were made, to be kept by `SkillRecords.addDecision`. */
  readonly decisions: readonly DecisionRecord[];
  readonly warnings: readonly Warning[];
};

/** What rules alone can say of a request that no category fits. */
const unfiledCategory: SkillCategory = { path: unfiled, description: 'Programs that fit no other category' };

/**
 * Files a request: its category (existing or new), then the skill that does it already or the name, title and description of
 * a new one. Choices are the deciding model's where it is good enough, else the rules'; names are written by the model and by
 * rules where what it wrote cannot be used. Throws as `decide` does.
 */
export async function fileRequest(request: FilingRequest, tree: SkillTree, deps: NamingDeps, options: Abortable = {}): Promise<Filing> {
  const found = await route(request, growTree(tree), deps, options);
  const known = (path: string): SkillCategory => tree.categories.find((one) => one.path === path) ?? { path, description: '' };
  const filed = { decisions: found.decisions, warnings: found.warnings };
  if (found.skill !== null && found.category !== null) {
    const category = known(found.category);
    return { ...filed, category, newCategory: false, leaf: { type: 'existing', name: found.skill } };
  }
  const taken = new Set(tree.skills.map(({ name }) => name));
  const paths = new Set(tree.categories.map(({ path }) => path));
  const named = await nameByModel(request.text, { category: found.category, taken, paths }, deps, options);
  const { category, ...name } = named.value ?? { ...nameByRules(request.text, taken), category: null };
  const own = found.category === null ? (category ?? unfiledCategory) : known(found.category);
  return {
    category: own,
    newCategory: found.category === null && !paths.has(own.path) && !tree.skills.some((skill) => (skill.category || unfiled) === own.path),
    leaf: { type: 'new', ...name },
    decisions: found.decisions,
    warnings: [...found.warnings, ...named.warnings],
  };
}
