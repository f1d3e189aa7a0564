import type { EffectiveSettings } from '../config/load-settings.ts';
import type { Warning } from '../domain/run-event.ts';
import { retryModel } from '../models/middleware/retry-model.ts';
import { usualRetries } from '../models/middleware/retry-policy.ts';
import type { Model } from '../ports/model.ts';
import { type ModelChoice, withAlternatives } from './choose-model.ts';
import { type OpenChosenParts, openChosen } from './open-chosen.ts';
import { systemRandom } from './system-clock.ts';

/** Opens what was chosen; the first use of known weights fetches them. */
export async function openModel(
  parts: OpenChosenParts & { readonly settings: EffectiveSettings },
  choice: ModelChoice,
  signal: AbortSignal,
  warn: (warning: Warning) => void = () => undefined,
): Promise<Model> {
  try {
    const model = await openChosen(choice, parts, warn, signal);
    return retryModel(model, { policy: usualRetries, chance: () => systemRandom.seed() / 2 ** 31 });
  } catch (error) {
    throw parts.settings.values.backend === 'auto' ? withAlternatives(error) : error;
  }
}
