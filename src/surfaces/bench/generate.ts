import { AppError } from '../../domain/app-error.ts';
import type { Abortable } from '../../ports/abortable.ts';
import type { CompletionRequest, Message, Model } from '../../ports/model.ts';

export type GenerateOptions = Abortable & {
  /** Samples in each way of asking. Default 8. */
  readonly samples?: number;
  /** Tokens of each sample. Default 48. */
  readonly tokens?: number;
};

export type GenerateReport = {
  readonly samples: number;
  readonly tokensPerSample: number;
  readonly promptTokens: number;
  /** One request after the other, each with a prompt that was not seen before: what a tool without a prefix cache pays. */
  readonly sequentialTokensPerSecond: number;
  /** One request after the other, the prompt evaluated by an earlier one. */
  readonly sequentialCachedTokensPerSecond: number;
  /** All samples in one request, the prompt not seen before. */
  readonly batchedTokensPerSecond: number;
  readonly batchedCachedTokensPerSecond: number;
  /** Batched against one by one, both with prompts not seen before. */
  readonly ratio: number;
  readonly cachedRatio: number;
};

/** N samples one by one against all at once with a shared prefix, side by side in one run; prompts of about 250 tokens. */
export async function benchGenerate(model: Model, options: GenerateOptions = {}): Promise<GenerateReport> {
  const { samples = 8, tokens = 48, signal } = options;
  const abortable: Abortable = signal === undefined ? {} : { signal };
  const form = model.capabilities.promptForms.includes('chat') ? 'chat' : 'completion';
  const seeds = Array.from({ length: samples }, (_, index) => index + 1);
  const request = (variant: string): Omit<CompletionRequest, 'seeds'> => ({
    form,
    messages: promptOf(variant),
    temperature: 0.8,
    maxTokens: tokens,
    stop: [],
  });
  const oneByOne = async (variantOf: (seed: number) => string): Promise<number> => {
    let total = 0;
    for (const seed of seeds) total += await tokensOf(model, { ...request(variantOf(seed)), seeds: [seed] }, abortable);
    return total;
  };

  // Loading and the first allocation belong to neither way.
  await tokensOf(model, { ...request('warm-up'), seeds, maxTokens: 2 }, abortable);
  const sequential = await rate(() => oneByOne((seed) => `one by one ${seed}`));
  const batched = await rate(() => tokensOf(model, { ...request('at once'), seeds }, abortable));
  const batchedCached = await rate(() => tokensOf(model, { ...request('at once'), seeds }, abortable));
  await tokensOf(model, { ...request('cached'), seeds: [1], maxTokens: 1 }, abortable);
  const sequentialCached = await rate(() => oneByOne(() => 'cached'));
  return {
    samples,
    tokensPerSample: tokens,
    promptTokens: await model.countTokens(promptOf('at once'), abortable),
    sequentialTokensPerSecond: sequential,
    sequentialCachedTokensPerSecond: sequentialCached,
    batchedTokensPerSecond: batched,
    batchedCachedTokensPerSecond: batchedCached,
    ratio: batched / sequential,
    cachedRatio: batchedCached / sequentialCached,
  };
}

async function tokensOf(model: Model, request: CompletionRequest, options: Abortable): Promise<number> {
  let total = 0;
  for await (const part of model.complete(request, options)) if (part.type === 'sample-end') total += part.usage.completionTokens;
  return total;
}

async function rate(work: () => Promise<number>): Promise<number> {
  const started = performance.now();
  const tokens = await work();
  if (tokens === 0) throw new AppError('model-incomplete', 'The model wrote nothing.', 'Try another model: --model NAME');
  return (tokens / (performance.now() - started)) * 1000;
}

// The variant stands first, so that no beginning is shared between variants.
function promptOf(variant: string): readonly Message[] {
  const stock = Array.from(
    { length: 14 },
    (_, index) => `Shelf ${index + 1} holds ${(index * 7) % 23} boxes and ${(index * 5) % 11} bags.`,
  );
  return [{ role: 'user', content: `Stock list, ${variant}.\n${stock.join('\n')}\nDescribe shelf after shelf in full sentences.` }];
}
