import type { ModelMeasurement } from '../../domain/model-measurement.ts';
import type { EngineDeps } from '../engine-deps.ts';
import type { Asker } from './asker.ts';
import { saying } from './saying.ts';

const samplesTogether = 8;
const tokensEach = 32;

/** Tokens a second of one sample alone and of eight at once, on prompts that share no beginning with earlier ones. */
export async function measureSpeed(asker: Asker, deps: EngineDeps): Promise<ModelMeasurement['speed']> {
  const stock = Array.from({ length: 12 }, (_, index) => `Shelf ${index + 1} holds ${(index * 7) % 23} boxes.`).join('\n');
  const request = (variant: string) => ({
    ...saying(deps, `Stock list ${variant}.\n${stock}\nDescribe shelf after shelf in full sentences.`),
    temperature: 0.8,
  });
  const warm = await asker.complete({ ...request('warm-up'), seeds: [1], maxTokens: 1 });
  if (warm.samples.length === 0) return null;
  const prompt = await asker.complete({ ...request('prompt'), seeds: [1], maxTokens: 1 });
  const single = await asker.complete({ ...request('prompt'), seeds: [2], maxTokens: tokensEach });
  const seeds = Array.from({ length: samplesTogether }, (_, index) => index + 1);
  const together = await asker.complete({ ...request('prompt'), seeds, maxTokens: tokensEach });
  const tokensOf = ({ samples }: typeof warm): number => samples.reduce((sum, { usage }) => sum + usage.completionTokens, 0);
  const [read] = prompt.samples;
  if (tokensOf(single) === 0 || tokensOf(together) === 0) return null;
  return {
    promptTokens: read === undefined ? null : (read.usage.promptTokens / prompt.ms) * 1000,
    single: (tokensOf(single) / single.ms) * 1000,
    together: (tokensOf(together) / together.ms) * 1000,
    samples: samplesTogether,
  };
}
