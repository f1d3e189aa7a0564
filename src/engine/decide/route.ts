import type { DecisionRecord } from '../../domain/decision-record.ts';
import type { Warning } from '../../domain/run-event.ts';
import type { Abortable } from '../../ports/abortable.ts';
import { type Decided, type DecisionQuestion, decide } from './decide.ts';
import type { DecideDeps } from './decide-deps.ts';
import { categoryRules, leafRules, type RoutedRequest, sameRules, withWords } from './routing-rules.ts';
import type { CategoryNode, Leaf } from './skill-tree.ts';

/** The option that none of the others fits: no category or skill can have this name. */
export const none = '+none';

export type RoutingRequest = {
  readonly text: string;
  /** One line, e.g. `def f(xs)`: strong evidence where a skill has the same. */
  readonly signature?: string;
  /** The run or skill that is routed for. */
  readonly subject?: string;
};

export type Route = {
  /** Path of an existing category; null when none fits. */
  readonly category: string | null;
  /** Name of the skill that does what is asked, as far as descriptions tell; its tests have the last word. Null: none. */
  readonly skill: string | null;
  /** The nearest skills of the branches that were looked into, nearest first, with their shares. */
  readonly near: readonly { readonly name: string; readonly share: number }[];
  /** In the order in which they were made, to be kept by `SkillRecords.addDecision`. */
  readonly decisions: readonly DecisionRecord[];
  readonly warnings: readonly Warning[];
};

/** Branches whose skills are looked at: the chosen one and the next likely ones, so that one wrong turn loses nothing. */
const mostBranches = 3;
/** A branch less likely than this is not looked into. */
const leastShare = 0.03;
const mostNear = 5;

/**
 * Finds the skill for a request: category by category down the tree, then among the skills of the likeliest branches, then whether
 * that one and the request ask for the same program. Each step is a decision of its own. What it costs grows with the number of
 * branches at a node and of skills in three of them, not with the number of skills. Throws as `decide` does.
 */
export async function route(request: RoutingRequest, root: CategoryNode, deps: DecideDeps, abortable: Abortable = {}): Promise<Route> {
  const routed = withWords(request);
  const decisions: DecisionRecord[] = [];
  const warnings: Warning[] = [];
  const ask = async <C extends string>(question: Omit<DecisionQuestion<C>, 'subject'>): Promise<Decided<C>> => {
    const decided = await decide({ ...question, subject: request.subject ?? null }, deps, abortable);
    decisions.push(decided.record);
    warnings.push(...decided.warnings.filter(({ detail }) => !warnings.some((one) => one.detail === detail)));
    return decided;
  };
  const data = [{ label: 'request', text: withSignature(request) }];

  const { chosen, branches } = await descend(routed, root, async (node, rules) => {
    const options = node.children.map((child) => ({ id: child.path, description: describe(child) }));
    const question = 'Programs are sorted into categories. Which category does the requested program belong to?';
    return ask({ kind: 'skill-category', text: { question, data }, options: [...options, noneOf('categories')], rules, fallback: none });
  });

  const leaves = branches.flatMap((branch) => branch.leaves);
  if (leaves.length === 0) return { category: chosen, skill: null, near: [], decisions, warnings };
  const leaf = await ask({
    kind: 'skill-leaf',
    text: { question: 'Which of these programs does exactly what is requested?', data },
    options: [...leaves.map(({ skill }) => ({ id: skill.name, description: `${skill.name}: ${skill.description}` })), noneOf('programs')],
    rules: leafRules(routed, leaves),
    fallback: none,
  });
  const near = leaves
    .map(({ skill }, at) => ({ name: skill.name, share: leaf.distribution[at] ?? 0 }))
    .sort((a, b) => b.share - a.share)
    .slice(0, mostNear);
  const found = leaves.find(({ skill }) => skill.name === leaf.choice);
  if (found === undefined) return { category: chosen, skill: null, near, decisions, warnings };

  const { name, description, signature, category } = found.skill;
  const guard = await ask({
    kind: 'same-or-different',
    text: {
      question: 'Would the program do exactly what is requested?',
      data: [...data, { label: 'program', text: [`${name}: ${description}`, signature ?? ''].join('\n').trim() }],
    },
    options: [
      { id: 'same', description: 'Yes, it is the same function' },
      { id: 'different', description: 'No, a different function is requested' },
    ],
    rules: sameRules(routed, found, leaves),
    fallback: 'different',
  });
  return guard.choice === 'same'
    ? { category, skill: name, near, decisions, warnings }
    : { category: chosen, skill: null, near, decisions, warnings };
}

type Branch = { readonly node: CategoryNode; readonly share: number };

/** The chosen category, and the branches whose skills are worth a look: likeliest first, those on the chosen way before them. */
async function descend(
  request: RoutedRequest,
  root: CategoryNode,
  choose: (node: CategoryNode, rules: readonly number[]) => Promise<Decided<string>>,
): Promise<{ readonly chosen: string | null; readonly branches: readonly { readonly leaves: readonly Leaf[] }[] }> {
  const aside: Branch[] = [];
  const way: CategoryNode[] = [root];
  let share = 1;
  for (let node: CategoryNode | undefined = root; node !== undefined && node.children.length > 0; ) {
    const { choice, distribution } = await choose(node, categoryRules(request, node.children));
    const next: CategoryNode | undefined = node.children.find(({ path }) => path === choice);
    for (const [at, child] of node.children.entries())
      if (child !== next) aside.push({ node: child, share: share * (distribution[at] ?? 0) });
    share *= next === undefined ? 1 : (distribution[node.children.indexOf(next)] ?? 0);
    if (next !== undefined) way.push(next);
    node = next;
  }
  const chosen = way.at(-1)?.path || null;
  const others = aside.flatMap((branch) => spread(request, branch)).sort((a, b) => b.share - a.share);
  const own = way.toReversed().filter(({ leaves }) => leaves.length > 0);
  const room = Math.max(0, mostBranches - own.length);
  return { chosen, branches: [...own, ...others.slice(0, room).map(({ node }) => node)] };
}

/** A branch aside the chosen way as the categories below it that hold skills; rules alone share out its probability. */
function spread(request: RoutedRequest, { node, share }: Branch): readonly Branch[] {
  if (share < leastShare) return [];
  const own = node.leaves.length > 0 ? [{ node, share }] : [];
  if (node.children.length === 0) return own;
  const rules = categoryRules(request, node.children);
  return [...own, ...node.children.flatMap((child, at) => spread(request, { node: child, share: share * (rules[at] ?? 0) }))];
}

const noneOf = (what: string) => ({ id: none, description: `None of these ${what}` });

const withSignature = ({ text, signature }: RoutingRequest): string => (signature === undefined ? text : `${text}\n${signature}`);

/** Its own description, or what is in it where it has none. */
function describe({ path, description, children, leaves }: CategoryNode): string {
  const inside = [...children.map((child) => child.path.split('/').at(-1)), ...leaves.map(({ skill }) => skill.name)].slice(0, 6);
  return `${path}: ${description === '' ? inside.join(', ') : description}`;
}
