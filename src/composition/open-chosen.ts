import { AppError } from '../domain/app-error.ts';
import type { Warning } from '../domain/run-event.ts';
import { say, warned } from '../domain/said.ts';
import type { Model } from '../ports/model.ts';
import type { ModelProvider, PullProgress } from '../ports/model-provider.ts';
import type { ModelChoice } from './choose-model.ts';

export type OpenChosenParts = {
  readonly defaultEmbeddedModel: string;
  readonly showPull: (name: string, parts: AsyncIterable<PullProgress>) => Promise<void>;
};

/** Another model is taken in place of one that nobody named and that cannot be fetched. */
const replaceable: ReadonlySet<string> = new Set(['weights-unavailable', 'no-space', 'weights-corrupt']);

/** Opens the chosen model; the embedded one is fetched first where it is not here. `warn` is told what was taken instead. */
export async function openChosen(
  choice: ModelChoice,
  { defaultEmbeddedModel, showPull }: OpenChosenParts,
  warn: (warning: Warning) => void,
  signal: AbortSignal,
): Promise<Model> {
  const { provider, name } = choice;
  if (provider.backend !== 'llama-cpp') return provider.open(name, { signal });
  try {
    if (await isFetchable(provider, name, signal)) await showPull(name, provider.pull(name, { signal }));
  } catch (error) {
    if (!choice.byItself || name === defaultEmbeddedModel || !(error instanceof AppError) || !replaceable.has(error.code)) throw error;
    const why = error.message.replace(/\.$/u, '');
    warn(warned('model', say('better-not-fetched', { name, why, packaged: defaultEmbeddedModel })));
    if (await isFetchable(provider, defaultEmbeddedModel, signal)) {
      await showPull(defaultEmbeddedModel, provider.pull(defaultEmbeddedModel, { signal }));
    }
    return provider.open(defaultEmbeddedModel, { signal });
  }
  return provider.open(name, { signal });
}

/** Known by name and not there yet: the first run fetches it. */
async function isFetchable(provider: ModelProvider, name: string, signal: AbortSignal): Promise<boolean> {
  const listing = (await provider.list({ signal })).find((model) => model.name === name);
  return listing !== undefined && !listing.present;
}
