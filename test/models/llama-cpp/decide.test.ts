import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileRequest } from '../../../src/engine/decide/file-request.ts';
import { createLlamaCppProvider } from '../../../src/models/llama-cpp/llama-cpp-provider.ts';
import type { Model } from '../../../src/ports/model.ts';
import { decideDeps, skill } from '../../engine/decide/decide-bench.ts';
import { compiledChild } from './compiled-child.ts';
import { testCache } from './test-cache.ts';

let model: Model;
beforeAll(async () => {
  const [childEntry, cacheFolder] = await Promise.all([compiledChild(), testCache()]);
  model = await createLlamaCppProvider({ cacheFolder, childEntry, threads: 1 }).open('smollm2');
});
afterAll(() => model.close());

// What it chooses is chance and not looked at; that it is asked, shows probabilities and can be judged is.
test('the embedded model is asked, and its decisions are records with probabilities', async () => {
  const tree = {
    categories: [
      { path: 'text', description: 'Work on strings' },
      { path: 'numbers', description: 'Calculate with numbers' },
    ],
    skills: [skill('count-vowels', 'text', 'Count the vowels in a string.'), skill('gcd', 'numbers', 'Greatest common divisor.')],
  };
  const { leaf, category, decisions } = await fileRequest({ text: 'Count the vowels in a word' }, tree, decideDeps(model));
  expect(category.path).not.toBe('');
  expect(leaf.name).toMatch(/^[a-z0-9][a-z0-9-]{0,63}$/u);
  expect(decisions.map(({ kind }) => kind).slice(0, 2)).toEqual(['skill-category', 'skill-leaf']);
  for (const { by, model: name, promptHash, options, labelMass, calibrated } of decisions) {
    expect([by, name, calibrated]).toEqual(['model', 'llama-cpp:smollm2', true]);
    expect(promptHash).toMatch(/^[0-9a-f]{16}$/u);
    expect(labelMass).toBeGreaterThan(0.2);
    expect(options.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 6);
  }
});
