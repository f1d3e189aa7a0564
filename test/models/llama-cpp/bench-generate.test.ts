import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLlamaCppProvider } from '../../../src/models/llama-cpp/llama-cpp-provider.ts';
import type { Model } from '../../../src/ports/model.ts';
import { benchGenerate } from '../../../src/surfaces/bench/generate.ts';
import { compiledChild } from './compiled-child.ts';
import { testCache } from './test-cache.ts';

let model: Model;

beforeAll(async () => {
  model = await createLlamaCppProvider({ cacheFolder: await testCache(), childEntry: await compiledChild() }).open('smollm2');
});

afterAll(() => model.close());

test('measures samples in one batch and one by one', { timeout: 900_000 }, async () => {
  const report = await benchGenerate(model);
  expect(report).toMatchObject({ samples: 8, tokensPerSample: 48 });
  expect(report.promptTokens).toBeGreaterThan(200);
  // Which is faster, and by how much, is the machine's matter.
  expect(report.ratio).toBeGreaterThan(0);
});
