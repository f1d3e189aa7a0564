import { expect, test } from 'vitest';
import { chooseModel } from '../../src/composition/choose-model.ts';
import { openChosen } from '../../src/composition/open-chosen.ts';
import { AppError } from '../../src/domain/app-error.ts';
import type { Warning } from '../../src/domain/run-event.ts';
import { say } from '../../src/domain/said.ts';
import { createScriptedModel } from '../../src/models/scripted/scripted-model.ts';
import type { ModelProvider } from '../../src/ports/model-provider.ts';

/** An embedded backend whose better weights cannot be fetched, and an Ollama that is off. */
function world(failure: AppError) {
  const here = new Set<string>();
  const embedded: ModelProvider = {
    backend: 'llama-cpp',
    list: async () => ['small', 'large'].map((name) => ({ name, bytes: 1, present: here.has(name), detail: '' })),
    suggest: async () => {
      const whySaid = [say('seen-note', { note: 'it fits' })];
      return { name: 'large', present: false, why: 'it fits', whySaid, expectation: 'much', expectationSaid: [] };
    },
    async *pull(name) {
      yield { status: 'fetching', completedBytes: 0, totalBytes: 1 };
      if (name === 'large') throw failure;
      here.add(name);
    },
    remove: async () => undefined,
    open: async (name) => createScriptedModel({ id: `llama-cpp:${name}`, replies: [] }),
  };
  const off: ModelProvider = {
    ...embedded,
    backend: 'ollama',
    list: async () => {
      throw new AppError('model-unreachable', 'off', 'ollama serve');
    },
  };
  return { provider: async (backend: string) => (backend === 'llama-cpp' ? embedded : off), defaultEmbeddedModel: 'small' };
}

async function opened(failure: AppError, model: string | null) {
  const deps = world(failure);
  const { signal } = new AbortController();
  const warnings: Warning[] = [];
  const pulled: string[] = [];
  const choice = await chooseModel({ backend: 'auto', model, ollamaModel: null, ollamaUrl: 'http://127.0.0.1:9' }, { ...deps, signal });
  const showPull = async (name: string, parts: AsyncIterable<unknown>): Promise<void> => {
    pulled.push(name);
    for await (const _ of parts) void _;
  };
  const taken = await openChosen(choice, { defaultEmbeddedModel: 'small', showPull }, (warning) => warnings.push(warning), signal);
  return { id: taken.id, why: choice.why, pulled, warnings };
}

const broken = new AppError('weights-unavailable', 'the connection broke off.', 'again');

test('weights that nobody named and that cannot be fetched are replaced by the packaged ones, and that is said', async () => {
  const { id, why, pulled, warnings } = await opened(broken, null);
  expect({ id, why, pulled }).toEqual({ id: 'llama-cpp:small', why: 'no Ollama answers; it fits', pulled: ['large', 'small'] });
  expect(warnings).toEqual([
    {
      feature: 'model',
      detail: expect.stringMatching(/^large could not be fetched \(the connection broke off\); taking the packaged small/),
      detailSaid: [say('better-not-fetched', { name: 'large', why: 'the connection broke off', packaged: 'small' })],
    },
  ]);
});

test('weights that were named are not replaced', async () => {
  await expect(opened(broken, 'large')).rejects.toBe(broken);
});

test('another failure is none of the source', async () => {
  const defect = new AppError('internal', 'a defect', 'report this');
  await expect(opened(defect, null)).rejects.toBe(defect);
});
