import { judged } from '../../../engine/decide/decision-log.ts';
import type { Route } from '../../../engine/decide/route.ts';
import { wilson } from '../../../engine/measure/wilson.ts';
import { type DecisionStats, decisionStats } from '../../decision-stats.ts';
import type { RoutingCase } from './routing-data.ts';

export type RoutedCase = { readonly case: RoutingCase; readonly route: Route };

/** A share with its 95 % interval (Wilson). */
export type Share = { readonly right: number; readonly of: number; readonly value: number; readonly ci: readonly [number, number] };

export type RoutingFigures = {
  readonly cases: number;
  /** The category, or that there is none. */
  readonly category: Share;
  /** The same for its first level alone. */
  readonly top: Share;
  /** The skill, or that there is none. */
  readonly skill: Share;
  /** Of requests that a skill answers: it is the one handed on. */
  readonly known: Share;
  /** Of these: it is among the three nearest, whose tests could tell. */
  readonly near3: Share;
  /** Of skills handed on: it is the right one. */
  readonly handedOn: Share;
  readonly byLanguage: Readonly<Record<'en' | 'ru', { readonly category: Share; readonly skill: Share; readonly near3: Share }>>;
  /** Accuracy, NLL and ECE of the single decisions. */
  readonly decisions: readonly DecisionStats[];
};

const top = (path: string | null): string | null => path?.split('/')[0] ?? null;

function share(routed: readonly RoutedCase[], isRight: (one: RoutedCase) => boolean): Share {
  const right = routed.filter(isRight).length;
  const { low, high } = wilson(right, routed.length);
  return { right, of: routed.length, value: routed.length === 0 ? 0 : right / routed.length, ci: [low, high] };
}

const categoryRight = ({ case: one, route }: RoutedCase): boolean => route.category === one.category;
const skillRight = ({ case: one, route }: RoutedCase): boolean => route.skill === one.skill;
const isNear = ({ case: one, route }: RoutedCase): boolean => route.near.slice(0, 3).some(({ name }) => name === one.skill);

export function routingFigures(routed: readonly RoutedCase[]): RoutingFigures {
  const known = routed.filter(({ case: one }) => one.skill !== null);
  const of = (lang: 'en' | 'ru') => {
    const some = routed.filter(({ case: one }) => one.lang === lang);
    const answered = some.filter(({ case: one }) => one.skill !== null);
    return { category: share(some, categoryRight), skill: share(some, skillRight), near3: share(answered, isNear) };
  };
  return {
    cases: routed.length,
    category: share(routed, categoryRight),
    top: share(routed, ({ case: one, route }) => top(route.category) === top(one.category)),
    skill: share(routed, skillRight),
    known: share(known, skillRight),
    near3: share(known, isNear),
    handedOn: share(
      routed.filter(({ route }) => route.skill !== null),
      skillRight,
    ),
    byLanguage: { en: of('en'), ru: of('ru') },
    decisions: decisionStats(routed.flatMap(({ case: { category, skill }, route }) => judged(route.decisions, { category, skill }))),
  };
}
