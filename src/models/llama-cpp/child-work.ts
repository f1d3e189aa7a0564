import type { LlamaGrammar } from 'node-llama-cpp';
import { say, warned } from '../../domain/said.ts';
import type { CompletionPart } from '../../ports/model.ts';
import { grammarSchema } from './grammar-schema.ts';
import type { LoadedWeights } from './loaded-weights.ts';
import { promptTokens } from './prompt-tokens.ts';
import type { SamplingRequest } from './protocol.ts';
import { sampleBatch } from './sample-batch.ts';

export class BadGrammarError extends Error {}
export class PromptTooLongError extends Error {}

export type WorkControl = { readonly keepsGoing: () => boolean; readonly emit: (parts: readonly CompletionPart[]) => void };

/** The grammar of a schema lets any number of empty lines follow, which small models do not end; within JSON it lets no four follow. */
const afterJson = { type: 'text', text: '\n'.repeat(4) } as const;

/** Samples a request on loaded weights; returns early once `keepsGoing` says no. */
export async function completeRequest(weights: LoadedWeights, request: SamplingRequest, control: WorkControl): Promise<void> {
  const { model, wrapper, pool } = weights;
  const prompt = promptTokens(model, wrapper, request);
  if (prompt.length + 1 >= pool.maxLength) {
    const most = pool.maxLength - 2;
    throw new PromptTooLongError(
      `The prompt (${prompt.length} tokens, ${prompt.length - most} too many) does not fit into the ${most} that this model takes; nothing was cut.`,
    );
  }
  const grammar = await grammarOf(weights, request, control);
  const keepsGoing = (): boolean => {
    weights.adaptThreads();
    return control.keepsGoing();
  };
  const slots = await pool.slots(request.seeds.length, prompt.length + request.maxTokens + 1);
  await pool.fill(slots, prompt.slice(0, -1), () => {
    control.emit([]);
    return keepsGoing();
  });
  if (!keepsGoing()) return;
  const { LlamaGrammarEvaluationState } = await import('node-llama-cpp');
  // A grammar's state belongs to one sample: sharing it would mix what the samples have written so far.
  const grammarFor = grammar === null ? null : () => new LlamaGrammarEvaluationState({ model, grammar });
  const isJson = grammar !== null && request.jsonSchema !== undefined;
  const bounded = isJson ? { ...request, stop: [...request.stop, afterJson] } : request;
  await sampleBatch({ model, request: bounded, slots, prompt, grammarFor, keepsGoing, emit: control.emit });
}

async function grammarOf(weights: LoadedWeights, request: SamplingRequest, control: WorkControl): Promise<LlamaGrammar | null> {
  if (request.grammar !== undefined) {
    try {
      return await weights.llama.createGrammar({ grammar: request.grammar });
    } catch (cause) {
      throw new BadGrammarError(`The grammar cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    }
  }
  if (request.jsonSchema === undefined) return null;
  try {
    const { schema, loose } = grammarSchema(request.jsonSchema);
    const grammar = await weights.llama.createGrammarForJsonSchema(
      schema as Parameters<typeof weights.llama.createGrammarForJsonSchema>[0],
    );
    if (loose.length > 0) {
      control.emit([{ type: 'warning', warning: warned('json-schema', say('schema-loose', { parts: loose.join(', ') })) }]);
    }
    return grammar;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    control.emit([{ type: 'warning', warning: warned('json-schema', say('schema-not-enforced', { why })) }]);
    return null;
  }
}
