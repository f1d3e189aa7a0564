import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { catalogue } from '../../../src/models/weights/catalogue.ts';
import { suggestEmbedded } from '../../../src/models/weights/suggest-embedded.ts';
import { largerWeights, suggestWeights } from '../../../src/models/weights/suggest-weights.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const gigabyte = 1e9;

describe('what is suggested', () => {
  test.each([
    [1, 2, 'smollm2'],
    [2, 2, 'qwen2.5-coder-0.5b'],
    [4, 4, 'qwen2.5-coder-1.5b'],
    [8, 4, 'qwen2.5-coder-1.5b'],
    [16, 8, 'qwen2.5-coder-7b'],
    [64, 4, 'qwen2.5-coder-1.5b'],
  ] as const)('for %i GB and %i cores', (memory, cores, name) => {
    expect(suggestWeights({ memoryBytes: memory * gigabyte, cores })?.name).toBe(name);
  });

  test('is never a licence that forbids commercial use', () => {
    const restricted = catalogue.filter(({ anyUse }) => !anyUse).map(({ name }) => name);
    expect(restricted).toEqual(['qwen2.5-coder-3b']);
    for (let memory = 1; memory < 64; memory++) {
      expect(restricted).not.toContain(suggestWeights({ memoryBytes: memory * gigabyte, cores: 8 })?.name);
    }
  });
});

describe('what is larger than the model in use', () => {
  const laptop = { memoryBytes: 8 * gigabyte, cores: 4 };
  test.each([
    ['smollm2', 'qwen2.5-coder-1.5b'],
    ['qwen2.5-coder:0.5b', 'qwen2.5-coder-1.5b'],
    ['some-model:135m', 'qwen2.5-coder-1.5b'],
    ['qwen2.5-coder-1.5b', null],
    ['qwen2.5-coder:1.5b', null],
    ['qwen2.5-coder-7b', null],
  ] as const)('beside %s', (inUse, larger) => {
    expect(largerWeights(inUse, laptop)?.name ?? null).toBe(larger);
  });

  test('is only what the machine holds, and never the packaged weights', () => {
    expect(largerWeights('smollm2', { memoryBytes: 2 * gigabyte, cores: 2 })?.name).toBe('qwen2.5-coder-0.5b');
    expect(largerWeights('some-model:135m', { memoryBytes: gigabyte, cores: 2 })).toBeNull();
  });
});

describe('what is taken when nobody names a model', () => {
  const machine = { memoryBytes: 8 * gigabyte, cores: 4 };
  const never = async (): Promise<never> => {
    throw new Error('asked although weights are here');
  };

  test('the best weights that are here, without a request', async () => {
    const cache = await temporaryFolder('suggest');
    await writeFile(join(cache, 'qwen2.5-coder-0.5b-instruct-q4_k_m.gguf'), 'GGUF');
    expect(await suggestEmbedded(cache, machine, undefined, never)).toMatchObject({ name: 'qwen2.5-coder-0.5b', present: true });
  });

  test('the best for this machine where its source answers', async () => {
    const taken = await suggestEmbedded(await temporaryFolder('suggest'), machine, undefined, async () => null);
    expect(taken).toMatchObject({ name: 'qwen2.5-coder-1.5b', present: false });
    expect(taken.warning).toBeUndefined();
  });

  test('the packaged ones elsewhere, saying what was missed and what to expect', async () => {
    const taken = await suggestEmbedded(await temporaryFolder('suggest'), machine, undefined, async () => 'no route');
    expect(taken).toMatchObject({ name: 'smollm2', present: false, expectation: expect.stringContaining('short, common functions') });
    expect(taken.warning?.detail).toMatch(/qwen2\.5-coder-1\.5b .* \(no route\); taking the packaged smollm2, which solves/);
  });
});
