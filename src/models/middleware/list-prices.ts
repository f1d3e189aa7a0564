import type { ModelPrice } from '../../domain/model-price.ts';

/** When the table was last compared with what the providers publish. */
const asOf = '2026-11';

/** US dollars for a million tokens of the prompt and of the answer, standard tier, without discounts. */
const prices: Readonly<Record<string, readonly [prompt: number, completion: number]>> = {
  'claude-opus-5-5': [4, 20],
  'claude-opus-5': [5, 25],
  'claude-opus-4-8': [5, 25],
  'claude-opus-4-7': [5, 25],
  'claude-opus-4-6': [5, 25],
  'claude-opus-4-5': [5, 25],
  'claude-fable-5-1': [10, 50],
  'claude-fable-5': [10, 50],
  'claude-sonnet-5-5': [2, 10],
  'claude-sonnet-5': [2, 10],
  'claude-sonnet-4-6': [3, 15],
  'claude-sonnet-4-5': [3, 15],
  'claude-haiku-4-5': [1, 5],
  'gpt-5.6-sol': [4, 20],
  'gpt-5.6-terra': [2, 12],
  'gpt-5.6-luna': [0.2, 1.2],
  'gpt-5.5': [5, 30],
  'gpt-5.4': [2.5, 15],
  'gpt-5.4-mini': [0.75, 4.5],
  'gpt-5.4-nano': [0.2, 1.25],
  'gpt-5': [1.25, 10],
  'gpt-5-mini': [0.25, 2],
  'gpt-5-nano': [0.05, 0.4],
  'gpt-4.1': [2, 8],
  'gpt-4.1-mini': [0.4, 1.6],
  'gpt-4.1-nano': [0.1, 0.4],
  'gpt-4o': [2.5, 10],
  'gpt-4o-mini': [0.15, 0.6],
};

/** The list price of a model by its provider's name, also with a date or `latest` behind it; null for an unknown one. */
export function listPrice(model: string): ModelPrice | null {
  const price = prices[model.replace(/-(?:\d{8}|\d{4}-\d{2}-\d{2}|latest)$/u, '')];
  if (price === undefined) return null;
  const [promptPerMillion, completionPerMillion] = price;
  return { promptPerMillion, completionPerMillion, source: `list prices of ${asOf}` };
}
