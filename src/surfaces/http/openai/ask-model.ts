import { randomInt } from 'node:crypto';
import { AppError } from '../../../domain/app-error.ts';
import type { Warning } from '../../../domain/run-event.ts';
import type { Usage } from '../../../ports/model.ts';
import type { HttpDeps } from '../http-deps.ts';
import type { ChatRequest } from './chat-request.ts';
import { tookTooLong } from './openai-error.ts';

export type ModelPart =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'end';
      readonly finish: 'stop' | 'length';
      readonly usage: Usage;
      readonly model: string;
      readonly warnings: readonly Warning[];
    };

/** The model's own answer to a conversation, as it comes. Throws a refusal for JSON where the model cannot be held to it. */
export async function* askModel(
  { messages, maxTokens, temperature, stop, seed, schema }: ChatRequest,
  usualTokens: number,
  { model: served, defaults }: Pick<HttpDeps, 'model' | 'defaults'>,
  signal: AbortSignal,
): AsyncGenerator<ModelPart, void, undefined> {
  const limit = AbortSignal.timeout(defaults.budgetSeconds * 1000);
  const within = AbortSignal.any([signal, limit]);
  const { model, giveBack } = await served.take();
  const warnings: Warning[] = [];
  let sent = '';
  try {
    if (!model.capabilities.promptForms.includes('chat')) {
      throw new AppError(
        'model-refused',
        `${model.id} continues text and answers no chats.`,
        'Serve a model that was tuned for conversations.',
      );
    }
    if (schema !== null && !model.capabilities.jsonSchema) {
      throw new AppError('bad-input', `response_format: ${model.id} cannot be held to JSON`, 'Leave it out, or serve a model that can.');
    }
    const request = {
      form: 'chat' as const,
      messages,
      seeds: [seed ?? randomInt(2 ** 31 - 1)],
      temperature: temperature ?? defaults.temperature,
      maxTokens: maxTokens ?? usualTokens,
      stop: stop.map((text) => ({ type: 'text' as const, text })),
      ...(schema === null ? {} : { jsonSchema: schema }),
    };
    for await (const part of model.complete(request, { signal: within })) {
      if (part.type === 'warning') warnings.push(part.warning);
      // After a retry the text may begin anew: what was sent stays sent, and is compared at the end.
      else if (part.type === 'text-delta' && part.offset === sent.length && part.text !== '') {
        sent += part.text;
        yield { type: 'text', text: part.text };
      } else if (part.type === 'sample-end') {
        if (!part.text.startsWith(sent)) {
          throw new AppError('model-incomplete', 'The model’s answer broke off and began anew with other words.', 'Ask again.');
        }
        if (part.text.length > sent.length) yield { type: 'text', text: part.text.slice(sent.length) };
        yield { type: 'end', finish: part.finish, usage: part.usage, model: model.id, warnings };
      }
    }
  } catch (error) {
    throw limit.aborted && !signal.aborted ? tookTooLong(defaults.budgetSeconds) : error;
  } finally {
    await giveBack();
  }
}
