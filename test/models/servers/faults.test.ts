import { createAnthropicProvider } from '../../../src/models/anthropic/anthropic-provider.ts';
import { createOllamaProvider } from '../../../src/models/ollama/ollama-provider.ts';
import { createOpenAiProvider } from '../../../src/models/openai-compatible/openai-provider.ts';
import { describeFaults } from './faults.ts';
import { speakAnthropic } from './speak-anthropic.ts';
import { speakOllama } from './speak-ollama.ts';
import { type OpenAiFlavour, speakOpenAi } from './speak-openai.ts';

describeFaults('ollama', {
  speak: () => speakOllama,
  open: (baseUrl, options) => createOllamaProvider({ baseUrl, ...options }).open('qwen2.5-coder:1.5b'),
  errorBody: (error) => JSON.stringify({ error }),
});

for (const kind of ['llama-server', 'plain'] as const satisfies readonly OpenAiFlavour['kind'][]) {
  describeFaults(`openai (${kind})`, {
    speak: () => speakOpenAi({ kind }),
    open: (baseUrl, options) => createOpenAiProvider({ baseUrl, ...options }).open('qwen2.5-coder-1.5b'),
    errorBody: (message) => JSON.stringify({ error: { message, type: 'server_error' } }),
  });
}

describeFaults('anthropic', {
  speak: () => speakAnthropic(),
  open: (baseUrl, options) => createAnthropicProvider({ baseUrl, ...options }).open('claude-haiku-4-5-20251001'),
  errorBody: (message) => JSON.stringify({ type: 'error', error: { type: 'api_error', message } }),
});
