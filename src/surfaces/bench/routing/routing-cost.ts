import type { DecideDeps } from '../../../engine/decide/decide-deps.ts';
import { route } from '../../../engine/decide/route.ts';
import { growTree, type SkillTree } from '../../../engine/decide/skill-tree.ts';
import type { RoutingCase } from './routing-data.ts';

/** What routing costs in one library. Times are medians by rules. */
export type RoutingCost = {
  readonly library: string;
  readonly skills: number;
  /** Most categories side by side, and most skills in one category. */
  readonly branches: number;
  readonly inOneCategory: number;
  /** Once a library. */
  readonly growMs: number;
  readonly routeMs: number;
  /** Mean number of options that a request's decisions were among: what it costs, free of the machine. */
  readonly options: number;
};

/** Subjects of the generated variants: their words tell one area's skills from another's. */
const areas =
  'invoice patient sensor recipe flight parcel lesson ticket garden harbour orchestra warehouse museum bakery glacier engine library market'.split(
    ' ',
  );

/** The same library and about eighteen times as many skills: first with a level of areas above it, then crowded into its categories. */
export async function routingCost(
  tree: SkillTree,
  cases: readonly RoutingCase[],
  deps: DecideDeps,
  now: () => number,
  abortable: { readonly signal?: AbortSignal },
): Promise<readonly RoutingCost[]> {
  const skillsOf = (area: string, under: string) =>
    tree.skills.map((skill) => ({
      ...skill,
      name: `${area}-${skill.name}`,
      description: `${skill.description} For each ${area}.`,
      category: `${under}${skill.category}`,
    }));
  const deep: SkillTree = {
    categories: areas.flatMap((area) => [
      { path: area, description: `Everything about the ${area}` },
      ...tree.categories.map(({ path, description }) => ({ path: `${area}/${path}`, description })),
    ]),
    skills: areas.flatMap((area) => skillsOf(area, `${area}/`)),
  };
  const crowded: SkillTree = { categories: tree.categories, skills: areas.flatMap((area) => skillsOf(area, '')) };
  const costs: RoutingCost[] = [];
  for (const [library, one, area] of [
    ['as it is', tree, ''],
    ['areas above', deep, ' for each invoice'],
    ['crowded', crowded, ' for each invoice'],
  ] as const) {
    const started = now();
    const root = growTree(one);
    const growMs = now() - started;
    const times: number[] = [];
    let options = 0;
    for (const { request } of cases) {
      const begun = now();
      const found = await route({ text: `${request}${area}` }, root, deps, abortable);
      times.push(now() - begun);
      options += found.decisions.reduce((sum, decision) => sum + decision.options.length, 0);
    }
    times.sort((a, b) => a - b);
    const sizes = [...root.children.map(({ children }) => children.length), root.children.length];
    const counts = new Map<string, number>();
    for (const { category } of one.skills) counts.set(category, (counts.get(category) ?? 0) + 1);
    costs.push({
      library,
      skills: one.skills.length,
      branches: Math.max(...sizes),
      inOneCategory: Math.max(...counts.values()),
      growMs,
      routeMs: times[Math.floor(times.length / 2)] ?? 0,
      options: options / Math.max(1, cases.length),
    });
  }
  return costs;
}
