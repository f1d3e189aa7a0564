import type { Abortable } from '../../ports/abortable.ts';
import type { Model, Option } from '../../ports/model.ts';
import { type Distribution, geometricMean, normalised, totalVariation } from './distribution.ts';

/** What a model said on one question, over all orders in which it was asked. */
export type Asked = {
  readonly distribution: Distribution;
  /** Mean over the orders; null where the backend shows no probabilities. */
  readonly labelMass: number | null;
  readonly calibrated: boolean;
  /** Orders asked. */
  readonly orders: number;
};

/** Two orders that differ by no more than this show no preference for a label worth averaging away. */
const closeEnough = 0.1;

/**
 * Asks with the options rotated, so that no option gains from its label. Two orders are always asked, the given one and the one
 * turned by half: from a single one a preference for a letter cannot be told from one for an option. Where both agree that is all;
 * else every rotation is asked and their geometric mean counts. Two to eight options.
 */
export async function askModel<C extends string>(
  model: Model,
  prompt: string,
  options: readonly Option<C>[],
  abortable: Abortable,
): Promise<Asked> {
  const count = options.length;
  const ask = async (shift: number) => {
    const rotated = options.map((_, at) => options[(at + shift) % count]).filter((option) => option !== undefined);
    const decision = await model.decide({ prompt, options: rotated }, abortable);
    const found = new Map(decision.probabilities.map(({ id, probability }) => [id, probability]));
    const distribution = normalised(options.map(({ id }) => found.get(id) ?? 0));
    return {
      distribution,
      mass: decision.labelMass,
      calibrated: decision.calibrated,
      choice: options.findIndex(({ id }) => id === decision.choice),
    };
  };
  const half = Math.floor(count / 2);
  const first = await ask(0);
  const turned = await ask(half);
  const answers = [first, turned];
  const agree =
    first.choice === turned.choice && (!first.calibrated || totalVariation(first.distribution, turned.distribution) <= closeEnough);
  if (!agree) for (let shift = 1; shift < count; shift += 1) if (shift !== half) answers.push(await ask(shift));
  const calibrated = answers.every((answer) => answer.calibrated);
  if (!calibrated)
    return {
      distribution: fromVotes(
        answers.map(({ choice }) => choice),
        count,
      ),
      labelMass: null,
      calibrated,
      orders: answers.length,
    };
  const masses = answers.map(({ mass }) => mass).filter((mass) => mass !== null);
  return {
    distribution: geometricMean(answers.map(({ distribution }) => distribution)),
    labelMass: masses.length === 0 ? null : masses.reduce((sum, mass) => sum + mass, 0) / masses.length,
    calibrated,
    orders: answers.length,
  };
}

/** One vote an order, smoothed by one for each option (Laplace): a bare choice stays a weak one. */
const fromVotes = (choices: readonly number[], count: number): Distribution =>
  normalised(Array.from({ length: count }, (_, option) => 1 + choices.filter((choice) => choice === option).length));
