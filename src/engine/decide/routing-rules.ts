import { contentWords } from './content-words.ts';
import { type Distribution, normalised, softmax } from './distribution.ts';
import { compareSignatures, signatureShape } from './signature-shape.ts';
import { type CategoryNode, type FiledSkill, type Leaf, leafOf } from './skill-tree.ts';
import { nearness } from './word-index.ts';

export type RoutedRequest = {
  readonly text: string;
  /** One line, e.g. `def f(xs)`: strong evidence where a skill has the same. */
  readonly signature?: string;
  /** Its content words. */
  readonly words: readonly string[];
};

export const withWords = <T extends Omit<RoutedRequest, 'words'>>(request: T): T & RoutedRequest => ({
  ...request,
  words: contentWords(`${request.text} ${signatureShape(request.signature ?? '')?.name ?? ''}`),
});

/**
 * How nearness becomes a probability: options compete by `exp(steep * nearness)`, and `none of them` takes part with the nearness
 * `none`. Fitted by likelihood on the tuning half of `anneal bench routing`; the reserved half took no part.
 */
const fitted = {
  category: { steep: 33, none: 0.08 },
  leaf: { steep: 13, none: 0.3 },
  same: { base: -2.2, request: 4.5, skill: 1.4 },
};
/** Odds for and against the same program by its signature. Judged, not fitted: no request of the benchmark has a signature. */
const signatureOdds = { same: 20, differs: 0.05 };

const competing = (near: readonly number[], { steep, none }: { steep: number; none: number }): Distribution =>
  softmax([...near, none].map((one) => steep * one));

/** One probability a child and, last, that of none of them. */
export function categoryRules(request: RoutedRequest, children: readonly CategoryNode[]): Distribution {
  const documents = children.map(({ path, title, words }) => ({ id: path, main: title, more: words }));
  const near = nearness(documents, request.words);
  return competing(
    children.map(({ path }) => near.get(path) ?? 0),
    fitted.category,
  );
}

/** One probability a skill and, last, that of none of them. A signature alike is strong evidence, one unlike too. */
export function leafRules(request: RoutedRequest, leaves: readonly Leaf[]): Distribution {
  const documents = leaves.map(({ nameWords, descriptionWords }, at) => ({ id: String(at), main: nameWords, more: descriptionWords }));
  const near = nearness(documents, request.words);
  const byWords = competing(
    leaves.map((_, at) => near.get(String(at)) ?? 0),
    fitted.leaf,
  );
  return normalised(byWords.map((probability, at) => probability * (at < leaves.length ? oddsOf(request, leaves[at]) : 1)));
}

/** The probabilities of `same` and `different`: how much of each one's words the other one has, and their signatures. */
export function sameRules(request: RoutedRequest, leaf: Leaf, beside: readonly Leaf[]): Distribution {
  const { base, request: ofRequest, skill: ofSkill } = fitted.same;
  const documents = beside.map(({ nameWords, descriptionWords, skill }) => ({ id: skill.name, main: nameWords, more: descriptionWords }));
  const forward = nearness(documents, request.words).get(leaf.skill.name) ?? 0;
  const own = [...new Set([...leaf.nameWords, ...leaf.descriptionWords])];
  const back = nearness([{ id: 'request', main: request.words, more: request.words }], own).get('request') ?? 0;
  const odds = Math.exp(base + ofRequest * forward + ofSkill * back) * oddsOf(request, leaf);
  return [odds / (1 + odds), 1 / (1 + odds)];
}

/** The chance that a skill is the requested program, by words and signature; `beside`: the skills among which its words are weighed. */
export const sameChance = (request: Omit<RoutedRequest, 'words'>, skill: FiledSkill, beside: readonly FiledSkill[]): number =>
  sameRules(withWords(request), leafOf(skill), beside.map(leafOf))[0] ?? 0;

function oddsOf(request: RoutedRequest, leaf: Leaf | undefined): number {
  const alike = compareSignatures(request.signature, leaf?.skill.signature);
  return alike === null ? 1 : signatureOdds[alike];
}
