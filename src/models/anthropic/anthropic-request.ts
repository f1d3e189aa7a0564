import type { CompletionRequest } from '../../ports/model.ts';
import { asRecord } from '../read-json.ts';
import type { FieldMemory } from '../served/field-memory.ts';

export type AnthropicSetup = {
  readonly name: string;
  readonly prefill: boolean;
  readonly fields: FieldMemory;
};

/** Fields that some models refuse, with the feature that a warning names. */
export const optionalFields = { temperature: 'temperature', tool_choice: 'json-schema' } as const;

/** The API's temperatures end at 1. */
const mostTemperature = 1;

export function messageBody(
  { name, fields }: AnthropicSetup,
  request: CompletionRequest,
  maxTokens: number,
  prefill: boolean,
): Readonly<Record<string, unknown>> {
  const system = request.messages.flatMap(({ role, content }) => (role === 'system' ? [content] : []));
  const turns = request.messages.filter(({ role }) => role !== 'system');
  const continued = prefill && request.jsonSchema === undefined && request.prefill !== undefined && request.prefill !== '';
  return {
    ...fields.kept({ temperature: Math.min(request.temperature, mostTemperature) }),
    model: name,
    max_tokens: maxTokens,
    stream: true,
    ...(system.length === 0 ? {} : { system: system.join('\n\n') }),
    messages: continued ? [...turns, { role: 'assistant', content: request.prefill }] : turns,
    ...(takesSchema(request.jsonSchema) ? fields.kept(answerTool(request.jsonSchema)) : {}),
  };
}

/** The input of a tool is an object. */
export const takesSchema = (schema: unknown): boolean => asRecord(schema).type === 'object';

/** An answer that is held to a schema is the input of a tool that the model has to call. */
export const answerTool = (schema: unknown): Readonly<Record<string, unknown>> => ({
  tools: [{ name: 'answer', description: 'Gives the answer.', input_schema: schema }],
  tool_choice: { type: 'tool', name: 'answer' },
});

export const exceedsTemperature = ({ temperature }: CompletionRequest): boolean => temperature > mostTemperature;
