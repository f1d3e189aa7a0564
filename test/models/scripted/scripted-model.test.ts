import { expect, it } from 'vitest';
import { AppError } from '../../../src/domain/app-error.ts';
import { createScriptedModel } from '../../../src/models/scripted/scripted-model.ts';
import type { CompletionRequest } from '../../../src/ports/model.ts';
import { collect } from '../../conformance/model.ts';

const ask = (content: string, changes: Partial<CompletionRequest> = {}): CompletionRequest => ({
  form: 'chat',
  messages: [{ role: 'user', content }],
  seeds: [1],
  temperature: 0.8,
  maxTokens: 100,
  stop: [],
  ...changes,
});

const textsOf = async (model: ReturnType<typeof createScriptedModel>, request: CompletionRequest): Promise<readonly string[]> =>
  [...(await collect(model, request)).ends.values()].sort((a, b) => a.sample - b.sample).map(({ text }) => text);

it('gives each purpose its own queue, one reply a sample', async () => {
  const model = createScriptedModel({
    replies: [
      { purpose: 'sample', replies: ['one', 'two', 'three'], whenUsedUp: 'cycle' },
      { purpose: 'repair', replies: ['mended'] },
      { prompt: /tests?/u, replies: ['assert f(1) == 1'], whenUsedUp: 'fail' },
    ],
  });
  expect(await textsOf(model, ask('Write f', { purpose: 'sample', seeds: [1, 2] }))).toEqual(['one', 'two']);
  expect(await textsOf(model, ask('Repair f', { purpose: 'repair', seeds: [1, 2] }))).toEqual(['mended', 'mended']);
  expect(await textsOf(model, ask('Write f', { purpose: 'sample', seeds: [3, 4] }))).toEqual(['three', 'one']);
  expect(await textsOf(model, ask('Write tests'))).toEqual(['assert f(1) == 1']);
  await expect(collect(model, ask('Write tests'))).rejects.toThrow('no reply left');
  await expect(collect(model, ask('Sing'))).rejects.toThrow('No rule of the script fits');
  expect(model.requests).toHaveLength(6);
});

it('may compute its replies, fail in the middle, and be slow', async () => {
  const failure = new AppError('model-crashed', 'gone', 'again');
  const model = createScriptedModel({
    replies: (request, { sample, seed, call }) =>
      call === 0 ? `sample ${sample} seed ${seed} T ${request.temperature}` : { text: 'half of', failure },
  });
  expect(await textsOf(model, ask('x', { seeds: [7, 8] }))).toEqual(['sample 0 seed 7 T 0.8', 'sample 1 seed 8 T 0.8']);
  await expect(collect(model, ask('x'))).rejects.toBe(failure);
});

it('decides by script', async () => {
  const options = [
    { id: 'yes', description: 'Yes' },
    { id: 'no', description: 'No' },
  ] as const;
  const model = createScriptedModel({ replies: [], decide: (_, call) => (call === 0 ? 'no' : [0.2, 0.6]) });
  expect(await model.decide({ prompt: '?', options })).toMatchObject({ choice: 'no', calibrated: false });
  const second = await model.decide({ prompt: '?', options });
  expect(second).toMatchObject({ choice: 'no', calibrated: true });
  expect(second.probabilities.map(({ probability }) => probability)).toEqual([expect.closeTo(0.25, 9), expect.closeTo(0.75, 9)]);
  expect(second.labelMass).toBeCloseTo(0.8, 9);
});
