import type { Settings } from '../config/setting-keys.ts';
import { type CostEstimate, costOf, type ModelPrice } from '../domain/model-price.ts';
import type { ModelProfile } from '../domain/model-profile.ts';
import type { Warning } from '../domain/run-event.ts';
import type { RunRequest } from '../domain/run-request.ts';
import { say, warned } from '../domain/said.ts';
import { isLoopback } from '../models/http/loopback.ts';
import type { Model } from '../ports/model.ts';

/** Backends whose tokens may have to be paid for. */
const metered: ReadonlySet<string> = new Set(['openai', 'anthropic']);

/**
 * What the model's tokens cost: by the setting, else by the shipped table; null for a model on one's own machine. A server
 * elsewhere whose price nobody knows gets a warning.
 */
export async function priceOf(
  model: Pick<Model, 'id' | 'backend'>,
  { price, baseUrl }: Pick<Settings, 'price' | 'baseUrl'>,
): Promise<{ readonly price: ModelPrice | null; readonly warnings: readonly Warning[] }> {
  if (price !== null) {
    const [promptPerMillion = 0, completionPerMillion = 0] = price.split(',').map(Number);
    return { price: { promptPerMillion, completionPerMillion, source: 'the setting price' }, warnings: [] };
  }
  const own = baseUrl === null ? model.backend === 'openai' : isLoopback(new URL(baseUrl));
  if (!metered.has(model.backend) || own) return { price: null, warnings: [] };
  const { listPrice } = await import('../models/middleware/list-prices.ts');
  const known = listPrice(model.id.slice(model.backend.length + 1));
  if (known !== null) return { price: known, warnings: [] };
  return { price: null, warnings: [warned('cost', say('price-unknown', { model: model.id }))] };
}

/** Without the task. Chat prompts of the built-in demo have 270 (tests) to 530 (repair) tokens. */
const tokensOfPrompt = 500;
/** A function with its fence and a few sentences: more than a small model writes, less than a talkative one. */
const tokensOfAnswer = 200;

/** From one round of usual answers to all rounds of answers that fill their limit. */
export function estimateCost(request: RunRequest, profile: Pick<ModelProfile, 'maxTokens'>, price: ModelPrice): CostEstimate {
  const taskTokens = Math.ceil(`${request.task}${request.context ?? ''}${request.code ?? ''}`.length / 3);
  const calls = (rounds: number): number => 1 + request.testSamples + request.candidates * rounds;
  const cost = (rounds: number, answer: number): number =>
    costOf({ promptTokens: calls(rounds) * (tokensOfPrompt + taskTokens), completionTokens: calls(rounds) * answer }, price);
  return { least: cost(1, tokensOfAnswer), most: cost(request.maxRounds, profile.maxTokens), price };
}
