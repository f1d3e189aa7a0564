import { unreachable } from '../bodies/ask-model.ts';
import type { EffectiveSettings } from '../config/load-settings.ts';
import { type NamedModel, withNamedModel } from '../config/named-model.ts';
import type { Settings } from '../config/setting-keys.ts';
import type { Model } from '../ports/model.ts';
import type { ModelProvider, PullProgress } from '../ports/model-provider.ts';
import { backendNames } from './backends.ts';
import { chooseModel } from './choose-model.ts';
import { openModel } from './prepare-run.ts';

export type NamedModelParts = {
  readonly settings: EffectiveSettings;
  readonly provider: (backend: string, settings: Settings) => Promise<ModelProvider>;
  readonly defaultEmbeddedModel: string;
  readonly showPull: (name: string, parts: AsyncIterable<PullProgress>) => Promise<void>;
  readonly signal: AbortSignal;
};

export type OpenedModel = { readonly model: Model; readonly address: string; readonly named: boolean };

const defaultAddresses: Readonly<Record<string, string>> = {
  openai: 'http://127.0.0.1:8000/v1',
  anthropic: 'https://api.anthropic.com',
  'llama-cpp': 'the embedded model',
  mock: 'the demo model',
};

/** Opens it. Throws `codegen endpoint unreachable …` where nobody answers. */
export async function openNamedModel(named: NamedModel, parts: NamedModelParts): Promise<OpenedModel> {
  const values = withNamedModel(named, parts.settings.values, backendNames);
  let address = values.baseUrl ?? (values.backend === 'ollama' ? values.ollamaUrl : (defaultAddresses[values.backend] ?? values.backend));
  try {
    const choice = await chooseModel(values, {
      provider: (backend) => parts.provider(backend, values),
      defaultEmbeddedModel: parts.defaultEmbeddedModel,
      signal: parts.signal,
    });
    if (values.backend === 'auto') {
      address =
        choice.provider.backend === 'ollama'
          ? (values.baseUrl ?? values.ollamaUrl)
          : (defaultAddresses[choice.provider.backend] ?? address);
    }
    const model = await openModel({ ...parts, settings: { ...parts.settings, values } }, choice, parts.signal);
    return { model, address, named: named.model !== undefined || named.url !== undefined };
  } catch (error) {
    parts.signal.throwIfAborted();
    throw unreachable(error, address);
  }
}
