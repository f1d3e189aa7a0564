import type { Settings } from '../config/setting-keys.ts';
import type { Model } from '../ports/model.ts';
import type { ModelChoice } from './choose-model.ts';
import { closeAll } from './close-all.ts';

/** Where opened models are kept between runs, and shared with whatever else of this process asks one. */
export type ModelShelf = {
  /** The model of that key, opened by `open` unless it is there. */
  readonly take: (key: string, open: () => Promise<Model>) => Promise<Model>;
  /** A run is done with it. */
  readonly giveBack: (model: Model) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** The same for whoever would open the same model, at the same address. */
export const shelfKey = (
  { provider, name }: Pick<ModelChoice, 'provider' | 'name'>,
  { baseUrl, ollamaUrl }: Pick<Settings, 'baseUrl' | 'ollamaUrl'>,
): string => JSON.stringify([provider.backend, name, baseUrl, provider.backend === 'ollama' ? ollamaUrl : null]);

/** `keep`: models stay open until `close`; otherwise each run has its own. */
export function createModelShelf(keep: boolean): ModelShelf {
  const kept = new Map<string, Promise<Model>>();
  return {
    take: (key, open) => {
      if (!keep) return open();
      const opening = kept.get(key) ?? open();
      kept.set(key, opening);
      // A model that could not be opened is tried again by the next run.
      opening.catch(() => kept.delete(key));
      return opening;
    },
    giveBack: async (model) => {
      if (!keep) await model.close();
    },
    close: async () => {
      const models = await Promise.allSettled(kept.values());
      await closeAll(models.flatMap((model) => (model.status === 'fulfilled' ? [() => model.value.close()] : [])));
    },
  };
}
