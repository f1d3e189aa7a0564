import { type Folders, modelFolder } from '../config/folders.ts';
import type { Settings } from '../config/setting-keys.ts';
import type { ModelProvider } from '../ports/model-provider.ts';

/** The adapter of one backend; only its code is loaded. */
export async function openProvider(name: 'llama-cpp' | 'ollama' | 'mock', settings: Settings, folders: Folders): Promise<ModelProvider> {
  switch (name) {
    case 'llama-cpp': {
      const { createLlamaCppProvider } = await import('../models/llama-cpp/llama-cpp-provider.ts');
      return createLlamaCppProvider({
        cacheFolder: modelFolder(folders),
        childEntry: new URL('../models/llama-cpp/child.js', import.meta.url),
        ...(settings.threads === null ? {} : { threads: settings.threads }),
      });
    }
    case 'ollama': {
      const { createOllamaProvider } = await import('../models/ollama/ollama-provider.ts');
      return createOllamaProvider({ baseUrl: settings.baseUrl ?? settings.ollamaUrl });
    }
    case 'mock':
      return (await import('../models/mock/mock-provider.ts')).createMockProvider();
  }
}
