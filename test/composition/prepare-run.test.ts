import { expect, test } from 'vitest';
import { createModelShelf } from '../../src/composition/model-shelf.ts';
import { createPrepare, type PrepareParts } from '../../src/composition/prepare-run.ts';
import { loadSettings } from '../../src/config/load-settings.ts';
import { AppError } from '../../src/domain/app-error.ts';
import { runRequestSchema } from '../../src/domain/run-request.ts';
import { loadPython } from '../../src/languages/python/python-language.ts';

test('examples for prompts that cannot be read end a run before anything is opened', async () => {
  const opened: string[] = [];
  const open = (what: string) => async (): Promise<never> => {
    opened.push(what);
    throw new Error(what);
  };
  const folders = { config: '/absent', data: '/absent', cache: '/absent' };
  const parts: PrepareParts = {
    settings: await loadSettings({ flags: {}, environment: {}, folders, workingFolder: '/', command: 'anneal', backends: [] }),
    models: createModelShelf(false),
    defaultEmbeddedModel: 'none',
    provider: open('provider'),
    language: loadPython,
    runtime: open('runtime'),
    sandbox: open('sandbox'),
    solvedExamples: async () => {
      throw new AppError('bad-input', 'not a solved example', 'look at the file');
    },
    measured: { find: async () => null, save: async () => '' },
    showPull: async () => {},
  };
  const request = runRequestSchema.parse({ task: 'double a number' });
  await expect(createPrepare(parts)(request, new AbortController().signal, null)).rejects.toMatchObject({ code: 'bad-input' });
  expect(opened).toEqual([]);
});
