import type { CompletionRequest, Message } from '../../ports/model.ts';
import { createFieldMemory, type FieldMemory } from '../served/field-memory.ts';
import type { SampleCall } from '../served/streamed-sample.ts';

/** How this server is asked for what the protocol does not settle. */
export type ServerDialect = {
  /** `chat_template_kwargs` is understood. */
  readonly templateArguments: boolean;
  /** The field that makes a trailing assistant message go on: llama-server does so by itself, vLLM wants to be told. */
  readonly continueField: boolean;
  readonly grammarField: 'grammar' | 'structured_outputs' | null;
  /** Samplers beyond the protocol. */
  readonly minP: boolean;
  /** The server's default punishes what programs must repeat: names, brackets, keywords. */
  readonly repeatPenalty: boolean;
};

export type OpenAiSetup = {
  readonly name: string;
  readonly api: string;
  readonly dialect: ServerDialect;
  readonly logprobs: boolean;
  /** Schemas are sent only where the server was seen to keep to them. */
  readonly jsonSchema: boolean;
  readonly grammar: boolean;
  readonly prefill: boolean;
  readonly fields: FieldMemory;
};

/** Fields that some model of some server refuses. Reasoning models want another name for the limit. */
export const createOpenAiFields = (): FieldMemory =>
  createFieldMemory(
    {
      stream_options: null,
      chat_template_kwargs: null,
      repeat_penalty: null,
      stop: null,
      logprobs: 'logprobs',
      top_logprobs: 'logprobs',
      temperature: 'temperature',
      min_p: 'min-p',
      seed: 'seed',
      n: null,
      response_format: 'json-schema',
      grammar: 'grammar',
      structured_outputs: 'grammar',
    },
    { max_tokens: 'max_completion_tokens' },
  );

export type OpenAiCall = { readonly path: string; readonly body: Readonly<Record<string, unknown>> };

/** One call as the protocol has it, without the fields that this model refused before. */
export function sampleCall(setup: OpenAiSetup, { request, samples, seed }: SampleCall, maxTokens: number): OpenAiCall {
  const { dialect, fields } = setup;
  const texts = request.stop.flatMap((rule) => (rule.type === 'text' && rule.text !== '' ? [rule.text] : []));
  const common = fields.kept({
    model: setup.name,
    max_tokens: maxTokens,
    temperature: request.temperature,
    min_p: dialect.minP ? request.minP : undefined,
    repeat_penalty: dialect.repeatPenalty ? 1 : undefined,
    seed: seed ?? undefined,
    n: samples.length > 1 ? samples.length : undefined,
    // Our own matcher meets them anyway; here they spare the tokens of several samples in one call.
    stop: samples.length > 1 && texts.length > 0 ? texts.slice(0, 4) : undefined,
    stream: true,
    stream_options: { include_usage: true },
    ...(setup.grammar && request.grammar !== undefined ? grammarFields(dialect, request.grammar) : {}),
  });
  if (request.form === 'completion') {
    const prompt = request.messages.map(({ content }) => content).join('\n\n');
    return { path: `${setup.api}/completions`, body: { ...common, prompt } };
  }
  const chat = fields.kept({
    logprobs: setup.logprobs ? true : undefined,
    response_format: setup.jsonSchema && request.jsonSchema !== undefined ? schemaFormat(request.jsonSchema) : undefined,
    ...quietFields(dialect),
  });
  const continued = continues(setup, request);
  return {
    path: `${setup.api}/chat/completions`,
    body: {
      ...common,
      ...chat,
      ...(continued && dialect.continueField ? { continue_final_message: true, add_generation_prompt: false } : {}),
      messages: chatMessages(request, continued),
    },
  };
}

/** A short answer in one document: for canaries and decisions. */
export function shortCall(setup: OpenAiSetup, prompt: string, maxTokens: number, extra: Readonly<Record<string, unknown>>): OpenAiCall {
  const body = setup.fields.kept({
    model: setup.name,
    max_tokens: maxTokens,
    temperature: 0,
    stream: false,
    ...quietFields(setup.dialect),
  });
  return { path: `${setup.api}/chat/completions`, body: { ...body, ...extra, messages: [{ role: 'user', content: prompt }] } };
}

export const schemaFormat = (schema: unknown): unknown => ({ type: 'json_schema', json_schema: { name: 'answer', schema } });

export function grammarFields(dialect: ServerDialect, grammar: string): Readonly<Record<string, unknown>> {
  if (dialect.grammarField === null) return {};
  return dialect.grammarField === 'grammar' ? { grammar } : { structured_outputs: { grammar } };
}

/** Models that can think are told not to: thoughts eat the room of the answer. */
const quietFields = (dialect: ServerDialect): Readonly<Record<string, unknown>> =>
  dialect.templateArguments ? { chat_template_kwargs: { enable_thinking: false } } : {};

const continues = (setup: OpenAiSetup, { form, prefill }: CompletionRequest): boolean =>
  setup.prefill && form === 'chat-prefill' && prefill !== undefined && prefill !== '';

function chatMessages({ messages, prefill }: CompletionRequest, continued: boolean): readonly Message[] {
  return continued ? [...messages, { role: 'assistant', content: prefill ?? '' }] : messages;
}
