import { createPartQueue } from '../../domain/part-queue.ts';
import type { Abortable } from '../../ports/abortable.ts';
import type { CompletionPart, CompletionRequest, Decision, Message, Model, ModelCapabilities, Option } from '../../ports/model.ts';
import { decisionPrompt, exactLabelProbabilities, optionLabels, uncalibratedChoice } from '../label-probabilities.ts';
import { checkOptions } from '../served/constrained-choice.ts';
import type { ModelProcess } from './model-process.ts';
import type { ChildResult, ChildWork, LoadedInfo } from './protocol.ts';

export type LlamaCppModelSetting = {
  readonly id: string;
  readonly fingerprint: string;
  readonly info: LoadedInfo;
  /** A process with the weights loaded: the running one, or a fresh one after a crash. */
  readonly process: () => Promise<ModelProcess>;
  readonly close: () => Promise<void>;
};

/** The embedded model as the rest of Anneal sees it; the work happens in the child process. */
export class LlamaCppModel implements Model {
  readonly backend = 'llama-cpp';
  readonly id: string;
  readonly fingerprint: string;
  readonly capabilities: ModelCapabilities;
  readonly #setting: LlamaCppModelSetting;

  constructor(setting: LlamaCppModelSetting) {
    this.#setting = setting;
    this.id = setting.id;
    this.fingerprint = setting.fingerprint;
    this.capabilities = {
      jsonSchema: true,
      grammar: true,
      logprobs: true,
      seed: true,
      samplesInOneCall: true,
      contextTokens: setting.info.contextTokens,
      promptForms: setting.info.hasTemplate ? ['chat', 'chat-prefill', 'completion'] : ['completion'],
    };
  }

  async countTokens(messages: readonly Message[], options: Abortable = {}): Promise<number> {
    const result = await this.#perform({ type: 'count', messages }, options);
    return result.type === 'counted' ? result.tokens : unexpected(result);
  }

  async *complete(request: CompletionRequest, options: Abortable = {}): AsyncIterable<CompletionPart> {
    if (request.seeds.length === 0) return;
    const stopped = new AbortController();
    const signal = options.signal === undefined ? stopped.signal : AbortSignal.any([options.signal, stopped.signal]);
    const queue = createPartQueue<CompletionPart>();
    const onParts = (parts: readonly CompletionPart[]): void => parts.forEach((part) => void queue.push(part));
    const work = this.#perform({ type: 'complete', request }, { signal, onParts }).then(
      () => queue.close(),
      (cause: unknown) => queue.fail(cause),
    );
    try {
      yield* queue;
    } finally {
      stopped.abort(new Error('The consumer stopped early.'));
      await work;
    }
  }

  async decide<const C extends string>(
    request: { readonly prompt: string; readonly options: readonly Option<C>[] },
    options: Abortable = {},
  ): Promise<Decision<C>> {
    const { prompt, options: choices } = request;
    checkOptions(choices);
    const used = optionLabels.slice(0, choices.length);
    const result = await this.#perform({ type: 'decide', prompt: decisionPrompt({ prompt, options: choices }), labels: used }, options);
    if (result.type !== 'decided') return unexpected(result);
    const { shares } = result.probabilities;
    // A model that was not about to name a label has no opinion: its likeliest label is a choice without probabilities.
    return exactLabelProbabilities(choices, shares) ?? uncalibratedChoice(choices, Math.max(0, shares.indexOf(Math.max(...shares))));
  }

  async close(): Promise<void> {
    await this.#setting.close();
  }

  async #perform(work: ChildWork, options: Parameters<ModelProcess['perform']>[1]): Promise<ChildResult> {
    const process = await this.#setting.process();
    return process.perform(work, options);
  }
}

function unexpected(result: ChildResult): never {
  throw new TypeError(`The model process answered with '${result.type}'.`);
}
