import { HttpStatusError } from '../http/http-status-error.ts';
import type { JsonClient } from '../http/json-client.ts';
import { isBusy, type RetryPolicy, withRetries } from '../http/with-retries.ts';
import { fitsJsonSchema } from '../json-schema-check.ts';
import { isRefusal } from './openai-errors.ts';
import { grammarFields, type OpenAiSetup, schemaFormat, shortCall } from './openai-request.ts';
import { type OpenAiChoice, readChunk } from './openai-wire.ts';

export type Measured = { readonly logprobs: boolean; readonly jsonSchema: boolean; readonly grammar: boolean };

/** No model says this by itself: who answers so was held to it. */
const word = 'zq7';
const schema = { type: 'object', properties: { word: { type: 'string', enum: [word] } }, required: ['word'], additionalProperties: false };

/**
 * What the server does with this model, seen on three short answers, since servers take what they do not enforce: a
 * schema that is ignored with 200, a grammar that fails open. The first answer also loads the model.
 */
export async function measureServer(
  client: JsonClient,
  setup: OpenAiSetup,
  retries: RetryPolicy,
  signal: AbortSignal | undefined,
): Promise<Measured> {
  const at = signal === undefined ? {} : { signal };
  const ask = async (maxTokens: number, extra: Readonly<Record<string, unknown>>): Promise<OpenAiChoice | null> => {
    const answer = async (): Promise<unknown> => {
      for (;;) {
        const { path, body } = shortCall(setup, 'Say hello.', maxTokens, setup.fields.kept(extra));
        try {
          return await client.json('POST', path, body, at);
        } catch (error) {
          signal?.throwIfAborted();
          if (!setup.fields.learn(error, body)) throw error;
        }
      }
    };
    const chunk = readChunk(await withRetries(answer, retries, (error) => isBusy(error) && !isRefusal(error), at));
    return chunk.choices[0] ?? null;
  };
  const tried = async (maxTokens: number, extra: Readonly<Record<string, unknown>>): Promise<OpenAiChoice | null> => {
    try {
      return await ask(maxTokens, extra);
    } catch (error) {
      if (error instanceof HttpStatusError && error.status !== 401 && error.status !== 403) return null;
      throw error;
    }
  };
  // Not `tried`: a model that cannot chat at all fails here, with the server's own reason.
  const first = await ask(1, { logprobs: true, top_logprobs: 5 });
  const withSchema = await tried(48, { response_format: schemaFormat(schema) });
  const withGrammar = setup.dialect.grammarField === null ? null : await tried(16, grammarFields(setup.dialect, `root ::= "${word}"`));
  setup.fields.takeWarnings();
  return {
    logprobs: (first?.tokens[0]?.top.length ?? 0) > 0,
    jsonSchema: withSchema !== null && [withSchema.text, withSchema.thinking].some((text) => fitsJsonSchema(text, schema)),
    grammar: withGrammar !== null && withGrammar.text.trim() === word,
  };
}
