import { expect, it } from 'vitest';
import { AppError } from '../../../src/domain/app-error.ts';
import { HttpStatusError } from '../../../src/models/http/http-status-error.ts';
import { retryModel } from '../../../src/models/middleware/retry-model.ts';
import { failingOf, usualRetries, waitBefore } from '../../../src/models/middleware/retry-policy.ts';
import { createScriptedModel, type ScriptedModel } from '../../../src/models/scripted/scripted-model.ts';
import type { CompletionPart, CompletionRequest, Model } from '../../../src/ports/model.ts';
import { collect, describeModel } from '../../conformance/model.ts';

const long = 'Here is the function:\n\n```python\ndef add(a, b):\n    return a + b\n```\nIt adds its arguments and returns what they make.';
const quick = { policy: { ...usualRetries, brokenMs: [5, 5], busyMs: [5, 5] }, chance: () => 1 };

describeModel('scripted, asked again where that helps', async () =>
  retryModel(
    createScriptedModel({
      capabilities: { jsonSchema: false, logprobs: true },
      replies: [{ replies: [{ text: long, tokenMs: 1 }, `${long} Always.`], whenUsedUp: 'cycle' }],
      decide: () => [0.1, 0.5, 0.2],
    }),
    quick,
  ),
);

const ask = (changes: Partial<CompletionRequest> = {}): CompletionRequest => ({
  form: 'chat',
  messages: [{ role: 'user', content: 'Write add(a, b).' }],
  seeds: [1, 2, 3],
  temperature: 0.8,
  maxTokens: 200,
  stop: [],
  ...changes,
});
const unreachable = new AppError('model-unreachable', 'The server does not answer.', 'start it');
const tooBusy = (retryAfterMs: number | null) =>
  new AppError('model-timeout', 'The server is too busy.', 'try later', { cause: new HttpStatusError(429, 'slow down', retryAfterMs) });

/** Fails with these errors in the middle of the seed's answers, one after the other, and then answers. */
function failing(seed: number, errors: readonly AppError[]): ScriptedModel {
  const left = [...errors];
  return createScriptedModel({
    replies: (_request, at) => {
      const failure = at.seed === seed ? left.shift() : undefined;
      return failure === undefined ? `answer ${at.seed}` : { text: 'half of an answer that is longer', delayMs: 10, failure };
    },
  });
}

it('asks again for the samples that have not ended, and replaces the text that they had', async () => {
  const inner = failing(2, [unreachable]);
  const collected = await collect(retryModel(inner, quick), ask());
  expect([0, 1, 2].map((place) => collected.ends.get(place)?.text)).toEqual(['answer 1', 'answer 2', 'answer 3']);
  expect([0, 1, 2].map((place) => collected.built.get(place))).toEqual(['answer 1', 'answer 2', 'answer 3']);
  expect(inner.requests.map(({ seeds }) => seeds)).toEqual([[1, 2, 3], [2]]);
  expect(collected.warnings).toMatchObject([{ feature: 'retry', detail: 'The server does not answer. Asked again after 0.0 s.' }]);
});

it('gives up with the error itself after the last wait, and at once for what no second try mends', async () => {
  const errors = [unreachable, unreachable, unreachable];
  const inner = failing(1, errors);
  await expect(collect(retryModel(inner, quick), ask({ seeds: [1] }))).rejects.toBe(unreachable);
  expect(inner.requests).toHaveLength(3);
  const refused = new AppError('model-refused', 'The key is wrong.', 'set it');
  const other = failing(1, [refused]);
  await expect(collect(retryModel(other, quick), ask({ seeds: [1] }))).rejects.toBe(refused);
  expect(other.requests).toHaveLength(1);
});

it('counts only failures in a row: a sample that ended begins the count anew', async () => {
  // Only one sample a call comes through.
  const inner = createScriptedModel({
    replies: (request, { sample }) => (sample === 0 ? `answer ${request.seeds[0]}` : { text: '', delayMs: 5, failure: unreachable }),
  });
  const policy = { ...usualRetries, brokenMs: [1] };
  expect((await collect(retryModel(inner, { ...quick, policy }), ask({ seeds: [1, 2, 3, 4] }))).ends.size).toBe(4);
});

it('keeps to Retry-After, however long the wait would have been without', async () => {
  const started = performance.now();
  const collected = await collect(retryModel(failing(1, [tooBusy(300)]), quick), ask({ seeds: [1] }));
  expect(performance.now() - started).toBeGreaterThan(290);
  expect(collected.ends.get(0)?.text).toBe('answer 1');
});

it('a wait ends with the signal, and nothing is asked after it', async () => {
  const inner = failing(1, [tooBusy(600_000)]);
  const stop = new AbortController();
  const reason = new Error('the budget is over');
  setTimeout(() => stop.abort(reason), 50);
  await expect(collect(retryModel(inner, quick), ask({ seeds: [1] }), stop.signal)).rejects.toBe(reason);
  expect(inner.requests).toHaveLength(1);
});

it('decisions are asked again too', async () => {
  const errors = [unreachable];
  const inner: Model = {
    ...createScriptedModel({ replies: [] }),
    async decide(request) {
      const error = errors.shift();
      if (error !== undefined) throw error;
      return { choice: request.options[0]?.id ?? ('' as never), probabilities: [], labelMass: null, calibrated: false };
    },
  };
  const options = [
    { id: 'a', description: 'A' },
    { id: 'b', description: 'B' },
  ] as const;
  expect((await retryModel(inner, quick).decide({ prompt: 'Which?', options })).choice).toBe('a');
});

it('waits grow, half of each is chance, and a busy server gets more time than a broken connection', () => {
  const broken = { kind: 'broken', askedMs: 0 } as const;
  const waits = (chance: number) => [0, 1, 2, 3, 4, 5].map((attempt) => waitBefore(attempt, broken, usualRetries, chance));
  expect(waits(1)).toEqual([500, 1000, 2000, 4000, 8000, null]);
  expect(waits(0)).toEqual([250, 500, 1000, 2000, 4000, null]);
  expect(waitBefore(0, { kind: 'busy', askedMs: 0 }, usualRetries, 1)).toBe(5000);
  expect(waitBefore(0, { kind: 'busy', askedMs: 45_000 }, usualRetries, 0)).toBe(45_000);
  expect(waitBefore(0, { kind: 'busy', askedMs: 1e9 }, usualRetries, 0)).toBe(600_000);
});

it('only what another try may mend is tried again', () => {
  const kindOf = (error: unknown) => failingOf(error)?.kind ?? null;
  expect(kindOf(tooBusy(null))).toBe('busy');
  expect(kindOf(new AppError('model-crashed', '', ''))).toBe('broken');
  expect(kindOf(new AppError('model-incomplete', '', ''))).toBe('broken');
  // A model that was silent for too long would be so again.
  expect(kindOf(new AppError('model-timeout', '', ''))).toBeNull();
  expect(kindOf(new AppError('model-refused', '', '', { cause: new HttpStatusError(401, '', null) }))).toBeNull();
  expect(kindOf(new TypeError('a defect'))).toBeNull();
});

it('a consumer that leaves early ends the request', async () => {
  const parts: CompletionPart[] = [];
  for await (const part of retryModel(failing(9, []), quick).complete(ask())) {
    parts.push(part);
    break;
  }
  expect(parts).toHaveLength(1);
});
