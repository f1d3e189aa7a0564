import type { Decision, Option } from '../ports/model.ts';

/** The labels of options in a prompt, in order. */
export const optionLabels = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'] as const;

/** The question with its labelled options; the answer is to be one label. */
export function decisionPrompt(request: { readonly prompt: string; readonly options: readonly Option<string>[] }): string {
  const listed = request.options.map(({ description }, index) => `${optionLabels[index]}) ${description}`);
  return `${request.prompt}\n\n${listed.join('\n')}\n\nAnswer with one letter only.`;
}

/** Below this share the model was not about to name a label at all, and the rest is no evidence. */
const leastLabelMass = 0.05;

/**
 * Normalised probabilities of the labels from the likeliest first tokens. A label counts with and without a space
 * before it. One that is not listed is less likely than the least one listed: it gets that bound, or an equal share of
 * what is left if that is smaller. Null when the labels hold less than 5 % together.
 */
export function labelProbabilities<C extends string>(
  options: readonly Option<C>[],
  top: readonly { readonly token: string; readonly logprob: number }[],
): Decision<C> | null {
  const seen = options.map((_, index) => {
    const label = optionLabels[index];
    return top.filter(({ token }) => token.trim() === label).reduce((sum, { logprob }) => sum + Math.exp(logprob), 0);
  });
  const labelMass = seen.reduce((sum, probability) => sum + probability, 0);
  if (labelMass < leastLabelMass) return null;
  const listed = top.map(({ logprob }) => Math.exp(logprob));
  const missing = seen.filter((probability) => probability === 0).length;
  const rest = Math.max(0, 1 - listed.reduce((sum, probability) => sum + probability, 0));
  const bound = missing === 0 ? 0 : Math.min(Math.min(...listed), rest / missing);
  const filled = seen.map((probability) => (probability === 0 ? bound : probability));
  return normalised(options, filled, labelMass);
}

/** The same from the exact probability of each label; null when the labels hold less than 5 % together. */
export function exactLabelProbabilities<C extends string>(options: readonly Option<C>[], shares: readonly number[]): Decision<C> | null {
  const labelMass = shares.reduce((sum, share) => sum + share, 0);
  return labelMass < leastLabelMass ? null : normalised(options, shares, labelMass);
}

function normalised<C extends string>(options: readonly Option<C>[], shares: readonly number[], labelMass: number): Decision<C> | null {
  const total = shares.reduce((sum, share) => sum + share, 0);
  const best = options[shares.indexOf(Math.max(...shares))];
  if (best === undefined) return null;
  return {
    choice: best.id,
    probabilities: options.map(({ id }, index) => ({ id, probability: (shares[index] ?? 0) / total })),
    labelMass: Math.min(1, labelMass),
    calibrated: true,
  };
}

/** One choice without probabilities: one vote, smoothed by one for each option (Laplace), so that it stays a weak one. */
export function uncalibratedChoice<C extends string>(options: readonly Option<C>[], index: number): Decision<C> {
  const chosen = options[index];
  if (chosen === undefined) throw new RangeError(`There is no option ${index}.`);
  return {
    choice: chosen.id,
    probabilities: options.map(({ id }, at) => ({ id, probability: (at === index ? 2 : 1) / (options.length + 1) })),
    labelMass: null,
    calibrated: false,
  };
}
