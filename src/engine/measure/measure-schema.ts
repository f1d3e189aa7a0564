import type { Json } from '../../domain/json.ts';
import type { ModelMeasurement } from '../../domain/model-measurement.ts';
import type { EngineDeps } from '../engine-deps.ts';
import type { Asker } from './asker.ts';
import { saying } from './saying.ts';

const colours = ['red', 'green', 'blue'] as const;
const schema: Json = {
  type: 'object',
  properties: { colour: { type: 'string', enum: [...colours] }, count: { type: 'integer' } },
  required: ['colour', 'count'],
  additionalProperties: false,
};

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
