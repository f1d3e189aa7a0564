import { z } from '@hono/zod-openapi';
import type { Json } from '../../../domain/json.ts';
import { runFields } from '../../run-fields.ts';
import { noSuchModel, refusal } from './openai-error.ts';
import { schemaFault } from './schema-fault.ts';
import { refuseUnsupported, withoutEffect } from './unsupported-fields.ts';

const part = z.looseObject({ type: z.string(), text: z.string().optional() });
const message = z.looseObject({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool', 'function']),
  content: z.union([z.string(), z.array(part).max(1000)], 'must be a text or a list of parts').nullish(),
});

const responseFormat = z.looseObject({
  type: z.string(),
  json_schema: z.looseObject({ schema: z.looseObject({}).optional() }).optional(),
});

/** Fields that are honoured. Others are looked at one by one: `unsupported-fields.ts`. */
export const chatInput = z
  .looseObject({
    model: z.string().min(1).max(300),
    messages: z.array(message).min(1).max(2000),
    stream: z.boolean().nullish(),
    stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
    max_tokens: z.number().int().min(1).nullish(),
    max_completion_tokens: z.number().int().min(1).nullish(),
    temperature: z.number().min(0).max(2).nullish(),
    stop: z
      .union([z.string().max(1000), z.array(z.string().max(1000)).max(4)], 'must be one text or at most four, of 1000 characters each')
      .nullish(),
    seed: z.number().int().nullish(),
    response_format: responseFormat.nullish(),
    anneal: z.strictObject(runFields).partial().nullish().openapi({ description: 'what POST /api/runs takes besides the task' }),
  })
  .openapi('ChatCompletionInput');

export type ChatMessage = { readonly role: 'system' | 'user' | 'assistant'; readonly content: string };

export type ChatRequest = {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly stream: boolean;
  readonly includeUsage: boolean;
  /** Tokens of the answer at most; null: none given. */
  readonly maxTokens: number | null;
  readonly temperature: number | null;
  readonly stop: readonly string[];
  readonly seed: number | null;
  /** The answer must be JSON of this form. */
  readonly schema: Json | null;
  readonly run: NonNullable<z.output<typeof chatInput>['anneal']>;
  /** Fields that were sent and have no effect. */
  readonly withoutEffect: readonly string[];
};

/** Reads a request whose fields have the right types. Throws a refusal that names the field, for anything that would be ignored. */
export function readChatRequest(input: z.output<typeof chatInput>): ChatRequest {
  refuseUnsupported(input);
  const messages = input.messages.map(readMessage);
  if (messages.findLast(({ role }) => role !== 'system')?.role !== 'user') {
    throw refusal('messages', 'the last message must be a user’s: an answer is not continued', 'put the request last');
  }
  const { max_tokens, max_completion_tokens, stop, seed } = input;
  return {
    model: input.model,
    messages,
    stream: input.stream === true,
    includeUsage: input.stream_options?.include_usage === true,
    maxTokens: max_completion_tokens ?? max_tokens ?? null,
    temperature: input.temperature ?? null,
    stop: (typeof stop === 'string' ? [stop] : (stop ?? [])).filter((text) => text !== ''),
    // Any whole number is a seed there; here they have 31 bits.
    seed: seed === null || seed === undefined ? null : Math.abs(seed) % 2 ** 31,
    schema: readFormat(input.response_format),
    run: input.anneal ?? {},
    withoutEffect: withoutEffect(input),
  };
}

function readMessage({ role, content, ...more }: z.output<typeof message>, index: number): ChatMessage {
  const field = `messages.${index}`;
  if (role === 'tool' || role === 'function' || isFilled(more.tool_calls) || isFilled(more.function_call)) {
    throw refusal(field, 'calls of tools are not supported', 'send the conversation without tools');
  }
  const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? []);
  const text = parts.map((one, at) => {
    if (one.type === 'text' && one.text !== undefined) return one.text;
    throw refusal(
      `${field}.content.${at}`,
      `parts of the type ${JSON.stringify(one.type.slice(0, 40))} are not read: text only`,
      'leave it out',
    );
  });
  return { role: role === 'developer' ? 'system' : role, content: text.join('') };
}

const isFilled = (value: unknown): boolean => value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);

function readFormat(format: z.output<typeof responseFormat> | null | undefined): Json | null {
  switch (format?.type) {
    case undefined:
    case 'text':
      return null;
    case 'json_object':
      return { type: 'object' };
    case 'json_schema': {
      const schema = format.json_schema?.schema;
      if (schema === undefined) throw refusal('response_format.json_schema.schema', 'is missing', 'send the schema');
      const fault = schemaFault(schema);
      if (fault !== null) {
        const field = ['response_format.json_schema.schema', ...fault.path].join('.').slice(0, 300);
        throw refusal(field, fault.message, 'correct the JSON Schema there');
      }
      return schema as Json;
    }
    default:
      throw refusal('response_format.type', 'must be text, json_object or json_schema', 'leave it out for text');
  }
}

/** Throws where a request is not meant for the model that is served, whose id `served` finds out if need be. */
export async function checkModel(asked: string, served: () => Promise<string>): Promise<void> {
  if (!isAnyModel(asked)) checkModelName(asked, await served());
}

/** The same for a name that nobody but that model has. `id`: `<backend>:<name>`. */
export function checkModelName(asked: string, id: string): void {
  const name = modelName(id);
  if (asked === name || asked === id) return;
  throw noSuchModel(asked, `Send "model": "anneal" or "${name}".`);
}

/** Names that mean whatever model the service runs on. */
const isAnyModel = (asked: string): boolean => asked === 'anneal' || asked === 'anneal/auto';

export const modelName = (id: string): string => `anneal/${id}`;
