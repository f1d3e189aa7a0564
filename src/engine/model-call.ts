import type { LiveDelta, ModelPurpose, RunFact } from '../domain/run-event.ts';
import type { Abortable } from '../ports/abortable.ts';
import type { CompletionPart, CompletionRequest } from '../ports/model.ts';
import type { EngineDeps } from './engine-deps.ts';

type SampleEnd = Extract<CompletionPart, { type: 'sample-end' }>;

/** Asks the model and reports what it cost; `onSample` sees each finished sample at once. */
export async function* callModel(
  purpose: ModelPurpose,
  request: CompletionRequest,
  deps: EngineDeps,
  options: Abortable,
  onSample: (sample: SampleEnd) => void | Promise<void>,
): AsyncGenerator<RunFact | LiveDelta> {
  const started = deps.clock.now();
  let promptTokens = 0;
  let completionTokens = 0;
  let done = 0;
  const report = (): RunFact => ({
    type: 'model-call',
    purpose,
    samples: done,
    promptTokens,
    completionTokens,
    ms: Math.round(deps.clock.now() - started),
    promptHash: deps.sha256(JSON.stringify([request.messages, request.prefill ?? ''])).slice(0, 16),
  });
  try {
    for await (const part of deps.model.complete({ ...request, purpose }, options)) {
      if (part.type === 'text-delta') {
        yield { type: 'text-delta', purpose, sample: part.sample, text: part.text };
      } else if (part.type === 'warning') {
        yield { type: 'warning', warning: part.warning };
      } else {
        // A prompt that all samples share is evaluated once.
        promptTokens = deps.model.capabilities.samplesInOneCall ? part.usage.promptTokens : promptTokens + part.usage.promptTokens;
        completionTokens += part.usage.completionTokens;
        done += 1;
        await onSample(part);
        yield { type: 'progress', what: purpose, done, total: request.seeds.length };
      }
    }
  } catch (error) {
    // An aborted call has cost what it has cost.
    yield report();
    throw error;
  }
  yield report();
}
