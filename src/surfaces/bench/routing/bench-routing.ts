import type { DecideDeps } from '../../../engine/decide/decide-deps.ts';
import { route } from '../../../engine/decide/route.ts';
import { growTree } from '../../../engine/decide/skill-tree.ts';
import type { Abortable } from '../../../ports/abortable.ts';
import type { Decision, Model, Option } from '../../../ports/model.ts';
import { type RoutingCost, routingCost } from './routing-cost.ts';
import { loadRoutingData, type RoutingCase } from './routing-data.ts';
import { type RoutedCase, type RoutingFigures, routingFigures } from './routing-figures.ts';

export type Half = RoutingCase['half'];

/** How one decider did. */
export type RoutingResult = {
  readonly decider: string;
  readonly model: string | null;
  /** Questions to the model, each order of the options counted, and seconds for all cases; answers that were had before cost neither. */
  readonly questions: number;
  readonly seconds: number;
  readonly halves: Readonly<Partial<Record<Half, RoutingFigures>>>;
  readonly all: RoutingFigures;
};

export type RoutingReport = {
  readonly skills: number;
  readonly categories: number;
  readonly cases: number;
  readonly results: readonly RoutingResult[];
  readonly cost: readonly RoutingCost[];
};

export type RoutingOptions = Abortable & {
  readonly halves: readonly Half[];
  /** Of each half. */
  readonly limit?: number;
  readonly onCase?: (decider: string, done: number, total: number) => void;
};

/**
 * Requests with known places in a library, routed by rules and by each model alone and together with rules, whatever was measured of
 * the model. Each case is one request; the figures are shares of cases and, below them, of single decisions.
 */
export async function benchRouting(
  models: readonly Model[],
  base: Pick<DecideDeps, 'clock' | 'random' | 'sha256'>,
  now: () => number,
  { halves, limit, onCase, signal }: RoutingOptions,
): Promise<RoutingReport> {
  const data = await loadRoutingData();
  const cases = halves.flatMap((half) => data.cases.filter((one) => one.half === half).slice(0, limit));
  const root = growTree(data.tree);
  const abortable = signal === undefined ? {} : { signal };
  const results: RoutingResult[] = [];
  const measure = async (decider: string, deps: DecideDeps, questions: () => number): Promise<void> => {
    const started = now();
    const before = questions();
    const routed: RoutedCase[] = [];
    for (const one of cases) {
      onCase?.(decider, routed.length, cases.length);
      routed.push({ case: one, route: await route({ text: one.request }, root, deps, abortable) });
    }
    const byHalf = halves.map((half) => [half, routingFigures(routed.filter((one) => one.case.half === half))] as const);
    results.push({
      decider,
      model: deps.model?.id ?? null,
      questions: questions() - before,
      seconds: (now() - started) / 1000,
      halves: Object.fromEntries(byHalf),
      all: routingFigures(routed),
    });
  };
  const rules: DecideDeps = { ...base, model: null, profile: { decides: false } };
  await measure('rules', rules, () => 0);
  for (const model of models) {
    const asked = remembering(model);
    const deps: DecideDeps = { ...base, model: asked.model, profile: { decides: true } };
    await measure(`${model.id} alone`, { ...deps, weighRules: false }, asked.questions);
    await measure(`${model.id} with rules`, deps, asked.questions);
  }
  const cost = await routingCost(data.tree, cases, rules, now, abortable);
  return { skills: data.tree.skills.length, categories: data.tree.categories.length, cases: cases.length, results, cost };
}

/** Asks no question twice: the two ways of using a model meet many of the same. */
function remembering(model: Model): { readonly model: Model; readonly questions: () => number } {
  const known = new Map<string, Decision<string>>();
  return {
    questions: () => known.size,
    model: {
      id: model.id,
      backend: model.backend,
      capabilities: model.capabilities,
      countTokens: (messages, options) => model.countTokens(messages, options),
      complete: (request, options) => model.complete(request, options),
      decide: async <const C extends string>(
        request: { readonly prompt: string; readonly options: readonly Option<C>[] },
        options?: Abortable,
      ) => {
        const key = JSON.stringify(request);
        const found = known.get(key) ?? (await model.decide(request, options));
        known.set(key, found);
        // The key holds the options, so the ids are the caller's.
        return found as Decision<C>;
      },
      close: () => model.close(),
    },
  };
}
