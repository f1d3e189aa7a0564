import { expect, test } from 'vitest';
import { estimateCost, priceOf } from '../../src/composition/cost.ts';
import { costOf, formatDollars } from '../../src/domain/model-price.ts';
import { runRequestSchema } from '../../src/domain/run-request.ts';
import { listPrice } from '../../src/models/middleware/list-prices.ts';

const price = { promptPerMillion: 3, completionPerMillion: 15, source: 'a test' };
const none = { price: null, baseUrl: null };

test('a listed model has its price, with a date behind its name too; another one has none', () => {
  expect(listPrice('claude-sonnet-4-5-20250929')).toMatchObject({ promptPerMillion: 3, completionPerMillion: 15 });
  expect(listPrice('gpt-4.1-mini')).toMatchObject({
    promptPerMillion: 0.4,
    completionPerMillion: 1.6,
    source: expect.stringMatching(/\d{4}-\d{2}/),
  });
  expect(listPrice('gpt-5.5-pro')).toBeNull();
  expect(listPrice('qwen2.5-coder:7b')).toBeNull();
});

test('only who charges costs: models of this machine are free unless a price is set', async () => {
  const of = async (id: string, settings: { price: string | null; baseUrl: string | null } = none) =>
    priceOf({ id, backend: id.slice(0, id.indexOf(':')) }, settings);
  expect(await of('ollama:gpt-4.1')).toEqual({ price: null, warnings: [] });
  expect(await of('openai:gpt-4.1', { ...none, baseUrl: 'http://127.0.0.1:8000/v1' })).toEqual({ price: null, warnings: [] });
  expect((await of('openai:gpt-4.1', { ...none, baseUrl: 'https://api.openai.com/v1' })).price).toMatchObject({ promptPerMillion: 2 });
  expect((await of('anthropic:claude-haiku-4-5')).price).toMatchObject({ completionPerMillion: 5 });
  expect((await of('ollama:x', { ...none, price: '0.5,1.25' })).price).toEqual({
    promptPerMillion: 0.5,
    completionPerMillion: 1.25,
    source: 'the setting price',
  });
  expect(await of('anthropic:claude-next')).toMatchObject({
    price: null,
    warnings: [{ feature: 'cost', detail: expect.stringContaining('--price') }],
  });
});

test('the estimate goes from one round to all, and grows with the task', () => {
  const request = runRequestSchema.parse({ task: 'Double a number', candidates: 4, maxRounds: 3, testSamples: 4 });
  const estimate = estimateCost(request, { maxTokens: 400 }, price);
  expect(estimate.least).toBeLessThan(estimate.most);
  const longer = estimateCost({ ...request, context: 'x'.repeat(30_000) }, { maxTokens: 400 }, price);
  expect(longer.least).toBeGreaterThan(estimate.least * 3);
});

test('costs are sums of both sides, and shown as a person reads money', () => {
  expect(costOf({ promptTokens: 10_000, completionTokens: 2000 }, price)).toBe(0.06);
  expect([0, 0.00001, 0.0123, 1.5, 12].map(formatDollars)).toEqual(['$0', 'less than $0.0001', '$0.0123', '$1.50', '$12.00']);
});
