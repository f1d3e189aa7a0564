import type { LlamaContextSequence, LlamaModel, SequenceEvaluateOptions, Token } from 'node-llama-cpp';
import type { CompletionPart } from '../../ports/model.ts';
import { createStopMatcher, type StopMatcher } from '../stop-rules.ts';
import type { SamplingRequest } from './protocol.ts';
import { SampleText } from './sample-text.ts';
import { rewind } from './sequence-pool.ts';

const topK = 40;
const topP = 0.95;

export type BatchSetting = {
  readonly model: LlamaModel;
  readonly request: SamplingRequest;
  /** Each holds the whole prompt but its last token. */
  readonly slots: readonly LlamaContextSequence[];
  readonly prompt: readonly Token[];
  readonly grammarFor: (() => SequenceEvaluateOptions['grammarEvaluationState']) | null;
  readonly keepsGoing: () => boolean;
  readonly emit: (parts: readonly CompletionPart[]) => void;
};

type OpenSample = {
  readonly index: number;
  readonly slot: LlamaContextSequence;
  readonly tokens: AsyncGenerator<Token, void>;
  readonly decoder: SampleText;
  readonly stops: StopMatcher;
  text: string;
  count: number;
};

/**
 * One sample a seed. All open samples take one step together, so every batch is full; a slot whose sample ended starts the next seed.
 */
export async function sampleBatch(setting: BatchSetting): Promise<void> {
  const { request, slots, keepsGoing, emit } = setting;
  let next = 0;
  let open: OpenSample[] = [];
  for (const slot of slots) if (next < request.seeds.length) open.push(start(setting, slot, next++));
  try {
    while (open.length > 0 && keepsGoing()) {
      const steps = await Promise.all(open.map(async (sample) => ({ sample, step: await sample.tokens.next() })));
      const parts: CompletionPart[] = [];
      const going: OpenSample[] = [];
      for (const { sample, step } of steps) {
        if (!advance(setting, sample, step, parts)) {
          going.push(sample);
          continue;
        }
        await sample.tokens.return();
        await rewind(sample.slot, setting.prompt.length - 1);
        if (next < request.seeds.length) going.push(start(setting, sample.slot, next++));
      }
      open = going;
      emit(parts);
    }
  } finally {
    await Promise.all(open.map((sample) => sample.tokens.return()));
  }
}

function start(setting: BatchSetting, slot: LlamaContextSequence, index: number): OpenSample {
  const { request, prompt } = setting;
  const last = prompt.slice(-1);
  const grammarState = setting.grammarFor?.();
  const tokens = slot.evaluate([...last], {
    temperature: request.temperature,
    topK,
    topP,
    ...(request.minP === undefined ? {} : { minP: request.minP }),
    // The library takes the clock's second otherwise, and the sampler holds 32 bits.
    seed: (request.seeds[index] ?? index) >>> 0,
    ...(grammarState === undefined ? {} : { grammarEvaluationState: grammarState }),
  });
  const precededBy = request.form === 'chat-prefill' ? (request.prefill ?? '') : request.form === 'completion' ? ' ' : '';
  const stops = createStopMatcher(request.stop, { precededBy });
  return { index, slot, tokens, decoder: new SampleText(setting.model, prompt), stops, text: '', count: 0 };
}

/** Takes one step's token into the sample; true when the sample ended. */
function advance(setting: BatchSetting, sample: OpenSample, step: IteratorResult<Token, void>, parts: CompletionPart[]): boolean {
  const { request, prompt } = setting;
  const endedByModel = step.done === true;
  if (step.done !== true) sample.count++;
  const room = sample.slot.contextSize - 1 - sample.slot.nextTokenIndex;
  const cut = !endedByModel && (sample.count >= request.maxTokens || room <= 0);
  const piece = (step.done === true ? '' : sample.decoder.push(step.value)) + (endedByModel || cut ? sample.decoder.flush() : '');
  const { text: settled, stopped } = sample.stops.push(piece);
  const over = endedByModel || cut || stopped;
  const delta = over && !stopped ? settled + sample.stops.flush() : settled;
  if (delta !== '') parts.push({ type: 'text-delta', sample: sample.index, offset: sample.text.length, text: delta });
  sample.text += delta;
  if (!over) return false;
  parts.push({
    type: 'sample-end',
    sample: sample.index,
    text: sample.text,
    finish: endedByModel || stopped ? 'stop' : 'length',
    usage: { promptTokens: prompt.length, completionTokens: sample.count },
  });
  return true;
}
