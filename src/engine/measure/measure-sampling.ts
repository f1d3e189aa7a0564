import type { ModelMeasurement } from '../../domain/model-measurement.ts';
import type { EngineDeps } from '../engine-deps.ts';
import type { Asker } from './asker.ts';
import { saying } from './saying.ts';

/** Whether several samples come from one request, differ, and come again from the same seeds; and whether the answer thinks aloud. */
export async function measureSampling(asker: Asker, deps: EngineDeps): Promise<Pick<ModelMeasurement, 'samples' | 'seeds' | 'thinks'>> {
  const request = { ...saying(deps, 'Describe a walk through a small town in one sentence.'), temperature: 1, maxTokens: 48 };
  const seeds = [11, 12, 13, 14];
  const first = await asker.complete({ ...request, seeds });
  if (first.samples.length === 0) return { samples: null, seeds: null, thinks: null };
  const again = await asker.complete({ ...request, seeds });
  const textOf = (answers: typeof first, sample: number): string | undefined =>
    answers.samples.find((answer) => answer.sample === sample)?.text;
  const texts = first.samples.map(({ text }) => text);
  const distinct = new Set(texts).size;
  return {
    samples: { asked: seeds.length, given: texts.length, distinct },
    seeds:
      again.samples.length === 0
        ? null
        : { repeats: seeds.every((_seed, index) => textOf(first, index) === textOf(again, index)), differs: distinct > 1 },
    thinks: texts.some((text) => /<think(?:ing)?>|<\|channel\|>analysis/iu.test(text)),
  };
}
