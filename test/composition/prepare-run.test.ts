import { expect, test } from 'vitest';
import { createModelShelf } from '../../src/composition/model-shelf.ts';
import { createPrepare, type PrepareParts } from '../../src/composition/prepare-run.ts';
import { loadSettings } from '../../src/config/load-settings.ts';
import { AppError } from '../../src/domain/app-error.ts';
import { runRequestSchema } from '../../src/domain/run-request.ts';
import { loadPython } from '../../src/languages/python/python-language.ts';
import type { ModelProvider } from '../../src/ports/model-provider.ts';
import type { Sandbox } from '../../src/ports/sandbox.ts';

const settings = async () => {
  const folders = { config: '/absent', data: '/absent', cache: '/absent' };
  return loadSettings({ flags: {}, environment: {}, folders, workingFolder: '/', command: 'anneal', backends: [] });
};

test('examples for prompts that cannot be read end a run before anything is opened', async () => {
  const opened: string[] = [];
  const open = (what: string) => async (): Promise<never> => {
    opened.push(what);
    throw new Error(what);
  };
  const parts: PrepareParts = {
    settings: await settings(),
    models: createModelShelf(false),
    defaultEmbeddedModel: 'none',
    provider: open('provider'),
    language: loadPython,
    runtime: open('runtime'),
    sandbox: open('sandbox'),
    solvedExamples: async () => {
      throw new AppError('bad-input', 'not a solved example', 'look at the file');
    },
    measured: { find: async () => null },
    showPull: async () => {},
  };
  const request = runRequestSchema.parse({ task: 'double a number' });
  await expect(createPrepare(parts)(request, new AbortController().signal, null)).rejects.toMatchObject({ code: 'bad-input' });
  expect(opened).toEqual([]);
});

test('a sandbox that cannot open ends a download, and is what the run ends with', async () => {
  let downloading: 'begun' | 'stopped' | null = null;
  const never = async (signal: AbortSignal | undefined): Promise<never> => {
    downloading = 'begun';
    await new Promise((resolve) => signal?.addEventListener('abort', resolve));
    downloading = 'stopped';
    throw signal?.reason;
  };
  const provider: ModelProvider = {
    backend: 'llama-cpp',
    list: async () => [],
    // biome-ignore lint/correctness/useYield: it never comes so far.
    async *pull(_name, options = {}) {
      await never(options.signal);
    },
    remove: async () => {},
    open: async (_name, options = {}) => never(options.signal),
  };
  const sandbox: Sandbox = {
    level: 'L2',
    missing: [],
    run: async () => {
      throw new Error('not asked for');
    },
    open: async () => {
      while (downloading === null) await new Promise((resolve) => setTimeout(resolve, 5));
      throw new AppError('sandbox-failed', 'no room for a sandbox', 'anneal sandbox probe');
    },
    close: async () => {},
  };
  const parts: PrepareParts = {
    settings: await settings(),
    models: createModelShelf(false),
    defaultEmbeddedModel: 'none',
    provider: async () => provider,
    language: loadPython,
    runtime: async () => ({
      spec: {
        id: 'python3',
        command: ['python3'],
        readOnlyPaths: [],
        environment: {},
        hostsForkServer: false,
        memoryLimit: 'address-space',
      },
    }),
    sandbox: async () => sandbox,
    solvedExamples: async () => [],
    measured: { find: async () => null },
    showPull: async (_name, progress) => {
      for await (const _part of progress);
    },
  };
  const request = runRequestSchema.parse({ task: 'double a number' });
  await expect(createPrepare(parts)(request, new AbortController().signal, null)).rejects.toMatchObject({ code: 'sandbox-failed' });
  expect(downloading).toBe('stopped');
});
