import type { Settings } from '../config/setting-keys.ts';
import { AppError } from '../domain/app-error.ts';
import type { ModelListing, ModelProvider } from '../ports/model-provider.ts';

export type BackendId = 'llama-cpp' | 'ollama' | 'mock';
export type ModelChoice = { readonly provider: ModelProvider; readonly name: string };

export type ChooseModelDeps = {
  readonly provider: (backend: BackendId) => Promise<ModelProvider>;
  readonly defaultEmbeddedModel: string;
  readonly signal: AbortSignal;
};

type Wanted = Pick<Settings, 'backend' | 'model' | 'ollamaModel'>;

/** How long `auto` waits for an Ollama that may not be there. */
const probeMs = 300;
const codeModel = /code|coder|codestral|devstral|starcoder|granite|deepseek/i;

/** `auto`: a configured model, else a reachable Ollama with a code model, else the embedded model. */
export async function chooseModel(wanted: Wanted, deps: ChooseModelDeps): Promise<ModelChoice> {
  switch (wanted.backend) {
    case 'mock':
      return { provider: await deps.provider('mock'), name: wanted.model ?? '' };
    case 'llama-cpp':
      return { provider: await deps.provider('llama-cpp'), name: wanted.model ?? deps.defaultEmbeddedModel };
    case 'ollama': {
      const provider = await deps.provider('ollama');
      const name = wanted.model ?? wanted.ollamaModel ?? preferred(await provider.list({ signal: deps.signal }));
      if (name !== null) return { provider, name };
      throw new AppError('model-missing', 'Ollama has no model', 'ollama pull qwen2.5-coder:7b');
    }
    case 'auto':
      return chooseByItself(wanted, deps);
  }
}

async function chooseByItself(wanted: Wanted, deps: ChooseModelDeps): Promise<ModelChoice> {
  const embedded = async (): Promise<ModelChoice> => ({
    provider: await deps.provider('llama-cpp'),
    name: wanted.model ?? deps.defaultEmbeddedModel,
  });
  if (wanted.model?.endsWith('.gguf')) return embedded();
  const ollama = await deps.provider('ollama');
  const there = await listQuickly(ollama, deps.signal);
  const asked = wanted.model ?? wanted.ollamaModel;
  const name = asked === null ? (there.find((model) => codeModel.test(model.name))?.name ?? null) : named(there, asked);
  return name === null ? embedded() : { provider: ollama, name };
}

/** What is there within the probe's time; nothing when nobody answers. */
async function listQuickly(provider: ModelProvider, signal: AbortSignal): Promise<readonly ModelListing[]> {
  try {
    return (await provider.list({ signal: AbortSignal.any([signal, AbortSignal.timeout(probeMs)]) })).filter(({ present }) => present);
  } catch {
    signal.throwIfAborted();
    return [];
  }
}

const preferred = (models: readonly ModelListing[]): string | null =>
  (models.find(({ name }) => codeModel.test(name)) ?? models[0])?.name ?? null;

const named = (models: readonly ModelListing[], asked: string): string | null =>
  models.find(({ name }) => name === asked || name === `${asked}:latest`)?.name ?? null;

/** What to do when `auto` ends with a model that cannot be had. */
export function withAlternatives(error: unknown): unknown {
  if (!(error instanceof AppError) || !['weights-unavailable', 'model-missing', 'no-space', 'weights-corrupt'].includes(error.code))
    return error;
  const others =
    'or start Ollama with a code model (ollama pull qwen2.5-coder:7b), or give --model FILE.gguf, or see a demo: anneal run --backend mock';
  return new AppError(error.code, error.message, `${error.hint}; ${others}`, { cause: error });
}
