import type { EffectiveSettings } from '../config/load-settings.ts';
import { type NamedModel, withNamedModel } from '../config/named-model.ts';
import type { Settings } from '../config/setting-keys.ts';
import { shownSetting } from '../config/shown-setting.ts';
import { defaultAddressOf } from '../domain/default-addresses.ts';
import type { Model } from '../ports/model.ts';
import type { ModelProvider, PullProgress } from '../ports/model-provider.ts';
import { backendNames } from './backends.ts';
import { chooseModel } from './choose-model.ts';
import { type ModelShelf, shelfKey } from './model-shelf.ts';
import { openModel } from './open-model.ts';

export type NamedModelParts = {
  readonly settings: EffectiveSettings;
  readonly provider: (backend: string, settings: Settings) => Promise<ModelProvider>;
  readonly defaultEmbeddedModel: string;
  readonly showPull: (name: string, parts: AsyncIterable<PullProgress>) => Promise<void>;
  /** Where it is shared with runs. */
  readonly models: ModelShelf;
  readonly signal: AbortSignal;
};

export type OpenedModel = { readonly model: Model; readonly address: string; readonly named: boolean };

const whereElse: Readonly<Record<string, string>> = { 'llama-cpp': 'the embedded model', mock: 'the demo model' };

/** Where that model is, as far as the settings say it. */
export function addressOf(named: NamedModel, settings: Settings): string {
  const { backend, baseUrl, ollamaUrl } = withNamedModel(named, settings, backendNames);
  return String(
    shownSetting('baseUrl', baseUrl ?? (backend === 'ollama' ? ollamaUrl : (defaultAddressOf(backend) ?? whereElse[backend] ?? backend))),
  );
}

/** Opens it, or takes it from the shelf. Throws as opening any model does, or `signal.reason`. */
export async function openNamedModel(named: NamedModel, parts: NamedModelParts): Promise<OpenedModel> {
  const values = withNamedModel(named, parts.settings.values, backendNames);
  const choice = await chooseModel(values, {
    provider: (backend) => parts.provider(backend, values),
    defaultEmbeddedModel: parts.defaultEmbeddedModel,
    signal: parts.signal,
  });
  const model = await parts.models.take(shelfKey(choice, values), () =>
    openModel({ ...parts, settings: { ...parts.settings, values } }, choice, parts.signal),
  );
  const address =
    values.backend === 'auto' ? addressOf({ model: `${choice.provider.backend}:` }, values) : addressOf(named, parts.settings.values);
  return { model, address, named: named.model !== undefined || named.url !== undefined };
}
