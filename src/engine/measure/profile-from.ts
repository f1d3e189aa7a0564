import type { ModelMeasurement } from '../../domain/model-measurement.ts';
import type { ModelProfile } from '../../domain/model-profile.ts';
import { wilson } from './wilson.ts';

/** A form that gives this share of the best form's right programs is as good, as far as so few samples can tell. */
const asGood = 2 / 3;
/** Fewer decisions than this change nothing. */
const leastDecisions = 12;
const leastCap = 80;
const mostCap = 1024;
/** An answer may be this many times as long as the longest right one that was seen. */
const capFactor = 3;

/** What of a measurement the engine goes by; what was not measured stays as it was assumed. */
export function profileFrom(measurement: ModelMeasurement, assumed: ModelProfile): ModelProfile {
  const { tests, context, seeds, thinks, schema, decisions } = measurement;
  const recipes = workingForms(measurement, assumed.recipes);
  return {
    ...assumed,
    recipes: recipes.length > 0 ? recipes : assumed.recipes,
    ...(tests === null || tests.replies === 0 ? {} : { testValidity: validityOf(tests) }),
    decides: decisions === null || decisions.trials < leastDecisions ? assumed.decides : beatsChance(decisions),
    maxTokens: capOf(measurement, recipes[0] ?? assumed.recipes[0] ?? 'chat', assumed),
    ...(context === null || context.read === 0 ? {} : { contextTokens: context.found ?? context.read }),
    ...(thinks === null ? {} : { thinks }),
    ...(seeds === null ? {} : { seeds: seeds.repeats }),
    ...(schema === null ? {} : { holdsSchema: schema.right === schema.trials }),
  };
}

/** Forms that gave right programs: those about as good as the best in the order that was assumed, then the others by share. */
export function workingForms({ forms }: Pick<ModelMeasurement, 'forms'>, assumed: ModelProfile['recipes'] = []): ModelProfile['recipes'] {
  const ranked = forms
    .filter(({ right }) => right > 0)
    .map(({ form, right, trials }) => ({ form, share: right / trials }))
    .sort((one, other) => other.share - one.share);
  const best = ranked[0]?.share ?? 0;
  const good = ranked.filter(({ share }) => share >= best * asGood).map(({ form }) => form);
  const first = [...assumed.filter((form) => good.includes(form)), ...good.filter((form) => !assumed.includes(form))];
  return [...first, ...ranked.map(({ form }) => form).filter((form) => !good.includes(form))];
}

/** Better than chance beyond doubt: the whole interval lies above it. */
function beatsChance({ right, trials, chance }: NonNullable<ModelMeasurement['decisions']>): boolean {
  return wilson(right, trials).low > chance;
}

/** Without a single readable test the model writes none that count. */
function validityOf({ right, trials, replies }: NonNullable<ModelMeasurement['tests']>): ModelProfile['testValidity'] {
  return trials === 0 ? { value: 0, trials: replies } : { value: right / trials, trials };
}

function capOf({ longestRight }: ModelMeasurement, form: ModelProfile['recipes'][number], assumed: ModelProfile): number {
  // A chat answer holds explanations of any length; a begun function ends where it ends.
  if (form === 'chat') return Math.max(assumed.maxTokens, longestRight === null ? 0 : 512);
  return longestRight === null ? assumed.maxTokens : Math.min(mostCap, Math.max(leastCap, longestRight * capFactor));
}
