import type { Settings } from './setting-keys.ts';

/** A model for one job, as `--write-model` and `--write-url` name it; neither: the model of runs. */
export type NamedModel = { readonly model?: string; readonly url?: string };

/** Settings with that model: `NAME`, or `BACKEND:NAME`; an address alone means a server that speaks OpenAI's protocol. */
export function withNamedModel({ model, url }: NamedModel, values: Settings, backends: readonly string[]): Settings {
  const prefix = backends.find((name) => model?.startsWith(`${name}:`));
  const name = prefix === undefined ? model : model?.slice(prefix.length + 1);
  const keeps = url === undefined || values.backend === 'ollama' || values.backend === 'anthropic';
  const backend = prefix ?? (keeps ? values.backend : 'openai');
  const other = backend !== values.backend;
  return {
    ...values,
    backend,
    model: name ?? (other ? null : values.model),
    baseUrl: url ?? (other ? null : values.baseUrl),
  };
}
