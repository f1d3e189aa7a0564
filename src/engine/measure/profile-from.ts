import type { ModelMeasurement } from '../../domain/model-measurement.ts';
import type { ModelProfile } from '../../domain/model-profile.ts';
import { wilson } from './wilson.ts';

/** Fewer decisions than this change nothing. */
const leastDecisions = 12;
const leastCap = 80;
const mostCap = 1024;
/** An answer may be this many times as long as the longest right one that was seen. */
const capFactor = 3;

/** What of a measurement the engine goes by; what was not measured stays as it was assumed. */
export function profileFrom(measurement: ModelMeasurement, assumed: ModelProfile): ModelProfile {
  const { tests, decisions } = measurement;
  const recipes = workingForms(measurement, assumed.recipes);
  return {
    ...assumed,
    recipes: recipes.length > 0 ? recipes : assumed.recipes,
    ...(tests === null || tests.replies === 0 ? {} : { testValidity: validityOf(tests) }),
    decides: decisions === null || decisions.trials < leastDecisions ? assumed.decides : beatsChance(decisions),
    maxTokens: capOf(measurement, recipes[0] ?? assumed.recipes[0] ?? 'chat', assumed),
  };
}

/**
 * Forms that gave right programs. The assumed one stays first unless another one is better beyond doubt: its whole interval lies
 * above the assumed one's share. The others follow by share.
 */
function workingForms({ forms }: ModelMeasurement, assumed: ModelProfile['recipes']): ModelProfile['recipes'] {
  const ranked = forms
    .filter(({ right }) => right > 0)
    .map(({ form, right, trials }) => ({ form, share: right / trials, low: wilson(right, trials).low }))
    .sort((one, other) => other.share - one.share);
  const usual = assumed.map((form) => ranked.find((one) => one.form === form)).find((one) => one !== undefined);
  const first = ranked.find(({ low }) => low > (usual?.share ?? 0)) ?? usual ?? ranked[0];
  return [...ranked.filter((one) => one === first), ...ranked.filter((one) => one !== first)].map(({ form }) => form);
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
