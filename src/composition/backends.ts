import { type Folders, modelFolder } from '../config/folders.ts';
import type { Settings } from '../config/setting-keys.ts';
import type { ModelProvider } from '../ports/model-provider.ts';
import type { BackendInfo } from '../surfaces/cli/backend-choice.ts';
import { apiKeyFrom, proxyFrom } from './from-environment.ts';

export type BackendGiven = {
  readonly settings: Settings;
  readonly folders: Folders;
  readonly environment: Readonly<Record<string, string | undefined>>;
};

export type Backend = BackendInfo & {
  /** Loads the adapter's code, and only this one's. */
  readonly open: (given: BackendGiven) => Promise<ModelProvider>;
};

/** Every backend there is: command line, configuration, completion and documentation take their names from here. */
export const backends: readonly Backend[] = [
  {
    id: 'llama-cpp',
    models: 'fetched',
    async open({ settings, folders }) {
      const { createLlamaCppProvider } = await import('../models/llama-cpp/llama-cpp-provider.ts');
      return createLlamaCppProvider({
        cacheFolder: modelFolder(folders),
        childEntry: new URL('../models/llama-cpp/child.js', import.meta.url),
        ...(settings.threads === null ? {} : { threads: settings.threads }),
      });
    },
  },
  {
    id: 'ollama',
    models: 'fetched',
    async open({ settings, environment }) {
      const { createOllamaProvider } = await import('../models/ollama/ollama-provider.ts');
      return createOllamaProvider({ baseUrl: addressFor('ollama', settings) ?? settings.ollamaUrl, ...proxyFrom(environment) });
    },
  },
  {
    id: 'openai',
    models: 'served',
    async open({ settings, environment }) {
      const { createOpenAiProvider } = await import('../models/openai-compatible/openai-provider.ts');
      return createOpenAiProvider({
        ...withAddress('openai', settings),
        // The key of the API is for the address that a person gave, not for whatever listens on this machine's usual port.
        ...apiKeyFrom(environment, ['ANNEAL_API_KEY', ...(addressFor('openai', settings) === null ? [] : ['OPENAI_API_KEY'])]),
        ...proxyFrom(environment),
      });
    },
  },
  {
    id: 'anthropic',
    models: 'served',
    async open({ settings, environment }) {
      const { createAnthropicProvider } = await import('../models/anthropic/anthropic-provider.ts');
      return createAnthropicProvider({
        ...withAddress('anthropic', settings),
        ...apiKeyFrom(environment, ['ANTHROPIC_API_KEY']),
        ...proxyFrom(environment),
      });
    },
  },
  {
    id: 'mock',
    models: 'none',
    open: async () => (await import('../models/mock/mock-provider.ts')).createMockProvider(),
  },
];

export const backendNames: readonly string[] = backends.map(({ id }) => id);

/** Throws `RangeError` for a name that the settings would not have let through. */
export async function openBackend(id: string, given: BackendGiven): Promise<ModelProvider> {
  const backend = backends.find((one) => one.id === id);
  if (backend === undefined) throw new RangeError(`There is no backend ${id}.`);
  return backend.open(given);
}

/** `--base-url` is the address of the backend that was asked for; with `auto` that can only be Ollama. */
function addressFor(id: string, { backend, baseUrl }: Settings): string | null {
  return backend === id || (backend === 'auto' && id === 'ollama') ? baseUrl : null;
}

function withAddress(id: string, settings: Settings): { readonly baseUrl?: string } {
  const baseUrl = addressFor(id, settings);
  return baseUrl === null ? {} : { baseUrl };
}
