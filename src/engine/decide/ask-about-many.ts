import type { Abortable } from '../../ports/abortable.ts';
import type { Model, Option } from '../../ports/model.ts';
import { type Asked, askModel } from './ask-model.ts';
import { type Distribution, likeliest, normalised } from './distribution.ts';

/** As many as there are labels. */
const most = 8;
/** What rules may leave out without asking: this share of probability, by their own account. */
const leavable = 0.1;
/** Beyond so many, rules drop the rest before a tournament: it would ask for minutes. */
const mostInTournament = 32;

export type Question<C extends string> = {
  readonly prompt: string;
  readonly options: readonly Option<C>[];
  /** What rules make of the options. */
  readonly rules: Distribution;
  /** Place of the option that says none of the others, such as `different`. */
  readonly fallback: number;
};

/**
 * Any number of options. Up to eight are asked about at once. Of more, rules leave out the unlikely ones where they can tell them
 * apart; else there is a tournament: groups of at most eight, then the groups' winners. The fallback meets every group. What was
 * left out keeps the probability that rules gave it.
 */
export async function askAboutMany<C extends string>(model: Model, question: Question<C>, abortable: Abortable): Promise<Asked> {
  const { prompt, options, rules, fallback } = question;
  if (options.length <= most) return askModel(model, prompt, options, abortable);
  const share = (option: number): number => rules[option] ?? 0;
  const ranked = options
    .map((_, at) => at)
    .filter((at) => at !== fallback)
    .sort((a, b) => share(b) - share(a) || a - b);
  const room = most - 1;
  const unlikely = ranked.slice(room).reduce((sum, at) => sum + share(at), 0);
  const kept = ranked.slice(0, unlikely <= leavable ? room : mostInTournament);
  const asked: Asked[] = [];
  /** The chances of some options and, last, of the fallback. */
  const chancesOf = async (among: readonly number[]): Promise<Distribution> => {
    const answer = await askModel(
      model,
      prompt,
      [...among, fallback].flatMap((at) => options[at] ?? []),
      abortable,
    );
    asked.push(answer);
    return answer.distribution;
  };

  const groups: { readonly members: readonly number[]; readonly inside: Distribution; readonly winner: number }[] = [];
  const count = kept.length <= room ? kept.length : Math.ceil(kept.length / room);
  for (let group = 0; group < count; group += 1) {
    // Dealt like cards, so that the rules' favourites meet in the final and not in one group.
    const members = kept.filter((_, place) => place % count === group);
    const inside = members.length === 1 ? [1] : normalised((await chancesOf(members)).slice(0, -1));
    groups.push({ members, inside, winner: members[likeliest(inside)] ?? fallback });
  }
  const final = await chancesOf(groups.map(({ winner }) => winner));

  const weights = new Map<number, number>([[fallback, final.at(-1) ?? 0]]);
  for (const [place, { members, inside }] of groups.entries())
    for (const [at, member] of members.entries()) weights.set(member, (final[place] ?? 0) * (inside[at] ?? 0));
  const leftOut = options.reduce((sum, _, at) => sum + (weights.has(at) ? 0 : share(at)), 0);
  const masses = asked.map(({ labelMass }) => labelMass).filter((mass) => mass !== null);
  return {
    distribution: normalised(options.map((_, at) => (weights.has(at) ? (weights.get(at) ?? 0) * (1 - leftOut) : share(at)))),
    labelMass: masses.length === 0 ? null : Math.min(...masses),
    calibrated: asked.every(({ calibrated }) => calibrated),
    orders: asked.reduce((sum, { orders }) => sum + orders, 0),
  };
}
