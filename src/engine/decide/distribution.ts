/** One probability an option, in the options' order; they sum to one. */
export type Distribution = readonly number[];

/** What nobody gives any chance still gets this one, so that a single zero never decides a product. */
const least = 1e-6;

export function normalised(weights: readonly number[]): Distribution {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return total > 0 ? weights.map((weight) => weight / total) : weights.map(() => 1 / weights.length);
}

/** Of scores on a log scale. */
export function softmax(scores: readonly number[]): Distribution {
  const highest = Math.max(...scores);
  return normalised(scores.map((score) => Math.exp(score - highest)));
}

const logOf = (probability: number | undefined): number => Math.log(Math.max(least, probability ?? 0));

/**
 * The normalised geometric mean. Over all rotations of the options it takes out a preference for a label or place whole, where that
 * preference acts as a factor: each option meets each factor once.
 */
export function geometricMean(all: readonly Distribution[]): Distribution {
  const [first = []] = all;
  return softmax(first.map((_, option) => all.reduce((sum, one) => sum + logOf(one[option]), 0) / all.length));
}

/** The normalised product: what two judges say together, as if neither knew of the other. Equal probabilities change nothing. */
export const together = (one: Distribution, other: Distribution): Distribution =>
  softmax(one.map((probability, option) => logOf(probability) + logOf(other[option])));

/** Half of the summed differences: 0 for equal ones, 1 for those that share nothing. */
export function totalVariation(one: Distribution, other: Distribution): number {
  return one.reduce((sum, probability, at) => sum + Math.abs(probability - (other[at] ?? 0)), 0) / 2;
}

/** The first of the likeliest. */
export const likeliest = (distribution: Distribution): number => distribution.indexOf(Math.max(...distribution));
