import { expect, test } from 'vitest';
import { modelSettings } from '../../src/composition/model-settings.ts';
import { loadSettings } from '../../src/config/load-settings.ts';

const folders = { config: '/absent', data: '/absent', cache: '/absent' };
const backends = ['llama-cpp', 'ollama', 'openai', 'anthropic', 'mock'];
type Given = { readonly flags?: Record<string, string>; readonly environment?: Record<string, string> };
const settings = ({ flags = {}, environment = {} }: Given) =>
  loadSettings({ flags, environment, folders, workingFolder: '/', command: 'anneal', backends });

const openai = { backend: 'openai', id: 'openai:qwen/coder:7b', demo: false, address: 'http://gpu:8000/v1' };
const ollama = { backend: 'ollama', id: 'ollama:coder', demo: false, address: 'http://127.0.0.1:11434' };

test.each<[string, typeof openai, Given, string | null]>([
  ['where it was', openai, {}, 'http://gpu:8000/v1'],
  [
    'where it was, with the password that only settings hold',
    openai,
    { environment: { ANNEAL_BASE_URL: 'http://me:pw@gpu:8000' } },
    'http://me:pw@gpu:8000',
  ],
  [
    'where it was, though settings name another server',
    openai,
    { environment: { ANNEAL_BASE_URL: 'http://other:1/v1' } },
    'http://gpu:8000/v1',
  ],
  ['where the person says now', openai, { flags: { baseUrl: 'http://other:1/v1' } }, 'http://other:1/v1'],
  // Not as an address that somebody gave: the key of the API must not go there.
  ['at the usual address', { ...openai, address: 'http://127.0.0.1:8000/v1' }, {}, null],
  ['at the usual address of Ollama', ollama, {}, null],
  [
    'at the address of Ollama that is set',
    { ...ollama, address: 'http://gpu:1' },
    { environment: { OLLAMA_URL: 'http://a:b@gpu:1' } },
    null,
  ],
  [
    'where Ollama was, though another is set',
    { ...ollama, address: 'http://gpu:1' },
    { environment: { OLLAMA_URL: 'http://box:1' } },
    'http://gpu:1',
  ],
  ['at the Ollama that the person names now', { ...ollama, address: 'http://gpu:1' }, { flags: { ollamaUrl: 'http://box:1' } }, null],
])('a resumed run finds its model %s', async (_where, before, given, baseUrl) => {
  const found = modelSettings(await settings(given), before);
  expect(found).toMatchObject({ backend: before.backend, model: before.id.slice(before.backend.length + 1), baseUrl });
});

test('a new run goes by the settings, and so does one whose model the person names anew', async () => {
  const set = await settings({ environment: { ANNEAL_BACKEND: 'mock' } });
  expect(modelSettings(set, null)).toBe(set.values);
  const asked = await settings({ flags: { backend: 'llama-cpp', model: 'smollm2' } });
  expect(modelSettings(asked, openai)).toBe(asked.values);
});

test('a run of an earlier version knows no address', async () => {
  const { address: _, ...before } = openai;
  expect(modelSettings(await settings({}), before).baseUrl).toBeNull();
  const set = await settings({ environment: { ANNEAL_BACKEND: 'openai', ANNEAL_BASE_URL: 'http://gpu:1' } });
  expect(modelSettings(set, before).baseUrl).toBe('http://gpu:1');
});
