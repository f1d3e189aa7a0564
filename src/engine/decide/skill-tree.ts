import type { SkillCategory, SkillSummary } from '../../domain/skill.ts';
import { contentWords } from './content-words.ts';

/** What is known of a skill without reading its body. */
export type FiledSkill = Pick<SkillSummary, 'name' | 'category' | 'description' | 'signature'>;

/** Skills in their categories, as a library lists them. */
export type SkillTree = { readonly categories: readonly SkillCategory[]; readonly skills: readonly FiledSkill[] };

export type Leaf = {
  readonly skill: FiledSkill;
  readonly nameWords: readonly string[];
  readonly descriptionWords: readonly string[];
};

/** One category with what is below it. */
export type CategoryNode = {
  /** Empty for the root. */
  readonly path: string;
  readonly description: string;
  readonly children: readonly CategoryNode[];
  /** Filed right here. */
  readonly leaves: readonly Leaf[];
  /** Words of its own name and description. */
  readonly title: readonly string[];
  /** Words of everything at and below it, repeated as often as skills use them. */
  readonly words: readonly string[];
};

/** Skills that were never filed stand in this category. */
export const unfiled = 'general';

export const leafOf = (skill: FiledSkill): Leaf => ({
  skill,
  nameWords: contentWords(`${skill.name} ${skill.signature?.split('(')[0] ?? ''}`),
  descriptionWords: contentWords(skill.description),
});

type Growing = { path: string; children: Map<string, Growing>; leaves: Leaf[] };

/** The tree of all categories, also of those that only a skill names. One pass over the skills. */
export function growTree({ categories, skills }: SkillTree): CategoryNode {
  const root: Growing = { path: '', children: new Map(), leaves: [] };
  const at = (path: string): Growing => {
    let node = root;
    for (const segment of path.split('/').filter((part) => part !== '')) {
      const child = node.children.get(segment) ?? {
        path: node.path === '' ? segment : `${node.path}/${segment}`,
        children: new Map(),
        leaves: [],
      };
      node.children.set(segment, child);
      node = child;
    }
    return node;
  };
  const described = new Map(categories.map(({ path, description }) => [path, description]));
  for (const { path } of categories) at(path);
  for (const skill of skills) {
    at(skill.category || unfiled).leaves.push(leafOf(skill));
  }
  const finish = (node: Growing): CategoryNode => {
    const children = [...node.children.values()].map(finish);
    const description = described.get(node.path) ?? '';
    const title = contentWords(`${node.path.split('/').at(-1) ?? ''} ${description}`);
    const own = node.leaves.flatMap(({ nameWords, descriptionWords }) => [...nameWords, ...descriptionWords]);
    const words = [...title, ...own, ...children.flatMap((child) => child.words)];
    return { path: node.path, description, children, leaves: node.leaves, title, words };
  };
  return finish(root);
}
