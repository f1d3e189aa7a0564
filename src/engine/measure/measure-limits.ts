import type { Json } from '../../domain/json.ts';
import type { ModelMeasurement } from '../../domain/model-measurement.ts';
import type { CompletionRequest } from '../../ports/model.ts';
import type { EngineDeps } from '../engine-deps.ts';
import type { Asker } from './ask-in-time.ts';

const colours = ['red', 'green', 'blue'] as const;
const schema: Json = {
  type: 'object',
  properties: { colour: { type: 'string', enum: [...colours] }, count: { type: 'integer' } },
  required: ['colour', 'count'],
  additionalProperties: false,
};

type Base = Pick<CompletionRequest, 'form' | 'messages' | 'stop'>;

function saying(deps: EngineDeps, content: string): Base {
  const form = deps.model.capabilities.promptForms.includes('chat') ? 'chat' : 'completion';
  return { form, messages: [{ role: 'user', content }], stop: [] };
}

/** Whether a schema holds where the question tempts to prose. */
export async function measureSchema(asker: Asker, deps: EngineDeps): Promise<ModelMeasurement['schema']> {
  const question = saying(deps, 'Tell me in two sentences how many balloons you see and which colour they have.');
  const { samples } = await asker.complete({ ...question, jsonSchema: schema, seeds: [1, 2, 3, 4], temperature: 0.8, maxTokens: 100 });
  if (samples.length === 0) return null;
  return { right: samples.filter(({ text }) => fits(text)).length, trials: samples.length };
}

function fits(text: string): boolean {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return false;
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return false;
  const keys = Object.keys(value).sort().join();
  if (keys !== 'colour,count' || !('colour' in value) || !('count' in value)) return false;
  return colours.some((colour) => colour === value.colour) && Number.isInteger(value.count);
}

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
